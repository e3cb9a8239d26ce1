import BatchFusion
import MotionLogs

/// The ways in which attitude is written.
enum AttitudeFormat: String, NamedChoice {
  /// A table with units in its header.
  case csv
  /// A TUM trajectory, for evo.
  case tum
  /// A table as EuRoC has it.
  case euroc

  /// The ending of files of this format.
  var ending: String { self == .tum ? "tum" : "csv" }
}

/// Groups of columns as an option value.
extension AttitudeColumns: ArgumentValue {
  init?(argument: String) { self.init(names: argument) }
  static var expectation: String { "names from \(groupNames.joined(separator: ",")), with commas between them" }
}

/// An open result, whatever its format.
struct AttitudeOutput {
  private var writer: any AttitudeWriter

  /// Opens a result. `columns` is for tables only.
  init(path: String, format: AttitudeFormat, columns: AttitudeColumns, comments: [String]) throws(LogError) {
    writer =
      switch format {
      case .csv: try CSVAttitudeWriter(path: path, columns: columns, comments: comments)
      case .tum: try TUMTrajectoryWriter(path: path, comments: comments)
      case .euroc: try EuRoCAttitudeWriter(path: path, comments: comments)
      }
  }

  mutating func write(_ record: AttitudeRecord) throws(LogError) { try writer.write(record) }
  mutating func finish() throws(LogError) { try writer.finish() }
}
