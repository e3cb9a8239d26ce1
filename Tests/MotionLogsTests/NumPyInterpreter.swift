import Foundation
import Testing

/// NumPy, installed by `Scripts/install-python-peers` under `.build/python`.
enum NumPyInterpreter {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let path = root.appending(path: ".build/python/bin/python").path

  /// Whether its tests run: it is there, or it must be (`CARDAN_NEEDS_PEERS`, which CI sets).
  static let isExpected =
    (try? run("import numpy")) != nil || ProcessInfo.processInfo.environment["CARDAN_NEEDS_PEERS"] != nil

  static let reason: Comment = "NumPy is not there: Scripts/install-python-peers could not install it"

  /// Runs a script and gives what it prints; throws where it fails.
  static func run(_ script: String, _ arguments: String...) throws -> String {
    let python = Process()
    let output = Pipe()
    python.executableURL = URL(fileURLWithPath: path)
    python.arguments = ["-c", script] + arguments
    python.standardOutput = output
    try python.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    python.waitUntilExit()
    guard python.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return text
  }
}
