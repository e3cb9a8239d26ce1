/// The arithmetic of one vector type of the standard library, every operation on all lanes at once.
///
/// Generic code over `SIMD` compares and selects lane by lane; the operators of a concrete vector type are single
/// instructions. A backend names them, so that `Lanes` can be generic and fast.
public protocol LaneBackend: Sendable {
  /// What a lane holds.
  associatedtype Element: LaneElement
  /// The vector.
  associatedtype Vector: SIMD, Sendable where Vector.Scalar == Element, Vector.MaskStorage: Sendable
  /// The lane mask that a comparison of vectors gives.
  typealias Mask = SIMDMask<Vector.MaskStorage>

  /// Eight vectors.
  typealias Columns = (Vector, Vector, Vector, Vector, Vector, Vector, Vector, Vector)

  /// A vector from the number of each lane.
  static func gather(_ number: (Int) -> Element) -> Vector
  /// The eight numbers from `first` on behind each lane's pointer, a vector for each.
  static func columns(of rows: UnsafePointer<UnsafePointer<Element>>, from first: Int) -> Columns
  /// Stores four numbers behind each lane's pointer.
  static func store(
    _ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector, in rows: UnsafePointer<UnsafeMutablePointer<Element>>)
  /// Stores numbers that are whole and below 65536 in each lane, one after the other.
  static func storeWords(_ numbers: Vector, _ words: UnsafeMutablePointer<UInt16>)
  /// Sum.
  static func add(_ left: Vector, _ right: Vector) -> Vector
  /// Difference.
  static func subtract(_ left: Vector, _ right: Vector) -> Vector
  /// Product.
  static func multiply(_ left: Vector, _ right: Vector) -> Vector
  /// Quotient.
  static func divide(_ left: Vector, _ right: Vector) -> Vector
  /// The product of the first two plus the third, rounded once.
  static func fusedMultiplyAdd(_ left: Vector, _ right: Vector, _ addend: Vector) -> Vector
  /// Negative.
  static func negate(_ vector: Vector) -> Vector
  /// Without its sign.
  static func absoluteValue(_ vector: Vector) -> Vector
  /// Square root.
  static func squareRoot(_ vector: Vector) -> Vector
  /// Less than.
  static func isLess(_ left: Vector, _ right: Vector) -> Mask
  /// Less than or equal.
  static func isLessOrEqual(_ left: Vector, _ right: Vector) -> Mask
  /// From +0 to the limit, by the order of the bits.
  static func isNonnegative(_ vector: Vector, upTo limit: Vector) -> Mask
  /// Equal.
  static func isEqual(_ left: Vector, _ right: Vector) -> Mask
  /// `yes` where the mask is true, else `no`.
  static func select(_ mask: Mask, _ yes: Vector, _ no: Vector) -> Vector
  /// And.
  static func and(_ left: Mask, _ right: Mask) -> Mask
  /// Or.
  static func or(_ left: Mask, _ right: Mask) -> Mask
  /// Not.
  static func not(_ mask: Mask) -> Mask
  /// Whether a lane is true.
  static func isTrueInAnyLane(_ mask: Mask) -> Bool
  /// Whether all lanes are true.
  static func isTrueInEveryLane(_ mask: Mask) -> Bool
}

/// The processor that lanes are compiled for.
///
/// Code that is generic over it can be compiled several times, in modules with different compiler settings: each module
/// has a target of its own, which keeps the linker from merging them.
public protocol LaneTarget: Sendable {}

/// Every processor that the package is built for.
public enum AnyProcessor: LaneTarget {}
