import AttitudeEvaluation
import AttitudeFilters
import Foundation
import MotionLogs
import MotionSamples
import OfflineEstimation
import Rotations

/// The BROAD trials, where they are on this machine.
enum Recordings {
  /// The folder of the trials; nil where there is none.
  static let folder: URL? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let datasets =
      ProcessInfo.processInfo.environment["CARDAN_DATASETS"].map { URL(filePath: $0) }
      ?? root.deletingLastPathComponent().appending(path: "shared/datasets")
    let folder = datasets.appending(path: "broad")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// The files of all trials, by name.
  static var trials: [URL] {
    guard let folder else { return [] }
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "hdf5" }.sorted { $0.path < $1.path }
  }

  /// The trial whose name begins so.
  static func trial(_ name: String) -> URL? { trials.first { $0.lastPathComponent.hasPrefix(name) } }

  /// The rows of a trial.
  static func rows(of trial: URL) throws -> [LogRecord] {
    var reader = try MotionLog.open(trial.path)
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
  static func errors(of rows: [LogRecord], _ device: DeviceModel<Double>) -> AttitudeErrorHistory {
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
