import Foundation
import MotionLogs

/// Finds the logs that the operands name: files as they are, folders by the recordings in them.
enum LogDiscovery {
  /// The logs, in the order of the operands, those of a folder in the order of their names.
  static func logs(named operands: [String]) throws(UsageError) -> [String] {
    var logs: [String] = []
    for operand in operands {
      if holdsLogs(operand) { logs += try contents(of: operand) } else { logs.append(operand) }
    }
    return logs
  }

  /// Whether an operand stands for what is in it: a folder that is not itself a recording, as EuRoC's are.
  static func holdsLogs(_ path: String) -> Bool { isFolder(path) && !MotionLog.isLog(path) }

  /// Whether the path is that of a folder.
  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func contents(of folder: String) throws(UsageError) -> [String] {
    do throws(LogError) {
      let logs = try MotionLog.logs(in: folder)
      if logs.isEmpty {
        throw LogError(path: folder, message: "no file in this folder is a recording that can be read")
      }
      return logs
    } catch {
      throw UsageError(error.description)
    }
  }
}
