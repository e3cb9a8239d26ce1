import TestSupport

/// Arrow tables by independent libraries.
enum TablePeer {
  /// Runs `Peers/tables.py` and returns the words of its lines.
  @discardableResult
  static func run(_ arguments: [String]) throws -> [[Substring]] {
    let script = Project.file("Tests/MotionLogsTests/Peers/tables.py").path
    let run = try Program.run([Toolchain.python, script] + arguments)
    guard run.status == 0 else { throw ProgramError(run.transcript) }
    return run.output.split(separator: "\n").map { $0.split(separator: " ") }
  }
}

extension Requirement {
  /// The independent readers and writers of tables.
  static let tablePeers = [Requirement.python("pyarrow"), .python("polars")]
}
