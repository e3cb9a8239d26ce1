import Foundation
import TestSupport
import Testing

@testable import FileAccess
@testable import LogFormats
@testable import LogTables

/// Compressed logs, written by the libraries of Python.
@Suite(.needs(Requirement.robotLogPeers), .endedWhenHanging)
struct CompressionTests {
  let folder = TemporaryFolder()

  static let kinds = ["zstd", "lz4", "bzip2", "gzip"]

  /// A table, by default of 20,000 rows.
  private func table(_ count: Int = 20_000) throws -> String {
    var generator = SplitMix64(seed: 18)
    let rows = (0..<count).map { index in
      "\(index)," + (0..<3).map { _ in "\(Int(generator.next() % 1000))" }.joined(separator: ",")
    }
    return try folder.write("t [ms],gx [rad/s],gy,gz\n" + rows.joined(separator: "\n") + "\n")
  }

  private func rows(_ path: String) throws -> [String] {
    try records(path).map { "\($0.timestamp) \($0.angularRate)" }
  }

  /// In two frames, detected by content.
  @Test(arguments: kinds) func compressedTextsAreReadAsTexts(_ kind: String) throws {
    let (table, compressed) = (try table(), folder.path("log.dat"))
    try Peer.robotLogs.run(["compress", kind, table, compressed])
    #expect(try rows(compressed) == rows(table))
    #expect(MotionLog.isLog(compressed))
  }

  @Test(arguments: kinds) func compressedFlightLogsAreReadAsFlightLogs(_ kind: String) throws {
    let (log, compressed) = (try folder.write(ULogFile.still(5000).data, to: "a.ulg"), folder.path("log.dat"))
    try Peer.robotLogs.run(["compress", kind, log, compressed])
    #expect(try rows(compressed) == rows(log))
    #expect(try MotionLog.open(compressed).header.contents?.damage.summary == nil)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: compressed))
    let cut = try folder.write(bytes.prefix(bytes.count / 4 * 3), to: "cut.dat")
    // The first frame is whole.
    let count = try records(cut).count
    #expect(count >= 2498 && count < 5000)
    #expect(try MotionLog.open(cut).header.contents?.damage.summary != nil)
  }

  /// A range of a known size yields what precedes the damage, as one of an unknown size does.
  @Test(arguments: ["zstd", "lz4"]) func aDamagedFrameYieldsWhatPrecedesTheDamage(_ kind: String) throws {
    let (table, compressed) = (try table(60_000), folder.path("log.dat"))
    try Peer.robotLogs.run(["compress", kind, table, compressed])
    let (whole, bytes) = (try folder.text("log.csv").utf8, try Data(contentsOf: URL(fileURLWithPath: compressed)))
    for damage in [4, 6, 9] {
      var damaged = bytes
      damaged[bytes.count * damage / 10] ^= 0x55
      let file = try BlockFile(try folder.write(damaged, to: "damaged.dat"), path: "damaged.dat")
      let compression = try #require(damaged.withUnsafeBytes { Compression(of: $0) })
      let counts = try [0, whole.count].map { size in
        let stream = try ByteStream(file, 0..<damaged.count, compression, size: size)
        _ = try stream.skip(whole.count)
        #expect(try stream.peek(1).isEmpty && stream.isDamaged)
        return stream.position
      }
      #expect(counts[1] >= counts[0] && counts[1] > whole.count * (damage - 3) / 10, "\(damage): \(counts)")
    }
  }

  /// What precedes the damage is read, and the place of the damage is known.
  @Test(arguments: kinds) func damageEndsATextWithItsPlace(_ kind: String) throws {
    let (table, compressed) = (try table(), folder.path("log.dat"))
    try Peer.robotLogs.run(["compress", kind, table, compressed])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: compressed))
    let whole = try rows(table)
    var generator = SplitMix64(seed: 3)
    for index in 0..<20 {
      var damaged = bytes
      let place = bytes.count / 5 * 3 + Int(generator.next() % UInt64(bytes.count / 5 * 2 - 100))
      if index % 2 == 0 { damaged = bytes.prefix(place) } else { damaged[place] ^= 0x55 }
      let path = try folder.write(damaged, to: "damaged.dat")
      var reader = try MotionLog.open(path)
      var found: [String] = []
      var error: LogError?
      do throws(LogError) {
        while let record = try reader.next() { found.append("\(record.timestamp) \(record.angularRate)") }
      } catch let failure {
        error = failure
      }
      // The first frame is whole. A changed byte may decompress to other text, whose error is then that of a row.
      #expect(found.count >= 9_000 && (error != nil || reader.damage.summary != nil))
      if index % 2 == 0 {
        #expect(whole.starts(with: found) && error == nil)
        #expect(reader.damage.firstOffset == place, "\(reader.damage)")
      }
    }
  }

  @Test func compressedArraysAreRefused() throws {
    let path = folder.path("a.npz.gz")
    try Peer.robotLogs.run(["compress", "gzip", fixture("recording.npz"), path])
    #expect(failure(path)?.fact == .compressed)
    guard case .unreadable = MotionLog.kind(of: path) else {
      Issue.record("\(MotionLog.kind(of: path))")
      return
    }
  }
}
