import Rotations

/// The undisturbed magnetic field at a place, from a model or a map.
///
/// With a reference, a filter (`VQFParameters`, `VelocityBoundedParameters`) checks the field from the first sample and
/// ignores a disturbed one immediately. Without one, the field at the start counts as undisturbed. The filter still
/// follows slow changes of the reference, and replaces it by a field that stays homogeneous in motion for 20 s, as
/// inside steel buildings.
///
/// The magnetometer must be calibrated to about 10 % of the field. A vertical, zero or non-finite reference is ignored.
@frozen
public struct MagneticReference<Scalar: RealLanes>: Sendable {
  /// The strength of the field in µT; 22 to 67 on the Earth.
  public var strength: Scalar
  /// The angle of the field below the horizon in radians, in [-π/2, π/2]; positive in the northern hemisphere.
  public var dip: Scalar

  /// A reference from its strength in µT and its dip in radians.
  @export(implementation)
  public init(strength: Scalar, dip: Scalar) {
    self.strength = strength
    self.dip = dip
  }

  /// The horizontal and vertical parts.
  @export(implementation)
  var parts: FieldReference<Scalar> {
    let (sine, cosine) = Scalar.sineAndCosine(dip)
    return FieldReference(horizontal: strength * cosine, vertical: -(strength * sine))
  }

  /// Whether the reference is valid in every lane.
  @export(implementation)
  var isUsable: Bool {
    let parts = parts
    let isFinite = (strength .> 0.0) .& (strength .< 1e6)
    return (isFinite .& (parts.horizontal .> FieldReference.leastHorizontalShare * parts.vertical.absoluteValue))
      .isTrueInEveryLane
  }
}

extension MagneticReference: Equatable where Scalar: Equatable {}
extension MagneticReference: Hashable where Scalar: Hashable {}

extension ParameterVisitor {
  /// Visits a magnetic reference's strength and dip; nil has a strength of 0.
  @export(implementation)
  mutating func magneticReference<Scalar: RealLanes>(_ reference: inout MagneticReference<Scalar>?) {
    var known = reference ?? MagneticReference(strength: 0.0, dip: 0.0)
    number(
      "magnetic_reference_strength", "uT", 0...1000, &known.strength,
      "Strength of the undisturbed magnetic field of the place, where it is known. 0 learns the field instead.")
    number(
      "magnetic_reference_dip", "rad", -1.6...1.6, &known.dip,
      "Angle of that field below the horizon, positive in the north. Counts where its strength is given.")
    reference = known.strength.firstLane > 0 || known.dip.firstLane != 0 ? known : nil
  }
}

/// A magnetic field as horizontal and vertical parts, which do not depend on the heading.
@frozen @usableFromInline
struct FieldReference<Scalar: RealLanes>: VisitableState, Sendable {
  /// The length of the horizontal part, µT.
  @usableFromInline var horizontal: Scalar
  /// The vertical part, positive up, µT.
  @usableFromInline var vertical: Scalar

  /// The smallest horizontal part that determines a heading, relative to the vertical part.
  @export(implementation) static var leastHorizontalShare: Scalar { 1e-3 }

  @export(implementation) @inline(__always)
  init(horizontal: Scalar = 0.0, vertical: Scalar = 0.0) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The parts of a field in level or ENU axes.
  @export(implementation) @inline(__always)
  init(of field: Vector3<Scalar>) {
    horizontal = (field.x.squared + field.y.squared).squareRoot()
    vertical = field.z
  }

  /// The squared distance to another reference, µT².
  @export(implementation) @inline(__always)
  func squaredDistance(to other: Self) -> Scalar {
    (horizontal - other.horizontal).squared + (vertical - other.vertical).squared
  }

  /// The squared distance of a field from the reference, relative to its squared horizontal part; at most 10¹², also where the
  /// reference has none.
  @export(implementation) @inline(__always)
  func squaredAnomaly(of other: Self) -> Scalar {
    Scalar.minimum(1e12, squaredDistance(to: other) / Scalar.maximum(1e-30, horizontal.squared))
  }

  /// The squared tangent of the dip: how much of a tilt error appears in the heading. At most that of the steepest field with a
  /// heading.
  @export(implementation) @inline(__always)
  var squaredSlope: Scalar {
    let least = Scalar.maximum(1e-15, Self.leastHorizontalShare * vertical.absoluteValue)
    return (vertical / Scalar.maximum(horizontal, least)).squared
  }

  /// Moves a fraction of the way toward another reference.
  @export(implementation) @inline(__always)
  mutating func approach(_ other: Self, share: Scalar) {
    horizontal += share * (other.horizontal - horizontal)
    vertical += share * (other.vertical - vertical)
  }

  @export(implementation) @inline(__always)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&horizontal, with: other.horizontal, .nonnegative)
    visitor.visit(&vertical, with: other.vertical)
  }
}
