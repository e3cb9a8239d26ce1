// AttitudeEvaluation: errors of attitudes against a truth, and the consistency of sigmas.
// It compares; what produced the attitudes, and from which file, is not its concern.

import Rotations

/// The difference of an estimated and a true attitude: total, heading and inclination, in radians.
///
/// The rotation from the truth to the estimate in reference axes, e = estimate ⊗ truth⁻¹ = (w, x, y, z), is the product of a
/// rotation about the vertical (heading) and the shortest rotation about a level axis (inclination). All three angles are at
/// least zero. The reference frame is any with a vertical z axis: ENU, NWU, NED.
///
/// Source: D. Laidig, M. Caruso, A. Cereatti and T. Seel, "BROAD - A Benchmark for Robust Inertial Orientation
/// Estimation", Data 6(7):72, 2021, section 5.
public struct AttitudeError: Equatable, Sendable {
  /// The angle of the whole rotation, 2 arccos |w|, in [0, π].
  public var total: Double
  /// The angle about the vertical, 2 arctan |z / w|, in [0, π]; 0 if the estimate is upside down, where the heading is
  /// undefined.
  public var heading: Double
  /// The angle between true and estimated up, 2 arccos √(w² + z²), in [0, π].
  public var inclination: Double

  /// An error from its three angles in rad.
  public init(total: Double, heading: Double, inclination: Double) {
    self.total = total
    self.heading = heading
    self.inclination = inclination
  }

  /// The error of an estimate; both rotations turn body coordinates into the same reference frame.
  public init(estimate: Rotation<Double>, truth: Rotation<Double>) {
    self.init(ReferenceFrameError(estimate: estimate, truth: truth))
  }

  // Arc tangents instead of arc cosines are accurate near zero.
  init(_ error: ReferenceFrameError) {
    let upright = (error.w * error.w + error.z * error.z).squareRoot()
    let level = (error.x * error.x + error.y * error.y).squareRoot()
    let vector = (level * level + error.z * error.z).squareRoot()
    total = 2.0 * Double.arcTangent(y: vector, x: error.w.magnitude)
    heading = 2.0 * Double.arcTangent(y: error.z.magnitude, x: error.w.magnitude)
    inclination = 2.0 * Double.arcTangent(y: level, x: upright)
  }
}

/// The quaternion e = estimate ⊗ truth⁻¹: the error as a rotation of the reference frame.
struct ReferenceFrameError {
  var w: Double
  var x: Double
  var y: Double
  var z: Double

  init(estimate: Rotation<Double>, truth: Rotation<Double>) {
    let quaternion = (estimate * truth.inverse).quaternion
    (w, x, y, z) = (quaternion.w, quaternion.x, quaternion.y, quaternion.z)
  }

  var isFinite: Bool { w.isFinite && x.isFinite && y.isFinite && z.isFinite }

  /// The angle about the vertical with its sign, counter-clockwise seen from above, in [-π, π].
  var signedHeading: Double { (2.0 * Double.arcTangent(y: z, x: w)).wrappedToHalfTurn() }
}
