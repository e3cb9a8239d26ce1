import AttitudeFilters
import Rotations

import MotionLogs

/// An open result, whatever its format.
struct AttitudeOutput {
  private var writer: any AttitudeWriter

  /// Opens a result. `columns` is for tables and arrays, `comments` not for arrays.
  init(path: String, format: AttitudeFormat, columns: AttitudeColumns, comments: [String]) throws(LogError) {
    writer =
      switch format {
      case .csv: try CSVAttitudeWriter(path: path, columns: columns, comments: comments)
      case .tum: try TUMTrajectoryWriter(path: path, comments: comments)
      case .euroc: try EuRoCAttitudeWriter(path: path, comments: comments)
      case .npy: try NumPyAttitudeWriter(path: path, columns: columns)
      case .npz: try NumPyArchiveAttitudeWriter(path: path, columns: columns)
      }
  }

  /// Writes rows.
  mutating func write(_ records: [Motion<Double>]) throws(LogError) {
    try writer.write(records)
  }

  /// Gives the result its name.
  mutating func finish() throws(LogError) { try writer.finish() }
}
