import Foundation

/// A folder that is removed with its owner, for suites that keep it as a property. Functions use `withTemporaryFolder`.
public final class TemporaryFolder: Sendable {
  public let url: URL
  public var path: String { url.path }

  public init() {
    url = FileManager.default.temporaryDirectory.appending(path: "cardan-\(UUID().uuidString)")
    try! FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in it.
  public func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file, creates the folders that lead to it, and returns its path.
  @discardableResult
  public func write(_ data: Data, to name: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file.path
  }

  @discardableResult
  public func write(_ text: String, to name: String = "log.csv") throws -> String {
    try write(Data(text.utf8), to: name)
  }

  public func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  public func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// The names of its files in order, hidden ones too, without the streams of a process (`standard-output`, …).
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix("standard-") }.sorted()
  }
}

/// Calls `body` with a folder that is removed afterwards.
public func withTemporaryFolder<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
  let folder = TemporaryFolder()
  return try withExtendedLifetime(folder) { try body(folder) }
}
