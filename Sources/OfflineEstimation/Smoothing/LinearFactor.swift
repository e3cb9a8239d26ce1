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
  /// The first column of the constant errors.
  private(set) var firstGlobal = 0
  /// How many there are.
  private(set) var globalCount = 0
  /// Their entries.
  private(set) var globalEntries = InlineArray<9, Double>(repeating: 0)

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

  /// Adds the next columns of the constant errors.
  @inline(__always)
  mutating func addGlobals(_ entries: (Double, Double, Double)) {
    globalEntries[unchecked: globalCount] = entries.0
    globalEntries[unchecked: globalCount + 1] = entries.1
    globalEntries[unchecked: globalCount + 2] = entries.2
    globalCount += 3
  }

  /// Says where the constant errors of `addGlobals` begin.
  @inline(__always)
  mutating func startGlobals(at column: Int) { firstGlobal = column }
}
