import Foundation
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

/// Videos written by the tests: axes, units, clocks, pauses, and what a file must not do.
@Suite struct GPMFTests {
  let folder = TemporaryFolder()

  private func write(_ file: GPMFFile, to name: String = "clip.csv") throws -> String {
    try folder.write(file.data, to: name)
  }

  /// Payloads of one second: a gyroscope of 8 Hz and an accelerometer of 4 Hz, whose times are in µs.
  private static func still(_ seconds: [Int], order: String? = nil, name: String = "Camera") -> GPMFFile {
    GPMFFile(
      payloads: seconds.map { second in
        let time = UInt64(second) * 1_000_000 + 500_000
        return GPMFFile.device(
          name: name,
          [
            GPMFFile.sensor(
              "ACCL", [[Int16]](repeating: [981, 20, 30], count: 4), order: order, fineTime: time, temperature: 40.5),
            GPMFFile.sensor(
              "GYRO", (0..<8).map { [Int16($0), 200, 300] }, order: order, fineTime: time, temperature: 41.5),
          ])
      })
  }

  @Test func axesAreThoseOfTheCamera() throws {
    // The numbers are z, x, y; x points left, y backward, z up.
    let rows = try records(write(Self.still([0, 1])))
    #expect(rows.count == 16)
    #expect(rows[3].angularRate == Vector3(x: -3, y: 2, z: 0.03))
    #expect(rows.last { !$0.specificForce.x.isNaN }?.specificForce == Vector3(x: -0.3, y: 0.2, z: 9.81))
    #expect(rows[3].temperature == 41.5)
    for (order, name, expected) in [
      ("YxZ", "HERO7 Black", Vector3(x: -0.03, y: -2, z: 3)), (nil, "Hero6 Black", Vector3(x: -0.03, y: -2, z: 3)),
      (nil, "Fusion", Vector3(x: 0.03, y: 2, z: 3)), ("XYZ", "Camera", Vector3(x: -2, y: 0.03, z: 3)),
      ("XXZ", "Camera", Vector3(x: -3, y: 2, z: 0.03)),
    ] as [(String?, String, Vector3<Double>)] {
      #expect(try records(write(Self.still([0, 1], order: order, name: name)))[3].angularRate == expected, "\(name)")
    }
  }

  @Test func readingsAreDistributedOverTheTimesOfTheirPayloads() throws {
    let path = try write(Self.still([0, 1, 2]))
    let times = try records(path).map(\.timestamp)
    #expect(times == (0..<24).map(Self.time))
    let contents = try #require(MotionLog.open(path).header.contents)
    #expect(contents.damage.messages == 0 && contents.recordings.map(\.count) == [24])
    #expect(contents.streams.map(\.topic) == ["GYRO", "ACCL", "GYRO"])
    #expect(try MotionLog.open(path).header.formatName == "GoPro GPMF")
    guard case .log("GoPro GPMF") = MotionLog.kind(of: path) else {
      Issue.record("\(MotionLog.kind(of: path))")
      return
    }
  }

  @Test func pausesAreGaps() throws {
    let seconds = [0, 1, 2, 10, 11]
    let times = try records(write(Self.still(seconds))).map(\.timestamp)
    let expected = seconds.flatMap { second in (0..<8).map { Self.time(8 * second + $0) } }
    #expect(times == expected)
  }

  /// The time of a reading by its number, at 8 Hz from 1.5 s on.
  private static func time(_ index: Int) -> Int64 { 1_500_000_000 + Int64(index) * 125_000_000 }

  @Test func aWrongTimeIsThatOfItsNeighbours() throws {
    var file = Self.still([0, 1, 2, 3])
    let wrong = Self.still([70]).payloads[0]
    file.payloads[1] = wrong
    #expect(try records(write(file)).map(\.timestamp) == (0..<32).map(Self.time))
  }

