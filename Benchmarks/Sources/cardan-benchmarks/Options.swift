/// What the command line asks for.
struct Options {
  static let usage = """
    usage: cardan-benchmarks [--repetitions N] [--seconds S] [--only TEXT] [--peers LIBRARY] [--json FILE]

      --repetitions N   how often each case runs, in turn with the others (default 41)
      --seconds S       length of the simulated recording (default 30)
      --only TEXT       only filters with TEXT in their name (peers always run)
      --peers LIBRARY   also time the library that PeerTiming/build.sh made, and print ratios to VQF
      --json FILE       where all times go (default results/benchmarks.json)
    """

  var repetitions = 41
  var seconds = 30.0
  var only = ""
  var peers: String?
  var json = "results/benchmarks.json"

  /// The options from the arguments after the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw UsageError(message: "\(option) needs a value") }
      switch option {
      case "--repetitions":
        guard let number = Int(value), number > 0 else { throw UsageError(message: "\(value) is no number above zero") }
        repetitions = number
      case "--seconds":
        guard let number = Double(value), number > 0, number < 1e5 else {
          throw UsageError(message: "\(value) is no duration in seconds")
        }
        seconds = number
      case "--only": only = value
      case "--peers": peers = value
      case "--json": json = value
      default: throw UsageError(message: "unknown option \(option)")
      }
    }
  }
}

/// What is wrong with the command line.
struct UsageError: Error {
  var message: String
}
