import AttitudeEvaluation
import AttitudeFilters
import Foundation
import LogFormats
import LogTables
import MotionSamples
import SensorCalibration
import Rotations
import TestSupport

/// The rows of recordings, and the errors of the default filter on them.
enum Recordings {
  /// The rows of a trial.
  static func rows(of trial: String) throws -> [LogRecord] {
    var reader = try MotionLog.open(trial)
    var rows: [LogRecord] = []
    while let row = try reader.next() { rows.append(row) }
    return rows
  }

  /// The samples of rows, with their intervals.
  static func samples(of rows: [LogRecord]) -> [MotionSample<Double>] {
    var clock = SampleClock()
    return rows.map { row in
      MotionSample(
        interval: clock.read(Timestamp(nanoseconds: row.timestamp)).interval, angularRate: row.angularRate,
        specificForce: row.specificForce, magneticField: row.magneticField)
    }
  }

  /// The errors of the default filter behind a device model.
  static func errors(of rows: [LogRecord], _ device: DeviceCalibration<Double>) -> AttitudeErrorHistory {
    var filter = DefaultFilter<Double>()
    var history = AttitudeErrorHistory()
    for (row, sample) in zip(rows, samples(of: rows)) {
      filter.update(device.apply(to: sample))
      guard row.isMoving, let truth = row.trueENUFromBody else { continue }
      history.add(estimate: filter.enuFromBody, truth: truth)
    }
    return history
  }
}

/// The lines of a file of `Golden`.
func golden(_ name: String) throws -> [Substring] {
  try Project.text("Tests/SensorCalibrationTests/Golden/\(name)").split(separator: "\n")
}
