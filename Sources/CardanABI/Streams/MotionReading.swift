import AttitudeFilters
import Rotations

/// What the rows of results are made of.
protocol MotionReading {
  /// The attitude in the frame of the settings.
  var outputFromBody: Rotation<Real> { get }
  /// Gravity in body axes, m/s².
  var gravity: Vector3<Real> { get }
  /// The acceleration without gravity, in body axes, m/s².
  var userAcceleration: Vector3<Real> { get }
  /// The angular rate without the gyroscope's errors, rad/s.
  var angularRate: Vector3<Real> { get }
  /// The gyroscope's bias, rad/s.
  var gyroscopeBias: Vector3<Real> { get }
  /// One standard deviation of the direction of up, rad; not a number where the filter has none.
  var tiltStandardDeviation: Real { get }
  /// One standard deviation of the heading, rad; not a number where the filter has none.
  var headingStandardDeviation: Real { get }
  /// What was made of the sample.
  var flags: OutcomeFlags { get }
}
