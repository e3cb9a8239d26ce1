/// One scalar factor at the current estimate: residual r + J x with weight w, the information. It adds w (r + J x)² to the
/// cost.
///
/// The columns of J that belong to knots are given one by one in rising order; those of the sensors' constant errors are
/// neighbours.
struct LinearFactor {
  /// r, in the unit of the measurement.
  var residual: Double
  /// w, one over the variance.
  var weight: Double
  /// How many columns belong to knots.
  private(set) var knotCount = 0
  /// The indices of those columns.
  private(set) var knotColumns = InlineArray<5, Int>(repeating: 0)
  /// Their entries.
  private(set) var knotEntries = InlineArray<5, Double>(repeating: 0)
  /// The constant errors with entries.
  private(set) var globals = 0..<0
  /// The entries of all constant errors, zero outside of `globals`; the last lane is not used.
  private(set) var globalEntries = SIMD16<Double>(repeating: 0)

  @inline(__always)
  init(residual: Double, weight: Double) {
    self.residual = residual
    self.weight = weight
  }

  /// Adds a column of a knot; its index must be larger than those before.
  @inline(__always)
  mutating func add(_ column: Int, _ entry: Double) {
    knotColumns[unchecked: knotCount] = column
    knotEntries[unchecked: knotCount] = entry
    knotCount += 1
  }

  /// Sets the entries of some constant errors.
  @inline(__always)
  mutating func setGlobals(_ globals: Range<Int>, _ entries: SIMD16<Double>) {
    self.globals = globals
    globalEntries = entries
  }
}
