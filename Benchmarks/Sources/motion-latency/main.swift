import Cardan
import Dispatch
import Foundation

// How long it takes from a sample that a source returns to the handler that is called with its device motion, beside the
// bare step of the filter; and a soak: millions of samples past a slow handler.

let usage = """
  motion-latency [--samples N] [--rate HZ]   latency of each way of delivery, and its ratio to a step of the filter
  motion-latency --soak RECORDING [N]        N samples (10 000 000) of a recording, over and over, past a slow handler
  """

func number(after option: String, or standard: Int) -> Int {
  guard let index = CommandLine.arguments.firstIndex(of: option), index + 1 < CommandLine.arguments.count else {
    return standard
  }
  return Int(CommandLine.arguments[index + 1]).flatMap { $0 > 0 ? $0 : nil } ?? standard
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") {
  print(usage)
} else if arguments.first == "--soak", arguments.count >= 2 {
  let count = arguments.count > 2 ? Int(CommandLine.arguments[3]) ?? 10_000_000 : 10_000_000
  try await Soak(recording: CommandLine.arguments[2], sampleCount: count).run()
} else {
  let latency = LatencyBenchmark(
    sampleCount: number(after: "--samples", or: 1000), rate: number(after: "--rate", or: 200))
  try await latency.run()
}