  @Test func theClockInMillisecondsOrThatOfTheTrackIsUsedWithoutMicroseconds() throws {
    func payload(_ second: UInt32, hasTime: Bool) -> [UInt8] {
      let time = hasTime ? 700 + second * 1000 : nil
      return GPMFFile.device([
        GPMFFile.sensor("GYRO", [[Int16]](repeating: [1, 2, 3], count: 4), coarseTime: time),
        GPMFFile.sensor("ACCL", [[Int16]](repeating: [1, 2, 3], count: 4), coarseTime: time),
      ])
    }
    for (hasTime, start) in [(true, 1_700_000_000), (false, 1_000_000_000)] as [(Bool, Int64)] {
      for isLong in [false, true] {
        let file = GPMFFile(payloads: (0..<3).map { payload($0, hasTime: hasTime) }, isLong: isLong)
        let times = try records(write(file)).map(\.timestamp)
        let expected = (0..<12).map { start + Int64($0) * 250_000_000 }
        #expect(times == expected)
      }
    }
  }

  @Test func placeAndDateAreThoseOfTheReceiver() throws {
    var file = Self.still([0, 1])
    let places = [Int32(47_500_000_0), Int32(8_500_000_0), Int32(432_000), Int32(0), Int32(0)]
    for second in 0..<2 {
      let stream = GPMFFile.nest(
        "STRM",
        [
          GPMFFile.item("STMP", "J", size: 8, GPMFFile.big(UInt64(second * 1_000_000 + 500_000))),
          GPMFFile.item("GPSF", "L", size: 4, GPMFFile.big(UInt32(3))),
          GPMFFile.item("GPSU", "U", size: 16, Array("231114120000.500".utf8)),
          GPMFFile.item(
            "SCAL", "l", size: 4, [10_000_000, 10_000_000, 1000, 1000, 100].flatMap { GPMFFile.big(Int32($0)) }),
          GPMFFile.item("GPS5", "l", size: 20, places.flatMap { GPMFFile.big($0) }),
        ])
      file.payloads[second] += GPMFFile.device([stream])
    }
    let contents = try #require(MotionLog.open(write(file)).header.contents)
    #expect(contents.date?.description == "2023-11-14" && contents.fixCount == 2)
    #expect(abs(try #require(contents.position).latitude * 180 / .pi - 47.5) < 1e-12)
    #expect(contents.position?.height == 432)
  }

  @Test func camerasOfOneFileAreSeveralRecordings() throws {
    var file = Self.still([0, 1])
    for second in 0..<2 {
      file.payloads[second] += GPMFFile.device(
        number: 2,
        [
          GPMFFile.sensor(
            "GYRO", [[Int16]](repeating: [100, 0, 0], count: 8), fineTime: UInt64(second) * 1_000_000 + 500_000)
        ])
    }
    let path = try write(file)
    #expect(try records("\(path)#1").map(\.angularRate.z) == [Double](repeating: 1, count: 16))
    #expect(try records(path).map(\.angularRate.x) == [Double](repeating: -3, count: 16))
  }

  @Test func aFileWithoutItsEndHasAllReadingsBeforeTheCut() throws {
    let file = Self.still([0, 1, 2])
    let whole = file.payloads.reduce(0) { $0 + $1.count } + 28
    let cut = try folder.write(file.data.prefix(whole - 7), to: "cut.mp4")
    // The last reading is cut.
    #expect(try records(cut).count == 23 - 1)
    let damage = try #require(MotionLog.open(cut).header.contents?.damage)
    #expect(damage.summary != nil && damage.places >= 1)
    #expect(try records(folder.write(file.data.prefix(whole), to: "noindex.mp4")).count == 24)
  }

  @Test func aDamagedStreamLosesItsOwnReadings() throws {
    var file = Self.still([0, 1, 2])
    // The count of the values of the accelerometer.
    let place = try #require(Data(file.payloads[1]).range(of: Data("ACCL".utf8))).lowerBound
    file.payloads[1][place + 6] = 0x7f
    let path = try write(file)
    let contents = try #require(MotionLog.open(path).header.contents)
    #expect(contents.damage.places == 1 && contents.damage.messages > 0)
    #expect(try records(path).count == 24)
    #expect(try records(path).count { !$0.specificForce.x.isNaN } == 8)
  }

  @Test func videosWithoutTelemetryAreNoLogs() throws {
    let video = try folder.write(GPMFFile().data + Data(count: 64), to: "film.mp4")
    #expect(!MotionLog.isLog(video))
    var file = Self.still([0, 1])
    file.payloads = file.payloads.map { _ in GPMFFile.device([]) }
    #expect(failure(try write(file))?.fact == .topicMissing(nil, candidates: []))
  }
}
