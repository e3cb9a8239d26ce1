import AttitudeEvaluation
import LogFormats
import LogTables
import MotionSamples
import AttitudeSmoothing
import Rotations
import TestSupport
import Testing

/// A recording with its truth in memory.
struct Trial {
  var samples: [MotionSample<Double>]
  var truth: [Rotation<Double>?]
  var isMoving: [Bool]

  init(path: String) throws {
    (samples, truth, isMoving) = ([], [], [])
    var reader = try MotionLog.open(path)
    var clock = SampleClock()
    while let row = try reader.next() {
      samples.append(
        MotionSample(
          interval: clock.read(Timestamp(nanoseconds: row.timestamp)).interval, angularRate: row.angularRate,
          specificForce: row.specificForce, magneticField: row.magneticField))
      truth.append(row.trueENUFromBody)
      isMoving.append(row.isMoving)
    }
  }

  /// A trial of BROAD by the start of its name.
  init(_ number: String) throws { self = try Trial(path: try #require(SharedRecordings.trial(number))) }

  /// The rows from the first that moves to the last.
  var withoutRestAtItsEnds: Trial {
    var trial = self
    guard let first = isMoving.firstIndex(of: true), let last = isMoving.lastIndex(of: true) else { return self }
    trial.samples = Array(samples[first...last])
    trial.truth = Array(truth[first...last])
    trial.isMoving = Array(isMoving[first...last])
    return trial
  }

  /// The errors over the rows that move.
  func errors(of smoothed: SmoothedRecording) -> AttitudeErrorHistory {
    var errors = AttitudeErrorHistory()
    for index in samples.indices where isMoving[index] {
      guard let truth = truth[index] else { continue }
      errors.add(estimate: smoothed.samples[index].enuFromBody, truth: truth)
    }
    return errors
  }

  /// RMS errors in degrees over the rows that move.
  func error(of smoothed: SmoothedRecording) -> AttitudeError { errors(of: smoothed).rootMeanSquare.inDegrees }

  /// The share of moving rows whose tilt error, about each level axis, is within `sigmas` standard deviations.
  func share(of smoothed: SmoothedRecording, withinSigmas sigmas: Double) -> Double {
    var (within, count) = (0.0, 0.0)
    for index in samples.indices where isMoving[index] {
      guard let truth = truth[index] else { continue }
      let sample = smoothed.samples[index]
      let error = (truth * sample.enuFromBody.inverse).rotationVector
      for component in [error.x, error.y] {
        count += 1
        if abs(component) < sigmas * sample.tiltStandardDeviation { within += 1 }
      }
    }
    return within / count
  }
}

extension AttitudeError {
  /// Angles in degrees instead of radians.
  var inDegrees: AttitudeError {
    let degrees = 180 / Double.pi
    return AttitudeError(total: total * degrees, heading: heading * degrees, inclination: inclination * degrees)
  }
}
