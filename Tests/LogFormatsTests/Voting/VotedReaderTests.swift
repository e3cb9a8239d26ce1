import AttitudeFilters
import Foundation
import MotionSamples
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

/// Several IMUs of a file as one recording.
@Suite struct VotedReaderTests {
  let folder = TemporaryFolder()

  /// Options for a vote of all IMUs, or of some.
  private static func voting(_ numbers: [Int]? = nil) -> LogOptions {
    var options = LogOptions()
    options.imus = numbers.map { .numbers($0) } ?? .all
    return options
  }

  /// IMUs that read (k, imu, 0) rad/s in FLU at row k, 4 ms apart, each `delay` µs after the one before, without the rows
  /// that `isLost` names.
  private func log(
    _ count: Int, rows: Int, delay: UInt64 = 0, isLost: (_ imu: Int, _ row: Int) -> Bool = { _, _ in false }
  ) throws -> String {
    var file = ULogFile()
    file.addIMUs(count)
    for row in 0..<rows {
      for imu in 0..<count where !isLost(imu, row) {
        file.addIMU(
          imu, at: 1_000_000 + 4000 * UInt64(row) + delay * UInt64(imu),
          rate: [Float(row) / 64, -Float(imu) / 64, 0], force: [0, 0, -9.75])
      }
    }
    return try folder.write(file.data, to: "flight.ulg")
  }

  /// The mean over the IMUs of y = imu is the mean of the numbers; the rows have the times of the first.
  @Test func theRowsAreThoseOfTheFirstWithTheReadingsOfAll() throws {
    let path = try log(3, rows: 100, delay: 900)
    let rows = try records(path, options: Self.voting())
    #expect(rows.map(\.timestamp) == (0..<100).map { (row: Int64) in 1_000_000_000 + 4_000_000 * row })
    for (index, row) in rows.enumerated() {
      #expect(abs(row.angularRate.x - Double(index) / 64) < 1e-5)
      #expect(abs(row.angularRate.y - 1.0 / 64) < 1e-5)
      #expect(abs(row.specificForce.z - 9.75) < 1e-4)
    }
    // With a chosen order another clock leads.
    let some = try records(path, options: Self.voting([2, 0]))
    #expect(some.first?.timestamp == 1_001_800_000)
    #expect(abs(some[50].angularRate.y - 1.0 / 64) < 1e-5)
  }

