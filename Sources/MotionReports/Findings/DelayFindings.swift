import LogProcessing
import MotionLogs

// The clocks of the sensors against each other (check I).

extension LogInspection {
  /// Sensors that read after the gyroscope, or before.
  var delayFindings: [Finding] {
    let estimates = [
      // Accelerations hide the turn of gravity.
      (Finding.Sensor.accelerometer, accelerometerDelay.estimate, 0.95),
      (.magnetometer, magnetometerDelay.estimate, 0.8),
    ]
    return estimates.flatMap { sensor, estimate, leastShare -> [Finding] in
      guard let estimate, estimate.share > leastShare, estimate.gain > 1.1 else { return [] }
      return Threshold.delay.finding(
        .late(sensor), of: abs(estimate.delay) * 1000, estimate.delay > 0 ? "late by" : "early by", nil,
        [.init("rotation explained", 100 * estimate.share, "%")],
        advice: Finding.Advice(
          options: ["--smooth"], action: "write the time at which each sensor was read, not that of arrival"))
    }
  }
}
