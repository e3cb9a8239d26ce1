import Foundation
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

/// Every error names the file, and the line and column where there are some.
@Suite struct BadRecordingTests {
  let folder = TemporaryFolder()
  static let header = "t [s],gx [dps],gy,gz,ax [g],ay,az\n"

  @Test(arguments: [
    ("0,1,2,3,4,5,6\n1,1,2,x3,4,5,6\n", 3, "gz", "expected a number, found \"x3\""),
    ("0,1,2,3,4,5\n", 2, "az", "expected 7 fields, found 6"),
    ("0,1,2,3,4,5,6,7\n", 2, "az", "more fields"),
    ("0,1,2,3,4,5,6,,\n", 2, "az", "more fields"),
    (",1,2,3,4,5,6\n", 2, "t [s]", "expected a timestamp, found nothing"),
    ("nan,1,2,3,4,5,6\n", 2, "t [s]", "expected a timestamp, found \"nan\""),
    ("2024-01-01,1,2,3,4,5,6\n", 2, "t [s]", "2024-01-01"),
    ("1e12,1,2,3,4,5,6\n", 2, "t [s]", "292 years"),
    ("0,1,2,3 4,4,5,6\n", 2, "gz", "found \"3 4\""),
    ("0,1,2,3,4,5,6\n0,1,0x2,3,4,5,6\n", 3, "gy", "found \"0x2\""),
    ("0,1,2,3,4,5,6\n\n# c\n0,1,--2,3,4,5,6\n", 5, "gy", "found \"--2\""),
    ("0,1,2,3,4,5,6\n0.1,1,2\n", 3, "gz", "expected 7 fields, found 3"),
    ("0,1,2,3,4,5,6\n0,1,2,\u{0},4,5,6\n", 3, "gz", "expected a number"),
    ("0,1e,2,3,4,5,6\n", 2, "gx [dps]", "found \"1e\""),
  ])
  func rowsNameLineAndColumn(_ rows: String, _ line: Int, _ name: String, _ words: String) throws {
    // More than 4096 bytes of comment first, so that a zero byte is not taken for a sign of a binary file.
    let remark = "# \(String(repeating: "-", count: 5000))\n"
    let path = try folder.write(remark + Self.header + rows)
    let error = try #require(failure(path))
    #expect(error.path == path)
    #expect(error.line == line + 1)
    #expect(error.name == name)
    let column = try #require(["t [s]", "gx [dps]", "gy", "gz", "ax [g]", "ay", "az"].firstIndex(of: name)) + 1
    #expect(error.column == column)
    #expect(error.message.contains(words), "\(error)")
    #expect(error.description == "\(path):\(line + 1):\(column): \(name): \(error.message)")
  }

  @Test func shortRowsBetweenBlanksAreNoticed() throws {
    for row in ["0 1 2", "0 1 2 ", "0 1 2\t  ", "0 1 2 3 4"] {
      let error = try #require(failure(folder.write("t[s] gx[dps] gy gz\n\(row)\n")))
      #expect(error.line == 2 && error.name == "gz" && error.message.contains("fields"), "\(row): \(error)")
    }
  }

  @Test(arguments: [
    ("", "empty"),
    ("\n\n", "names the columns"),
    ("# only a remark\n", "names the columns"),
    ("1,2,3\n4,5,6\n", "expected column names"),
    ("a,b,c\n1,2,3\n", "no column of a gyroscope"),
    ("t [s],gx [dps],gy\n0,1,2\n", "missing column for z"),
    ("t [s],gx [dps],gy,gz,gyro_x [dps]\n0,1,2,3,4\n", "second column for x"),
    ("t [parsec],gx [dps],gy,gz\n0,1,2,3\n", "\"parsec\""),
    ("t [s],gx [m/s^2],gy,gz\n0,1,2,3\n", "unknown unit \"m/s^2\" for the gyroscope"),
    ("q_w,q_x,q_y,q_z,t [s]\n1,0,0,0,0\n", "no column of a gyroscope"),
  ])
  func headersAreExplained(_ text: String, _ words: String) throws {
    let path = try folder.write(text)
    let error = try #require(failure(path))
    #expect(error.path == path && error.message.contains(words), "\(error)")
  }

