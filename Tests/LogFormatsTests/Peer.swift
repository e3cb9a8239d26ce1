import Foundation
import TestSupport

/// A script of `Peers`, which reads and writes logs with independent libraries.
enum Peer: String {
  case flightLogs = "flight_logs"
  case robotLogs = "robot_logs"
  case tables
  case textLogs = "text_logs"
  case videos

  /// Runs the script and returns the words of its lines.
  @discardableResult
  func run(_ arguments: [String]) throws -> [[Substring]] {
    let script = Project.file("Tests/LogFormatsTests/Peers/\(rawValue).py").path
    let run = try Program.run([Toolchain.python, script] + arguments)
    guard run.status == 0 else { throw ProgramError(run.transcript) }
    return run.output.split(separator: "\n").map { $0.split(separator: " ") }
  }

  /// Every form of bag that the peers write, made once for all tests.
  static let bags = Result { try robotLogs.written(["write", RobotLogTests.razor]) }
  /// Every form of Arrow table that the peers write, made once for all tests.
  static let arrowTables = Result { try tables.written(["write"]) }

  /// Runs the script with a folder of its own and returns the paths that it prints.
  private func written(_ arguments: [String]) throws -> [String] {
    let folder = Project.products.appending(path: "peers.\(rawValue)")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try run(arguments + [folder.path]).map { String($0[0]) }
  }

  /// Runs the script and returns the numbers of its lines.
  func numbers(_ arguments: [String]) throws -> [[Double]] {
    try run(arguments).map { words in words.compactMap { Double($0) } }
  }
}

extension Requirement {
  static let flightLogPeers = [Requirement.python("pyulog"), .python("pymavlink")]
  static let robotLogPeers = [Requirement.python("rosbags"), .python("mcap"), .python("lz4"), .python("zstandard")]
  static let tablePeers = [Requirement.python("pyarrow"), .python("polars")]
  static let textLogPeers = [Requirement.python("pandas"), .python("zstandard"), .python("telemetry_parser")]

  /// A shared recording by its path in the folder of recordings.
  static func recording(_ name: String) -> Requirement {
    Requirement(name, remedy: "set CARDAN_DATASETS to the folder of the shared recordings") {
      FileManager.default.fileExists(atPath: SharedRecordings.folder.appending(path: name).path)
    }
  }
}
