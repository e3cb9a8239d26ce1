import AttitudeFilters
import MotionSamples
import MotionSessions
import Rotations

extension DeviceMotion {
  /// A motion in ENU of which only attitude, rate and time matter.
  static func still(
    _ enuFromDevice: Rotation<Double>, rate: Vector3<Double> = .zero, milliseconds: Int64 = 0
  ) -> DeviceMotion {
    DeviceMotion(
      timestamp: Timestamp(nanoseconds: milliseconds * 1_000_000),
      attitude: Attitude(outputFromBody: enuFromDevice, referenceFrame: .enu), rotationRate: rate,
      gravity: Vector3(x: 0, y: 0, z: -1), userAcceleration: .zero,
      magneticField: CalibratedMagneticField(field: .zero, accuracy: .uncalibrated), heading: -1, headingAccuracy: -1,
      sensorLocation: .default, gyroscopeBias: .zero, tiltStandardDeviation: 0, headingStandardDeviation: nil, flags: []
    )
  }
}
