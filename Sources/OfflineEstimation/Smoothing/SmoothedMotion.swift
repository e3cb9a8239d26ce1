import AttitudeFilters
import MotionSamples
import Rotations

extension SmoothedRecording {
  /// The frame of the results, with the start at the first sample: a smoothed recording knows north from there on.
  public func settled(_ frame: OutputFrame<Double>) -> OutputFrame<Double> {
    var frame = frame
    if let first = samples.first {
      frame.follow(levelFromBody: first.enuFromBody, headingOffset: 0, hasTilt: true, isHeadingKnown: true)
    }
    return frame
  }
}

extension SmoothedSample {
  /// The motion that a stream gives, from the whole recording.
  ///
  /// - Parameters:
  ///   - timestamp: When the sample was taken.
  ///   - specificForce: That of the sample in body axes, calibrated, m/s².
  ///   - isDiscontinuous: Whether samples are missing or out of order before it.
  ///   - frame: The frame of the results, settled.
  ///   - gravityMagnitude: The size of gravity, m/s².
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
