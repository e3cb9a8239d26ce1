import Foundation

/// A folder of its own for one test, removed with it.
final class TestFolder {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "motion-logs-tests-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, with the folders on the way, and gives its path.
  func write(_ text: String, to name: String = "log.csv") -> String { write(Data(text.utf8), to: name) }

  func write(_ data: Data, to name: String) -> String {
    let file = "\(path)/\(name)"
    try? FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: file, contents: data)
    return file
  }

  /// The names in it, hidden ones too.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// The text of a file.
  func text(_ name: String) -> String { (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? "" }

  /// A file that is part of the tests.
  static func fixture(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures/\(name)").path
  }

  /// A file of the shared data sets; nil where they are not there.
  static func dataset(_ name: String) -> String? {
    let root =
      ProcessInfo.processInfo.environment["CARDAN_DATASETS"]
      ?? URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../shared/datasets").standardized.path
    let path = "\(root)/\(name)"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }
}
