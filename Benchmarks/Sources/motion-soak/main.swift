import Foundation

// What sessions do in the long run: millions of samples past a slow handler, and managers that come and go. Under
// AddressSanitizer the end of the program is the check for leaks.

let usage = """
  motion-soak RECORDING [N]           N samples (10 000 000) of a recording, over and over, past a slow handler; exits with
                                      1 where memory grew or a value was neither taken nor counted as dropped
  motion-soak --churn RECORDING [N]   N managers (300) that are started, stopped, and let go of while they run
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
