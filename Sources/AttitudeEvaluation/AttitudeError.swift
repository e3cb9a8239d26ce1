import Rotations

/// The difference of an estimated and a true attitude: as a whole, and split into heading and inclination. In radians.
///
/// The rotation that leads from the truth to the estimate, seen from the earth, e = estimate ⊗ truth⁻¹ = (w, x, y, z), is
/// the product of a turn about the vertical (heading) and the shortest turn about a level axis (inclination). All three
/// angles are at least zero. Frame: any with a vertical z axis (ENU, NWU; with NED the numbers are the same).
/// Source: D. Laidig, M. Caruso, A. Cereatti and T. Seel, "BROAD - A Benchmark for Robust Inertial Orientation
/// Estimation", Data 6(7):72, 2021, section 5.
public struct AttitudeError: Equatable, Sendable {
  /// The angle of the whole rotation, 2 arccos |w|, in 0 ... pi.
  public var total: Double
  /// The angle about the vertical, 2 arctan |z / w|, in 0 ... pi; 0 where the estimate is upside down, as there is no
  /// heading then.
  public var heading: Double
  /// The angle by which up is wrong, 2 arccos √(w² + z²), in 0 ... pi.
  public var inclination: Double

  /// An error from its three angles in rad.
  public init(total: Double, heading: Double, inclination: Double) {
    self.total = total
    self.heading = heading
    self.inclination = inclination
  }

  /// The error of an estimate, both rotations from body to the same reference frame.
  public init(estimate: Rotation<Double>, truth: Rotation<Double>) {
    self.init(EarthFrameError(estimate: estimate, truth: truth))
  }

  // Each arc cosine is written as an arc tangent of the same angle: exact near zero, where the cosine has no digits left.
  init(_ error: EarthFrameError) {
    let upright = (error.w * error.w + error.z * error.z).squareRoot()
    let level = (error.x * error.x + error.y * error.y).squareRoot()
    let vector = (level * level + error.z * error.z).squareRoot()
    total = 2.0 * Double.arcTangent(y: vector, x: error.w.magnitude)
    heading = 2.0 * Double.arcTangent(y: error.z.magnitude, x: error.w.magnitude)
    inclination = 2.0 * Double.arcTangent(y: level, x: upright)
  }
}

/// The quaternion e = estimate ⊗ truth⁻¹: the error as a rotation of the reference frame.
struct EarthFrameError {
  var w: Double
  var x: Double
  var y: Double
  var z: Double

  init(estimate: Rotation<Double>, truth: Rotation<Double>) {
    let quaternion = (estimate * truth.inverse).quaternion
    (w, x, y, z) = (quaternion.w, quaternion.x, quaternion.y, quaternion.z)
  }

  var isFinite: Bool { w.isFinite && x.isFinite && y.isFinite && z.isFinite }

  /// The angle about the vertical with its sign, counter-clockwise seen from above, in [-pi, pi].
  var signedHeading: Double { (2.0 * Double.arcTangent(y: z, x: w)).wrappedToHalfTurn() }
}
