/// What the command line asks for.
struct Options {
  /// What is measured.
  enum Mode: String {
    case times, latency, scaling, lanes
  }

  static let usage = """
    usage: cardan-benchmarks [times|latency|scaling|lanes] [options]

      times     nanoseconds and allocations per sample of every filter (the default)
      latency   percentiles of single updates, at 286, 100, 50, 1000 and 8000 Hz
      scaling   cost per sample and memory from 1 log to 1000 and from 1 s to 10 h
      lanes     what lanes gain on every core: 64 recordings, and one of 10 h in pieces

      --repetitions N   how often each case runs, in turn with the others (default 41; latency 11, others 3)
      --samples N       length of the simulated recordings (default 8580; latency 20000)
      --only TEXT       only filters with TEXT in their name (of times, peers always run)
      --peers LIBRARY   also measure the library that PeerTiming/build.sh made, and print ratios
      --json FILE       where all figures go (default Benchmarks/results/MODE.json)
    """

  var mode = Mode.times
  var repetitions: Int
  var samples: Int
  var only = ""
  var peers: String?
  var json: String

  /// The options from the arguments after the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    if let first = rest.first, let mode = Mode(rawValue: first) {
      self.mode = mode
      rest.removeFirst()
    }
    repetitions = mode == .times ? 41 : mode == .latency ? 11 : 3
    samples = mode == .latency ? 20_000 : 8580
    json = "Benchmarks/results/\(mode.rawValue).json"
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw UsageError(message: "\(option) needs a value") }
      switch option {
      case "--repetitions": repetitions = try Self.number(value)
      case "--samples": samples = try Self.number(value)
      case "--only": only = value
      case "--peers": peers = value
      case "--json": json = value
      default: throw UsageError(message: "unknown option \(option)")
      }
    }
  }

  private static func number(_ text: String) throws(UsageError) -> Int {
    guard let number = Int(text), number > 0 else { throw UsageError(message: "\(text) is no number above zero") }
    return number
  }
}

/// What is wrong with the command line.
struct UsageError: Error {
  var message: String
}
