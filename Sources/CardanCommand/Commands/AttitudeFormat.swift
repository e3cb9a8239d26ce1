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

  /// Whether it is a text that can begin with comments.
  var hasComments: Bool { self == .csv || self == .tum || self == .euroc }
}
