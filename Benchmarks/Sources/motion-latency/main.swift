import Cardan
import Dispatch
import Foundation

// Latency from a source's sample to the handler that receives its device motion, beside one filter step.

let usage = """
  motion-latency [--samples N] [--rate HZ]   Measure the latency of each delivery mode [1000 samples, 200 Hz]
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
