import TestSupport

/// Logs of robots by independent libraries.
enum RobotLogPeer {
  /// Runs `Peers/robot_logs.py` and returns its lines.
  @discardableResult
  static func run(_ arguments: [String]) throws -> [[Substring]] {
    let script = Project.file("Tests/MotionLogsTests/Peers/robot_logs.py").path
    let run = try Program.run([Toolchain.python, script] + arguments)
    guard run.status == 0 else { throw ProgramError(run.transcript) }
    return run.output.split(separator: "\n").map { $0.split(separator: " ") }
  }
}

extension Requirement {
  /// The independent readers and writers of bags.
  static let robotLogPeers = [Requirement.python("rosbags"), .python("mcap"), .python("lz4"), .python("zstandard")]
}
