import Foundation

// Long-run behaviour of sessions: millions of samples into a slow handler, and managers created and destroyed. Under
// AddressSanitizer the end of the program is the leak check.

let usage = """
  motion-soak RECORDING [N]           Replay N samples of a recording, repeatedly, into a slow handler [10 000 000]; exit
                                      with 1 if memory grew or a sample was neither delivered nor counted as dropped
  motion-soak --churn RECORDING [N]   Start, stop and release N managers while they run [300]
  """

var arguments = Array(CommandLine.arguments.dropFirst())
let churns = arguments.first == "--churn"
if churns { arguments.removeFirst() }
guard let recording = arguments.first, !recording.hasPrefix("--") else {
  print(usage)
  exit(2)
}
let count = arguments.count > 1 ? Int(arguments[1]) : nil
if churns {
  print("values: \(try await Churn(recording: recording, count: count ?? 300).run())")
} else {
  let isGood = try await Soak(recording: recording, sampleCount: count ?? 10_000_000).run()
  exit(isGood ? 0 : 1)
}
