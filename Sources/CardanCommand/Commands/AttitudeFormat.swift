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

  /// The ending of files of this format.
  var ending: String {
    switch self {
    case .csv, .euroc: "csv"
    case .tum: "tum"
    case .npy: "npy"
    }
  }

  /// Whether the columns can be chosen.
  var hasColumns: Bool { self == .csv || self == .npy }

  /// Whether it can be written from start to end, as to a pipe.
  var isStream: Bool { self != .npy }
}
