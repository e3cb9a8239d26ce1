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
