import MotionLogs
import MotionSamples
import MotionSessions
import Rotations

extension AttitudeRecord {
  /// A row from device motion: in m/s² instead of g, with the sign of motion instead of Core Motion's.
  init(_ motion: DeviceMotion) {
    let unit = AccelerationUnit.standardGravities
    self.init(
      timestamp: motion.timestamp.nanoseconds, outputFromBody: motion.attitude.outputFromBody,
      gravity: unit.toSI(motion.gravity), userAcceleration: -unit.toSI(motion.userAcceleration),
      angularRate: motion.rotationRate, gyroscopeBias: motion.gyroscopeBias,
      tiltStandardDeviation: motion.tiltStandardDeviation,
      headingStandardDeviation: motion.headingStandardDeviation ?? .nan, flags: motion.flags)
  }
}
