import Foundation
import MotionLogs

/// The public recordings that the repository does not hold: in the folder that the environment variable CARDAN_DATASETS
/// names, or in `../shared/datasets` beside the package.
enum SharedRecordings {
  /// The BROAD trials that are there, by name.
  static let broad: [String] = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder =
      ProcessInfo.processInfo.environment["CARDAN_DATASETS"]
      ?? package.deletingLastPathComponent().appending(path: "shared/datasets").path
    return (try? MotionLog.logs(in: folder + "/broad")) ?? []
  }()

  /// The trial with this number.
  static func trial(_ number: String) -> String? {
    broad.first { URL(filePath: $0).lastPathComponent.hasPrefix(number + "_") }
  }
}
