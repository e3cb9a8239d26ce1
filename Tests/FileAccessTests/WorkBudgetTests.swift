import Foundation
import TestSupport
import Testing

@testable import FileAccess
@testable import LogTables

@Suite struct WorkBudgetTests {
  let folder = TemporaryFolder()

  /// 64 units for each byte and 2^20 for the smallest log.
  @Test func workIsInProportionToTheBytes() throws {
    let work = WorkBudget(path: "log", bytes: 1000)
    try work.charge(64_000 + 1 << 20)
    let error = #expect(throws: LogError.self) { try work.charge(1) }
    #expect(error?.path == "log" && error?.message.contains("more work") == true)
    // A pipe tells its size as it is read.
    let pipe = WorkBudget(path: "-", bytes: 0)
    try pipe.charge(1 << 20)
    pipe.grow(by: 10)
    try pipe.charge(640)
    #expect(throws: LogError.self) { try pipe.charge(1) }
    let huge = WorkBudget(path: "log", bytes: .max)
    try huge.charge(1 << 50)
    #expect(throws: LogError.self) { for _ in 0..<3 { try huge.charge(.max) } }
  }

  @Test func bytesThatAreDecompressedAreInProportion() throws {
    let work = WorkBudget(path: "log.gz", bytes: 1000)
    try work.expand(64_000 + 1 << 25)
    #expect(throws: LogError.self) { try work.expand(1) }
  }

  /// Six bytes for each of the log and 32 MB for the smallest, all in all, and an eighth of it for a part.
  @Test func memoryIsInProportionToTheBytes() throws {
    let work = WorkBudget(path: "log", bytes: 1000)
    try work.hold(6000 + 1 << 25 - 10)
    try work.hold(10)
    #expect(throws: LogError.self) { try work.hold(1) }
    #expect(work.longestPart == (6000 + 1 << 25) / 8)
    let large = WorkBudget(path: "log", bytes: 1 << 30)
    #expect(large.longestPart == 1 << 26 && large.windowLog == 27 && WorkBudget(path: "-", bytes: 0).windowLog == 27)
    #expect(work.windowLog == 25 && WorkBudget(path: "log", bytes: 6 << 20).windowLog == 26)
    #expect(throws: LogError.self) { for _ in 0..<3 { try large.hold(.max) } }
  }

  @Test func aLogEndsWithItsTime() throws {
    try WorkBudget(path: "log", bytes: 10, seconds: 1000).checkTime()
    let late = WorkBudget(path: "log", bytes: 1 << 20, seconds: 1e-9)
    let error = #expect(throws: LogError.self) { try late.charge(1 << 20) }
    #expect(error?.fact == .timedOut(1e-9))
  }

  /// One budget for all that a file is read through: of a table of small pieces that go back and forth too.
  @Test func readingTheSameBytesAgainAndAgainEnds() throws {
    let path = try folder.write(Data(count: 3 << 20), to: "three.bin")
    let file = try BlockFile(path, path: path)
    #expect(throws: LogError.self) {
      for round in 0..<100_000 { _ = try file.bytes(at: (round % 2) * (2 << 20), count: 16) }
    }
  }

  @Test func aFileThatIsCutOffIsAnError() throws {
    let path = try folder.write(Data(count: 3 << 20), to: "cut.bin")
    let (file, input) = (try BlockFile(path, path: path), try ByteInput(path, path: path))
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    _ = try file.bytes(at: 0, count: 16)
    #expect(try buffer.withUnsafeMutableBytes { try input.read(into: $0) } > 0)
    truncate(path, 1 << 16)
    for read in [
      { _ = try file.bytes(at: 2 << 20, count: 16) },
      { while try buffer.withUnsafeMutableBytes({ try input.read(into: $0) }) > 0 {} },
    ] {
      let error = #expect(throws: LogError.self, performing: read)
      #expect(error?.message == "the file was truncated while it was read")
    }
  }

  /// 60 000 members: their headers are read in the order of the file, and each is found by its name.
  @Test func anArchiveOfManyMembersIsOpenedAtOnce() throws {
    let path = folder.path("many.zip")
    var writer = ZipWriter(file: try AtomicFile(path: path))
    for index in 0..<60_000 {
      let text = Array("\(index % 10)\n".utf8)
      try writer.add("\(index)/x.csv", size: 2) { write throws(LogError) in
        try text.withUnsafeBufferPointer { bytes throws(LogError) in try write(bytes) }
      }
    }
    try writer.finish()
    let archive = try ZipArchive(path, path: path)
    #expect(archive.members.count == 60_000 && archive.member(named: "60000/x.csv") == nil)
    for name in ["0/x.csv", "59999/x.csv", "31415/x.csv"] {
      let reader = ByteReader(try archive.input(of: try #require(archive.member(named: name))))
      #expect(try reader.nextLine()?.text == String(name.dropLast(6).last ?? "-"))
    }
  }
}
