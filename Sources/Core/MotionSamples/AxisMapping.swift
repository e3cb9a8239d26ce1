import Rotations

/// The mounting of a sensor in quarter turns: one of the 24 proper rotations that map axes onto axes.
///
/// For each body axis it names the sensor axis to read: `x,-z,y` means that body x is sensor x, body y is sensor z
/// negated, and body z is sensor y. Applying it permutes and negates numbers and never rounds.
///
/// Mappings that name an axis twice or are mirrored are rejected (`AxisMappingError`). Mountings between quarter turns
/// belong in the matrix of a `SensorModel`.
@frozen
public struct AxisMapping: Hashable, Sendable {
  /// The sensor axis to read for body x.
  public let x: SignedAxis
  /// The sensor axis to read for body y.
  public let y: SignedAxis
  /// The sensor axis to read for body z.
  public let z: SignedAxis

  /// A mapping known to be proper.
  @export(implementation)
  init(unchecked x: SignedAxis, _ y: SignedAxis, _ z: SignedAxis) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// A mapping from the sensor axes to read for body x, y and z.
  ///
  /// Throws `repeatedAxis` or `mirrored` if the axes are not a proper rotation.
  @export(implementation)
  public init(x: SignedAxis, y: SignedAxis, z: SignedAxis) throws(AxisMappingError) {
    guard x.index != y.index, y.index != z.index, z.index != x.index else {
      throw .repeatedAxis(x: x, y: y, z: z)
    }
    guard !Self.isMirrored(x, y, z) else { throw .mirrored(x: x, y: y, z: z) }
    self.init(unchecked: x, y, z)
  }

  /// Whether three different axes form a left-handed set: either an odd permutation or an odd number of signs, not
  /// both.
  @export(implementation)
  static func isMirrored(_ x: SignedAxis, _ y: SignedAxis, _ z: SignedAxis) -> Bool {
    let isOddPermutation = (y.index - x.index + 3) % 3 != 1
    let hasOddSigns = (x.isNegative != y.isNegative) != z.isNegative
    return isOddPermutation != hasOddSigns
  }

  /// A mapping from the matrix that rotates sensor into body coordinates. Each row must have one entry of 1 or -1 and
  /// two of 0.
  ///
  /// Throws `notAlongAxis`, `repeatedAxis` or `mirrored`.
  @export(implementation)
  public init<Scalar: LaneElement>(bodyFromSensor matrix: Matrix3<Scalar>) throws(AxisMappingError) {
    try self.init(
      x: Self.axis(ofRow: matrix.row0, 0), y: Self.axis(ofRow: matrix.row1, 1), z: Self.axis(ofRow: matrix.row2, 2))
  }

  @export(implementation)
  static func axis<Scalar: LaneElement>(
    ofRow row: Vector3<Scalar>, _ number: Int
  ) throws(AxisMappingError) -> SignedAxis {
    var found: SignedAxis?
    for index in 0..<3 where row[index] != 0 {
      guard found == nil, row[index].magnitude == 1 else { throw .notAlongAxis(row: number) }
      found = SignedAxis(index: index, isNegative: row[index] < 0)
    }
    guard let found else { throw .notAlongAxis(row: number) }
    return found
  }

  /// Passes the axes to a visitor, which must be a proper mounting.
  @export(implementation)
  public mutating func visitState(_ visitor: inout some SnapshotVisitor, with other: Self) {
    var (first, second, third) = (x, y, z)
    first.visitState(&visitor, with: other.x)
    second.visitState(&visitor, with: other.y)
    third.visitState(&visitor, with: other.z)
    let proper = try? Self(x: first, y: second, z: third)
    visitor.check(proper != nil)
    self = proper ?? .identity
  }

  /// The identity: sensor axes equal body axes.
  @export(implementation) public static var identity: Self { Self(unchecked: .x, .y, .z) }

  /// The composition: first `right`, then `left`.
  @export(implementation)
  public static func * (left: Self, right: Self) -> Self {
    Self(unchecked: right.source(of: left.x), right.source(of: left.y), right.source(of: left.z))
  }

  /// The mapping from body to sensor axes.
  @export(implementation) public var inverse: Self {
    Self(unchecked: destination(ofIndex: 0), destination(ofIndex: 1), destination(ofIndex: 2))
  }

  /// The sensor direction to read for a body direction.
  @export(implementation)
  func source(of axis: SignedAxis) -> SignedAxis {
    let source = axis.index == 0 ? x : axis.index == 1 ? y : z
    return axis.isNegative ? -source : source
  }

  /// The body direction that reads a sensor axis.
  @export(implementation)
  func destination(ofIndex index: Int) -> SignedAxis {
    let body: SignedAxis = x.index == index ? .x : y.index == index ? .y : .z
    return source(of: body).isNegative ? -body : body
  }

  /// Body coordinates from sensor coordinates, exact; absent readings stay absent.
  @export(implementation) @inline(__always)
  public func apply<Scalar: RealLanes>(to vector: Vector3<Scalar>) -> Vector3<Scalar> {
    Vector3(x: Self.read(x, of: vector), y: Self.read(y, of: vector), z: Self.read(z, of: vector))
  }

  @export(implementation) @inline(__always)
  static func read<Scalar: RealLanes>(_ axis: SignedAxis, of vector: Vector3<Scalar>) -> Scalar {
    axis.isNegative ? -vector[axis.index] : vector[axis.index]
  }

  /// A sample in body coordinates; all three sensors share the mounting.
  @export(implementation) @inline(__always)
  public func apply<Scalar: RealLanes>(to sample: MotionSample<Scalar>) -> MotionSample<Scalar> {
    MotionSample(
      interval: sample.interval,
      angularRate: apply(to: sample.angularRate),
      specificForce: apply(to: sample.specificForce),
      magneticField: apply(to: sample.magneticField))
  }

  /// The matrix that rotates sensor into body coordinates.
  @export(implementation)
  public func bodyFromSensor<Scalar: RealLanes>() -> Matrix3<Scalar> {
    Matrix3(columns: apply(to: .unitX), apply(to: .unitY), apply(to: .unitZ))
  }
}
