import CFileShims
import Foundation
import TestSupport
import Testing

@testable import FileAccess
@testable import LogTables

@Suite struct AtomicFileTests {
  let folder = TemporaryFolder()
  var path: String { "\(folder.path)/out.csv" }

  @Test func appearsWhenFinished() throws {
    let file = try AtomicFile(path: path)
    try file.write("new")
    #expect(
      try folder.names().allSatisfy { $0.hasPrefix(".") && $0.hasSuffix(".partial") } && folder.names().count == 1)
    try file.finish()
    #expect(try folder.names() == ["out.csv"] && folder.text("out.csv") == "new")
    try file.finish()
    file.abandon()
    #expect(try folder.text("out.csv") == "new")
  }

  @Test func keepsTheOldFileWhenAbandoned() throws {
    try folder.write("old", to: "out.csv")
    let file = try AtomicFile(path: path)
    try file.write(String(repeating: "new", count: 100_000))
    #expect(try folder.text("out.csv") == "old")
    file.abandon()
    #expect(try folder.names() == ["out.csv"] && folder.text("out.csv") == "old")
    #expect(throws: LogError.self) { try file.write(String(repeating: "x", count: 200_000)) }
  }

  @Test func isRemovedWhenLetGoOf() throws {
    do {
      let file = try AtomicFile(path: path)
      try file.write("half")
    }
    #expect(try folder.names().isEmpty)
  }

  /// What a killed run has left goes; what is being written stays, as does what belongs to another name.
  @Test func removesRemnants() throws {
    try folder.write("old", to: ".out.csv.1234-0.partial")
    try folder.write("old", to: ".other.csv.1234-0.partial")
    try folder.write("old", to: ".out.csv.txt")
    let file = try AtomicFile(path: path)
    try file.write("new")
    AtomicFile.removeRemnants(of: [path])
    #expect(try folder.names().count == 3 && !folder.names().contains(".out.csv.1234-0.partial"))
    try file.finish()
    #expect(try folder.names() == [".other.csv.1234-0.partial", ".out.csv.txt", "out.csv"])
    AtomicFile.removeRemnants(of: ["\(folder.path)/missing/out.csv"])
  }

  @Test func twoAtOnceDoNotMeet() throws {
    let one = try AtomicFile(path: path)
    let other = try AtomicFile(path: path)
    try one.write("one")
    try other.write("other")
    try one.finish()
    #expect(try folder.text("out.csv") == "one")
    try other.finish()
    #expect(try folder.names() == ["out.csv"] && folder.text("out.csv") == "other")
  }

  @Test func longTextsPassThroughTheBuffer() throws {
    let text = (0..<100_000).map { "line \($0)\n" }.joined()
    let file = try AtomicFile(path: path)
    try file.write(text)
    try file.finish()
    #expect(try folder.text("out.csv") == text)
  }

  /// What has been asked of the disk already changes nothing in the file.
  @Test func writesBackOnTheWay() throws {
    let text = (0..<1_000_000).map { "line \($0)\n" }.joined()
    let file = try AtomicFile(path: path)
    try file.write(text)
    #expect(file.writtenBack >= 8 << 20 && file.writtenBack <= file.position)
    try file.overwrite(at: 0, with: Array("LINE".utf8))
    try file.finish()
    #expect(try folder.text("out.csv") == "LINE" + text.dropFirst(4))
  }

  @Test func theSystemTakesTheHintForFilesAlone() throws {
    let file = open(try folder.write("text", to: "text"), O_RDWR)
    #expect(cardan_begin_write_back(file, 0, 4))
    close(file)
    var pipe: [Int32] = [0, 0]
    Glibc.pipe(&pipe)
    #expect(!cardan_begin_write_back(pipe[1], 0, 4))
    pipe.forEach { close($0) }
  }

  @Test func replacesTheFileBehindALink() throws {
    try folder.write("old", to: "real.csv")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(folder.path)/real.csv")
    let file = try AtomicFile(path: path)
    try file.write("new")
    try file.finish()
    #expect(try folder.text("real.csv") == "new" && folder.names() == ["out.csv", "real.csv"])
  }

  @Test func writesToDevices() throws {
    let file = try AtomicFile(path: "/dev/null")
    try file.write("gone")
    try file.finish()
    #expect(FileKind(of: "/dev/null") == .other)
  }

  @Test func aReplacedFileKeepsItsPermissions() throws {
    try folder.write("old", to: "out.csv")
    chmod(path, 0o600)
    let file = try AtomicFile(path: path)
    try file.write("new")
    try file.finish()
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  /// File systems allow names of 255 bytes.
  @Test func namesMayBeAsLongAsTheSystemAllows() throws {
    for stem in [String(repeating: "n", count: 251), String(repeating: "é", count: 125)] {
      let path = "\(folder.path)/\(stem).csv"
      let file = try AtomicFile(path: path)
      try file.write("new")
      let left = try AtomicFile(path: path)
      _ = left.keep()
      AtomicFile.removeRemnants(of: [path])
      try file.finish()
      #expect(try folder.names() == ["\(stem).csv"])
      unlink(path)
    }
  }

  @Test func keepsWhatMustNotBeLost() throws {
    let file = try AtomicFile(path: path)
    try file.write("rows")
    try file.flush()
    let kept = try #require(file.keep())
    file.abandon()
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == "rows" && !folder.exists("out.csv"))
    #expect(file.keep() == nil)
  }

  @Test func saysWhatIsWrong() throws {
    for bad in ["\(folder.path)/none/out.csv", "\(folder.path)/", folder.path] {
      do throws(LogError) {
        _ = try AtomicFile(path: bad)
        Issue.record("\(bad) was opened")
      } catch { #expect(error.path == bad && error.message.contains("failed to write"), "\(error)") }
    }
    let full = try AtomicFile(path: "/dev/full")
    try full.write("x")
    #expect(throws: LogError.self) { try full.finish() }
  }
}
