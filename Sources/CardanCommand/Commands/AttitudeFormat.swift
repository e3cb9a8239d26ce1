/// The output formats of attitude.
enum AttitudeFormat: String, NamedChoice {
  /// CSV with units in its header.
  case csv
  /// A TUM trajectory, for evo.
  case tum
  /// An EuRoC table of timestamps and quaternions.
  case euroc
  /// A structured NumPy array.
  case npy
  /// NumPy arrays in an archive.
  case npz
  /// An Arrow table.
  case arrow

  /// The file name extension.
  var ending: String {
    switch self {
    case .csv, .euroc: "csv"
    case .tum: "tum"
    case .npy: "npy"
    case .npz: "npz"
    case .arrow: "arrow"
    }
  }

  /// Whether the columns are selectable.
  var hasColumns: Bool { self != .tum && self != .euroc }

  /// Whether it is written sequentially, as to a pipe.
  var isStream: Bool { self != .npy && self != .npz }

  /// The format of an output path, by an extension of one format only; otherwise csv.
  init(ofResult path: String?) {
    let endings: [(String, AttitudeFormat)] = [
      ("tum", .tum), ("npy", .npy), ("npz", .npz), ("arrow", .arrow), ("arrows", .arrow), ("feather", .arrow),
    ]
    self = endings.first { path?.hasSuffix(".\($0.0)") == true }?.1 ?? .csv
  }
}
