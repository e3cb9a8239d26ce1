import AttitudeFilters
import MotionSamples
import Rotations

extension SmoothedSample {
  /// The output frame of a recording that starts with this sample, where a smoothed one already has its heading.
  public func settled(_ frame: OutputFrame<Double>) -> OutputFrame<Double> {
    var frame = frame
    frame.follow(levelFromBody: enuFromBody, headingOffset: 0, hasTilt: true, isHeadingKnown: true)
    return frame
  }

  /// The smoothed sample as a motion, the result type of streams.
  ///
  /// - Parameters:
  ///   - timestamp: The time of the sample.
  ///   - specificForce: The calibrated specific force of the sample in body axes, m/s².
  ///   - isDiscontinuous: Whether samples before it are missing or out of order.
  ///   - frame: The output frame from `settled(_:)` of the recording's first sample.
  ///   - gravityMagnitude: The magnitude of gravity, m/s².
  public func motion(
    at timestamp: Timestamp, specificForce: Vector3<Double>, isDiscontinuous: Bool, in frame: OutputFrame<Double>,
    gravityMagnitude: Double = .standardGravity
  ) -> Motion<Double> {
    let gravity = Motion.gravity(inBodyOf: enuFromBody, magnitude: gravityMagnitude)
    var flags = flags
    flags.set(.discontinuity, when: isDiscontinuous)
    return Motion(
      timestamp: timestamp, outputFromBody: frame.outputFromBody(enuFromBody), gravity: gravity,
      userAcceleration: specificForce + gravity, angularRate: angularRate, gyroscopeBias: gyroscopeBias,
      tiltStandardDeviation: tiltStandardDeviation, headingStandardDeviation: headingStandardDeviation, flags: flags)
  }
}
