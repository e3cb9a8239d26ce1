import Foundation
import MotionLogs

/// Finds the logs of the operands: files, and the logs in folders.
enum LogDiscovery {
  /// The logs in the order of the operands, those of a folder by name.
  static func logs(named operands: [String]) throws(UsageError) -> [String] {
    var logs: [String] = []
    for operand in operands {
      if holdsLogs(operand) { logs += try contents(of: operand) } else { logs.append(operand) }
    }
    return logs
  }

  /// Whether an operand is a folder of logs, and not an EuRoC folder, which is one log.
  static func holdsLogs(_ path: String) -> Bool { isFolder(path) && !MotionLog.isLog(path) }

  /// Whether the path is a folder.
  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func contents(of folder: String) throws(UsageError) -> [String] {
    do throws(LogError) {
      let logs = try MotionLog.logs(in: folder)
      if logs.isEmpty {
        throw LogError(path: folder, message: "no readable log in this folder")
      }
      return logs
    } catch {
      throw UsageError(error.description)
    }
  }
}
