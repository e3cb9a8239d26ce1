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

  /// The file name extension.
  var ending: String {
    switch self {
    case .csv, .euroc: "csv"
    case .tum: "tum"
    case .npy: "npy"
    case .npz: "npz"
    }
  }

  /// Whether the columns are selectable.
  var hasColumns: Bool { self == .csv || self == .npy || self == .npz }

  /// Whether it is written sequentially, as to a pipe.
  var isStream: Bool { self != .npy && self != .npz }

  /// The format of an output path, by an extension of one format only; otherwise csv.
  init(ofResult path: String?) {
    self = [.tum, .npy, .npz].first { path?.hasSuffix(".\($0.ending)") == true } ?? .csv
  }
}
