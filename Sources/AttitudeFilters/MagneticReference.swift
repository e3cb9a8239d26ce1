import Rotations

/// The undisturbed magnetic field of a place, known from a model or a map, by what does not depend on the heading.
///
/// A filter that is given one (`VQFParameters`, `VelocityBoundedParameters`) compares the field with it from the first sample
/// on, and leaves a disturbed one out at once; without one it takes the field at the start as undisturbed, and finds out
/// later. It goes on learning from there, since the magnetometer's scale and the place differ from the model by a little. A
/// field that stays homogeneous in motion for 20 s replaces it all the same: inside of buildings of steel the model is wrong
/// for good.
///
/// It takes a magnetometer that is calibrated to about a tenth of the field, and a horizontal field: a reference that is
/// vertical, or not a number, or has no strength is passed over.
@frozen
public struct MagneticReference<Scalar: RealLanes>: Sendable {
  /// The strength of the field in µT; on the Earth 22 to 67.
  public var strength: Scalar
  /// The angle of the field below the horizon in radians, in [-π/2, π/2]: positive in the north.
  public var dip: Scalar

  /// A reference from its strength in µT and its dip in radians.
  @inlinable
  public init(strength: Scalar, dip: Scalar) {
    self.strength = strength
    self.dip = dip
  }

  /// The same by its horizontal and vertical parts.
  @inlinable
  var parts: FieldReference<Scalar> {
    let (sine, cosine) = Scalar.sineAndCosine(dip)
    return FieldReference(horizontal: strength * cosine, vertical: -(strength * sine))
  }

  /// Whether it can be used, in every lane.
  @inlinable
  var isUsable: Bool {
    let parts = parts
    let isFinite = (strength .> 0.0) .& (strength .< 1e6)
    return (isFinite .& (parts.horizontal .> 1e-3 * parts.vertical.absoluteValue)).isTrueInEveryLane
  }
}

extension MagneticReference: Equatable where Scalar: Equatable {}
extension MagneticReference: Hashable where Scalar: Hashable {}

extension ParameterVisitor {
  /// Visits the two numbers of a magnetic reference; nil has a strength of 0.
  @inlinable
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
