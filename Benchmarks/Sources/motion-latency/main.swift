import Cardan
import Dispatch
import Foundation

// How long it takes from a sample that a source returns to the handler that is called with its device motion, beside the
// bare step of the filter.

let usage = """
  motion-latency [--samples N] [--rate HZ]   latency of each way of delivery, and its ratio to a step of the filter
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
} else {
  let latency = LatencyBenchmark(
    sampleCount: number(after: "--samples", or: 1000), rate: number(after: "--rate", or: 200))
  try await latency.run()
}
