import AttitudeFilters
import AttitudeSmoothing

/// A method of a benchmark: one of Cardan's filters, its smoother, or a filter of another Python package.
package struct BenchmarkMethod: Sendable {
  enum Program: Sendable {
    case filter(FilterSelection)
    case smoother(AttitudeSmootherParameters)
    case peer(PeerPrograms)
  }

  /// The name of the filter; of a peer as in Python, such as `vqf.VQF`.
  package let name: String
  /// The version of its package.
  package let version: String
  /// The recordings on which its parameters were tuned.
  package let tuning: String
  let program: Program

  init(name: String, version: String, tuning: String, program: Program) {
    self.name = name
    self.version = version
    self.tuning = tuning
    self.program = program
  }

  /// A filter of Cardan.
  package init(_ filter: FilterSelection, version: String) {
    self.init(
      name: filter.kind.name, version: version,
      tuning: filter.values.isEmpty ? filter.kind.tuning : "by the caller", program: .filter(filter))
  }

  /// The smoother, which estimates each attitude from the whole recording.
  package init(smoother parameters: AttitudeSmootherParameters, version: String) {
    self.init(
      name: "smoother", version: version,
      tuning: parameters.changedValues.isEmpty ? FilterKind.default.tuning : "by the caller",
      program: .smoother(parameters))
  }

  /// Whether the method is of another package.
  package var isPeer: Bool {
    if case .peer = program { true } else { false }
  }
}

extension FilterKind {
  /// The recordings on which the default parameters were tuned.
  fileprivate var tuning: String {
    switch self {
    case .default, .default14, .mekf: "16 of 39 trials of BROAD"
    case .vqf: "its authors' choice of public sets, BROAD among them"
    case .madgwick, .mahony, .complementary: "its paper's own recordings, or none"
    }
  }
}
