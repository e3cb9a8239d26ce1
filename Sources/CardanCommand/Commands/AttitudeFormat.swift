/// The ways in which attitude is written.
enum AttitudeFormat: String, NamedChoice {
  /// A table with units in its header.
  case csv
  /// A TUM trajectory, for evo.
  case tum
  /// A table as EuRoC has it.
  case euroc
  /// A structured array of NumPy.
  case npy
  /// Arrays of NumPy in an archive.
  case npz

  /// The ending of files of this format.
  var ending: String {
    switch self {
    case .csv, .euroc: "csv"
    case .tum: "tum"
    case .npy: "npy"
    case .npz: "npz"
    }
  }

  /// Whether the columns can be chosen.
  var hasColumns: Bool { self == .csv || self == .npy || self == .npz }

  /// Whether it can be written from start to end, as to a pipe.
  var isStream: Bool { self != .npy && self != .npz }

  /// The format that the name of a result tells: by its ending, where that is of one format alone; else csv.
  init(ofResult path: String?) {
    self = [.tum, .npy, .npz].first { path?.hasSuffix(".\($0.ending)") == true } ?? .csv
  }
}
