import AttitudeFilters
import MotionSamples
import MotionSessions
import Rotations

extension DeviceMotion {
  /// A motion in ENU of which only attitude, rate and time matter.
  static func still(
    _ enuFromBody: Rotation<Double>, rate: Vector3<Double> = .zero, milliseconds: Int64 = 0
  ) -> DeviceMotion {
    DeviceMotion(
      motion: Motion(
        timestamp: Timestamp(nanoseconds: milliseconds * 1_000_000), outputFromBody: enuFromBody, angularRate: rate),
      attitude: Attitude(outputFromBody: enuFromBody, referenceFrame: .enu),
      magneticField: CalibratedMagneticField(field: .zero, accuracy: .uncalibrated), heading: -1, headingAccuracy: -1,
      sensorLocation: .default)
  }
}
