import Foundation
import Testing

/// Programs of others in Python, installed by `Scripts/install-python-peers` under `.build/python`.
enum PythonPeer {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let interpreter = root.appending(path: ".build/python/bin/python").path

  /// Whether the tests run: the peer is there, or it must be (`CARDAN_NEEDS_PEERS`, which CI sets).
  static var isExpected: Bool {
    FileManager.default.isExecutableFile(atPath: interpreter)
      || ProcessInfo.processInfo.environment["CARDAN_NEEDS_PEERS"] != nil
  }

  static let reason: Comment = "pymavlink is not there: Scripts/install-python-peers could not install it"

  /// Starts a script of `Peers`; what it prints can be read from the pipe.
  static func start(_ script: String, _ arguments: [String]) throws -> (process: Process, output: Pipe) {
    let process = Process()
    process.executableURL = URL(filePath: interpreter)
    process.arguments = [root.appending(path: "Tests/LiveSourcesTests/Peers/\(script)").path] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    return (process, output)
  }
}