  /// While the first is silent, rows are those of the second, and the mean bias stays.
  @Test func theNextOneLeadsWhileTheFirstIsSilent() throws {
    let path = try log(2, rows: 1500) { imu, row in imu == 0 && (500..<900).contains(row) || imu == 1 && row >= 1300 }
    var reader = try MotionLog.open(path, options: Self.voting())
    var rows: [LogRecord] = []
    while let row = try reader.next() { rows.append(row) }
    #expect(rows.map(\.timestamp) == (0..<1500).map { (row: Int64) in 1_000_000_000 + 4_000_000 * row })
    for (index, row) in rows.enumerated() {
      #expect(abs(row.angularRate.x - Double(index) / 64) < 1e-4)
      #expect(abs(row.angularRate.y - 0.5 / 64) < 1e-4)
    }
    let summary = try #require(reader.voting)
    #expect(summary.imus.map(\.number) == [0, 1] && summary.imus.map(\.topic) == ["vehicle_imu", "vehicle_imu"])
    let silence = try #require(summary.imus[0].episodes.first)
    #expect(silence.sensor == .gyroscope && silence.fault == .silent && silence.isLeftOut)
    // Silent after 0.1 s of 2.0 to 3.6 s, back after 2 s.
    #expect(abs(silence.start - 2.1) < 0.02 && abs((silence.end ?? 0) - 5.6) < 0.05)
    #expect(summary.imus[1].episodes.map(\.fault) == [.silent, .silent] && summary.imus[1].episodes[0].end == nil)
    #expect(
      summary.imus.contains { imu in
        imu.episodes.contains { imu.description(of: $0) == "IMU 1: gyroscope silent from 5.3 s on" }
      })
  }

  @Test func readingsFarFromARowAreLeftOut() throws {
    // Row 10 of the second IMU is late by a whole interval: it belongs to row 11, where its own is lost.
    let path = try log(2, rows: 20) { imu, row in imu == 1 && row == 10 }
    let rows = try records(path, options: Self.voting())
    #expect(rows.count == 20)
    #expect(rows.allSatisfy { abs($0.angularRate.y - 0.5 / 64) < 1e-5 })
  }

  @Test func theHeaderNamesAllThatVote() throws {
    let path = try log(3, rows: 5)
    let header = try MotionLog.open(path, options: Self.voting([0, 2])).header
    #expect(header.contents?.recordings.map(\.isChosen) == [true, false, true])
    #expect(header.hasGyroscope && header.hasAccelerometer && !header.hasMagnetometer)
  }

  @Test func whatCannotVoteIsRefused() throws {
    let one = try log(1, rows: 5)
    #expect(failure(one, options: Self.voting())?.fact == .imuCount(1, candidates: []))
    let three = try log(3, rows: 5)
    #expect(failure(three, options: Self.voting([0, 3]))?.fact == .imuMissing(3, present: [0, 1, 2]))
    #expect(failure("\(three)#1", options: Self.voting()) != nil)
    #expect(failure("-", options: Self.voting()) != nil)
    let five = try log(5, rows: 5)
    #expect(failure(five, options: Self.voting())?.fact == .imuCount(5, candidates: []))
    #expect(failure(five, options: Self.voting([4, 1])) == nil)
    let table = try folder.write(Data("t [s],gyro_x [rad/s],gyro_y,gyro_z\n0,0,0,0\n".utf8), to: "table.csv")
    #expect(failure(table, options: Self.voting())?.fact == .imuCount(1, candidates: []))
  }

  /// A file with `sensor_combined` at 250 Hz for 4 s, if `hasCombined`, and IMUs for 4 s from a row on, at a part of its rate.
  private func log(_ imus: [(every: Int, from: Int)], hasCombined: Bool = true) throws -> String {
    var file = hasCombined ? ULogFile.still(0) : ULogFile()
    file.addIMUs(imus.count)
    for row in 0..<2000 {
      if hasCombined, row < 1000 { file.addCombined(at: 1_000_000 + 4000 * UInt64(row)) }
      for (imu, place) in imus.enumerated()
      where row % place.every == 0 && (place.from..<place.from + 1000).contains(row) {
        file.addIMU(imu, at: 1_000_000 + 4000 * UInt64(row), rate: [0, 0, 0.1], force: [0, 0, -9.75])
      }
    }
    return try folder.write(file.data, to: "flight.ulg")
  }

  /// The default logs of PX4 have the averages of all IMUs at 2 Hz beside one IMU at full rate.
  @Test func slowIMUsAreRefusedWithTheFastOne() throws {
    #expect(
      try refusal([(125, 0), (125, 0), (125, 0)])
        == "vehicle_imu at 2 Hz is too slow for a vote of IMUs; sensor_combined has 250 Hz; can vote: []")
    // One that is slow, of three.
    #expect(
      try refusal([(1, 0), (1, 0), (125, 0)])
        == "vehicle_imu#2 at 2 Hz is too slow for a vote of IMUs; sensor_combined has 250 Hz; can vote: [0, 1]")
    #expect(failure(try log([(1, 0), (1, 0), (125, 0)]), options: Self.voting([0, 1])) == nil)
    // All slow, and nothing better.
    #expect(
      try refusal([(25, 0), (25, 0)], hasCombined: false)
        == "vehicle_imu at 10 Hz is too slow for a vote of IMUs; can vote: []")
  }

  /// Why a vote of all is refused, and the numbers of those that can vote.
  private func refusal(_ imus: [(every: Int, from: Int)], hasCombined: Bool = true) throws -> String {
    let fact = try #require(failure(try log(imus, hasCombined: hasCombined), options: Self.voting())).fact
    guard case .imuTooSlow(_, _, _, _, let usable) = fact else { return "\(fact)" }
    return "\(fact); can vote: \(usable)"
  }

  @Test func voteOfDifferentTimesIsRefused() throws {
    let apart = try log([(1, 0), (1, 1000)], hasCombined: false)
    #expect(failure(apart, options: Self.voting())?.fact == .imuApart("vehicle_imu#1", from: "vehicle_imu"))
    #expect(failure(try log([(1, 0), (1, 600)], hasCombined: false), options: Self.voting()) != nil)
    #expect(failure(try log([(1, 0), (1, 400)], hasCombined: false), options: Self.voting()) == nil)
  }

  /// A vote has at least the rows of the file without it, at whatever rate the IMUs are.
  @Test(arguments: [1, 2, 3, 5, 10, 20, 125], [true, false])
  func aVoteHasNoFewerRows(every: Int, hasCombined: Bool) throws {
    let path = try log([(every, 0), (every, 0)], hasCombined: hasCombined)
    let isFast = every == 1 || !hasCombined && every <= 10
    #expect((failure(path, options: Self.voting()) == nil) == isFast)
    guard isFast else { return }
    #expect(try records(path, options: Self.voting()).count >= records(path, options: LogOptions()).count)
  }

  /// The same of every sample file of the repository that opens with a vote.
  @Test func noSampleHasFewerRowsInAVote() throws {
    var files = 0
    for name in ["datasets", "Fuzz/corpus", "Tests/LogFormatsTests/Fixtures"] {
      let found = FileManager.default.enumerator(at: Project.file(name), includingPropertiesForKeys: nil)
      for case let file as URL in try #require(found) where !file.hasDirectoryPath {
        guard let alone = try? records(file.path, options: LogOptions()) else { continue }
        files += 1
        guard let voted = try? records(file.path, options: Self.voting()) else { continue }
        #expect(voted.count >= alone.count, "\(file.path)")
      }
    }
    #expect(files > 10)
  }
}
