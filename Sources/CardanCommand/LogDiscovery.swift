import Foundation
import MotionLogs

/// Finds the logs that the operands name: files as they are, folders by the files in them that look like logs.
enum LogDiscovery {
  /// The endings of files that a reader may understand.
  static let endings: Set<String> = ["csv", "txt", "hdf5", "h5"]

  /// The logs, in the order of the operands, those of a folder in the order of their names. Files in a folder that are
  /// hidden, are results of this program, or have another ending are passed over; a file that is named is always taken.
  static func logs(named operands: [String]) throws(UsageError) -> [String] {
    var logs: [String] = []
    for operand in operands {
      guard isFolder(operand) else {
        logs.append(operand)
        continue
      }
      let found = contents(of: operand)
      if found.isEmpty {
        let known = endings.sorted().map { ".\($0)" }.joined(separator: ", ")
        throw UsageError("no logs in folder '\(operand)': no file in it ends in \(known)")
      }
      logs += found
    }
    return logs
  }

  /// Whether the path is that of a folder.
  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func contents(of folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      let path = (folder as NSString).appendingPathComponent(name)
      let ending = (name as NSString).pathExtension.lowercased()
      let isResult = OutputNaming.isResult(name)
      return endings.contains(ending) && !name.hasPrefix(".") && !isResult && !isFolder(path) ? path : nil
    }
  }
}
