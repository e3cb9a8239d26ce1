import AttitudeFilters
import Rotations

import MotionLogs

/// An open result of any format.
struct AttitudeOutput {
  private var writer: any AttitudeWriter

  /// Opens a result. `columns` applies to all formats but tum and euroc, `comments` to all but npy
  /// and npz, `bag`, whose topics are kept, to mcap.
  init(
    path: String, format: AttitudeFormat, columns: AttitudeColumns, comments: [String], keepingTopicsOf bag: String?
  ) throws(LogError) {
    writer =
      switch format {
      case .csv: try CSVAttitudeWriter(path: path, columns: columns, comments: comments)
      case .tum: try TUMTrajectoryWriter(path: path, comments: comments)
      case .euroc: try EuRoCAttitudeWriter(path: path, comments: comments)
      case .npy: try NumPyAttitudeWriter(path: path, columns: columns)
      case .arrow: try ArrowAttitudeWriter(path: path, columns: columns, comments: comments)
      case .mcap:
        try MCAPAttitudeWriter(path: path, columns: columns, comments: comments, keepingTopicsOf: bag)
      case .npz: try NumPyArchiveAttitudeWriter(path: path, columns: columns)
      }
  }

  /// Writes rows.
  mutating func write(_ records: [Motion<Double>]) throws(LogError) {
    try writer.write(records)
  }

  /// Completes the result and renames it to its path.
  mutating func finish() throws(LogError) { try writer.finish() }
}
