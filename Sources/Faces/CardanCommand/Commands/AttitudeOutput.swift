import AttitudeFilters
import LogFormats
import LogTables
import Rotations

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

/// The output formats of attitude.
enum AttitudeFormat: String, OutputFormat {
  /// CSV with units in its header.
  case csv
  /// A TUM trajectory, for evo.
  case tum
  /// An EuRoC table of timestamps, positions of zero and quaternions.
  case euroc
  /// A structured NumPy array.
  case npy
  /// NumPy arrays in an archive.
  case npz
  /// An Arrow table.
  case arrow
  /// Messages of ROS 2.
  case mcap

  var endings: [String] {
    switch self {
    case .csv, .euroc: ["csv"]
    case .tum: ["tum"]
    case .npy: ["npy"]
    case .npz: ["npz"]
    case .arrow: ["arrow", "arrows", "feather"]
    case .mcap: ["mcap"]
    }
  }

  /// Whether the columns are selectable.
  var hasColumns: Bool { self != .tum && self != .euroc }

  /// Whether it is written sequentially, as to a pipe.
  var isStream: Bool { self != .npy && self != .npz }

  /// Whether it is a text that can begin with comments; npy and npz have no place for them, arrow and mcap always have them.
  var hasComments: Bool { self == .csv || self == .tum || self == .euroc }
}

extension OptionRule {
  /// `--comments`, in every command that writes attitudes as text.
  static func comments(_ target: WritableKeyPath<Command, Bool>) -> OptionRule {
    .flag(
      "comments", target, true,
      "Begin a text result with lines of '#' that say how it was made; read it with pandas.read_csv(FILE, comment='#')")
  }
}

extension AttitudeColumns {
  /// The names of the groups for the help.
  static var listed: String {
    let named = groupNames.filter { AttitudeColumns(names: $0).map(AttitudeColumns.all.isSuperset) == false }
    return groupNames.joined(separator: ", ") + "; all is all but \(named.joined(separator: ", "))"
  }
}
