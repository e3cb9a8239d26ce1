/// The options of the command line.
struct Options {
  /// The quantity to measure.
  enum Mode: String {
    case times, latency, scaling, lanes
  }

  static let usage = """
    usage: cardan-benchmarks [times|latency|scaling|lanes] [options]

      times     Nanoseconds and allocations per sample of every filter (the default)
      latency   Percentiles of single updates at 286, 100, 50, 1000 and 8000 Hz
      scaling   Cost per sample and memory for 1 to 1000 logs of 1 s to 10 h
      lanes     Gain from SIMD lanes and threads for 64 recordings

      --repetitions N   Run each case N times, interleaved [41; latency 11, others 3]
      --samples N       Simulate recordings of N samples [8580; latency 20000]
      --only TEXT       Run only filters with TEXT in their name (times: peers always run)
      --peers LIBRARY   Also measure the library built by PeerTiming/build.sh, and print ratios
      --json FILE       Write all figures to FILE [Benchmarks/results/MODE.json, with --peers peer-MODE.json]
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
    var json: String?
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
    self.json = json ?? "Benchmarks/results/\(peers == nil ? "" : "peer-")\(mode.rawValue).json"
  }

  private static func number(_ text: String) throws(UsageError) -> Int {
    guard let number = Int(text), number > 0 else {
      throw UsageError(message: "expected a positive number, found '\(text)'")
    }
    return number
  }
}

/// An invalid command line.
struct UsageError: Error {
  var message: String
}
