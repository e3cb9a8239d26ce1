import AttitudeEvaluation
import AttitudeFilters
import Foundation
import LogFormats
import LogTables
import MotionSamples
import RecordingFusion
import Rotations
import SensorCalibration
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
    var history = AttitudeErrorHistory()
    let fused = fuse([samples(of: rows).map { device.apply(to: $0) }])[0]
    for (row, enuFromBody) in zip(rows, fused.outputFromBody) where row.isMoving {
      if let truth = row.trueENUFromBody { history.add(estimate: enuFromBody, truth: truth) }
    }
    return history
  }
}

/// The lines of a file of `Golden`.
func golden(_ name: String) throws -> [Substring] {
  try Project.text("Tests/SensorCalibrationTests/Golden/\(name)").split(separator: "\n")
}