  @Test func aHeaderAloneIsAnEmptyRecording() throws {
    #expect(try records(folder.write(Self.header)).isEmpty)
    #expect(try records(folder.write(String(Self.header.dropLast()))).isEmpty)
  }

  @Test func foreignContentIsExplained() throws {
    for (bytes, words) in [
      ([0x1f, 0x8b, 8, 0], "gzip"), ([0x28, 0xb5, 0x2f, 0xfd], "zstd"), ([0x50, 0x4b, 3, 4], "zip"),
      ([0xff, 0xfe, 0x74, 0], "UTF-16"),
      ([0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35], "unknown format"), ([0x89, 0x50, 0x4e, 0x47], "unknown format"),
    ] as [([UInt8], String)] {
      let path = try folder.write(Data(bytes + [0, 1, 2, 3]), to: "junk.csv")
      let error = try #require(failure(path))
      #expect(error.path == path)
      #expect(words == "unknown format" || error.message.contains(words), "\(error)")
      #expect(!MotionLog.isLog(path))
    }
  }

  @Test func randomBytesNeverPass() throws {
    var generator = SplitMix64(seed: 7)
    for round in 0..<300 {
      var bytes = Array(round % 2 == 0 ? Self.header.utf8 : "".utf8)
      // Half of them printable, so that they get as far as the parser.
      for _ in 0..<Int(generator.next() % 2000) {
        let byte = UInt8(truncatingIfNeeded: generator.next())
        bytes.append(round % 4 < 2 ? byte : 32 + byte % 95)
      }
      let path = try folder.write(Data(bytes), to: "junk.csv")
      guard let error = failure(path) else {
        // The first row is cut.
        #expect(try records(path).isEmpty, "round \(round) was read")
        continue
      }
      #expect(error.path == path)
    }
  }

  /// A recording cut at any byte gives its whole rows and counts the rest, never an error, a crash or another row.
  @Test func aCutRecordingIsReadToTheCut() throws {
    let text = Self.header + "0,1,2,3,4,5,6\n0.1,1,2,3,4,5,66\n"
    let whole = Array(text.utf8)
    for count in (Self.header.utf8.count - 1)..<whole.count {
      let path = try folder.write(Data(whole[..<count]), to: "cut.csv")
      var reader = try MotionLog.open(path)
      var rowCount = 0
      while try reader.next() != nil { rowCount += 1 }
      let lines = String(decoding: whole[..<count], as: UTF8.self).split(separator: "\n").dropFirst()
      // A cut within the last number looks whole.
      let isRow = { (line: Substring) in line.split(separator: ",", omittingEmptySubsequences: false).count == 7 }
      #expect(rowCount == lines.count(where: isRow), "\(count)")
      #expect(reader.damage.messages == lines.count { !isRow($0) }, "\(count)")
      #expect((reader.damage.summary == nil) == lines.allSatisfy(isRow))
    }
  }

  @Test func aLineWithoutEndIsAnError() throws {
    let path = try folder.write(Self.header + "0,1,2,3,4,5,6\n" + String(repeating: "1", count: 400_000))
    let error = try #require(failure(path))
    #expect(error.line == 3 && error.message.contains("longer than"))
    #expect(try failure(folder.write(String(repeating: "x", count: 400_000)))?.line == 1)
  }

  @Test func missingFilesAndFoldersAreErrors() throws {
    let missing = "\(folder.path)/none.csv"
    #expect(failure(missing)?.message.contains("No such file") == true)
    #expect(failure(folder.path)?.message.contains("folder") == true)
    #expect(throws: LogError.self) { try LogFolder(missing) }
    #expect(try LogFolder(folder.path).logs.isEmpty)
  }
}
