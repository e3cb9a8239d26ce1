import TestSupport

/// Text logs and archives by independent libraries.
enum TextLogPeer {
  /// Runs `Peers/text_logs.py` and returns the numbers of its lines.
  @discardableResult
  static func run(_ arguments: [String]) throws -> [[Double]] {
    let script = Project.file("Tests/MotionLogsTests/Peers/text_logs.py").path
    let run = try Program.run([Toolchain.python, script] + arguments)
    guard run.status == 0 else { throw ProgramError(run.transcript) }
    return run.output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
  }
}

extension Requirement {
  /// The independent readers and writers of text logs.
  static let textLogPeers = [Requirement.python("pandas"), .python("zstandard"), .python("telemetry_parser")]
}
