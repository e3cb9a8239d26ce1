import Foundation
import LogFormats
import TestSupport
import Testing

@testable import LiveSources

@Suite struct MAVLinkFrameTests {
  /// Frames that pymavlink 2.4.50 wrote (`Peers/mavlink.py golden`), by "version signed name".
  static func golden() throws -> [(name: String, bytes: [UInt8])] {
    let file = Project.file("Tests/LiveSourcesTests/Golden/frames.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      let digits = Array(words[3].utf8)
      let bytes = stride(from: 0, to: digits.count, by: 2).map {
        UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) ?? 0
      }
      return (words[..<3].joined(separator: " "), bytes)
    }
  }

  @Test func theChecksumIsThatOfItsName() {
    let digits = Array("12345678".utf8)
    #expect(MAVLinkChecksum.value(of: digits, extra: UInt8(ascii: "9")) == 0x6F91)
  }

  @Test func framesOfBothVersionsAreRead() throws {
    let golden = try Self.golden()
    #expect(golden.count == 12)
    for (name, bytes) in golden {
      let frame = try #require(MAVLinkFrame.frames(in: bytes).first, "\(name)")
      #expect(frame.system == 7 && frame.component == 1)
      let message = try #require(InertialMessage(frame))
      let sample = message.sample.sample
      // Level and north: FRD has up along -z and north along x, the device up along z and north along y.
      if frame.kind == .highresIMU {
        #expect(message.sample.timestamp.nanoseconds == 3_000_000)
        #expect(
          [sample.specificForce.x, sample.specificForce.y, sample.specificForce.z] == [-0.25, 0.5, 9.75], "\(name)")
        #expect([sample.angularRate.x, sample.angularRate.y, sample.angularRate.z] == [0.25, 3.125, -0.5])
      } else {
        #expect(message.sample.timestamp.nanoseconds == 3_000_000)
        #expect(abs(sample.specificForce.z - 9.80665) < 1e-12 && abs(sample.specificForce.x - 0.1961330) < 1e-12)
        #expect(abs(sample.angularRate.y - 0.103) < 1e-12 && abs(sample.angularRate.z + 0.3) < 1e-12)
      }
      #expect(abs(sample.magneticField.y - 20) < 1e-5 && abs(sample.magneticField.z + 40) < 1e-5)
    }
  }

  @Test func whatIsWrittenReadsBack() {
    for kind in MAVLinkMessageKind.allCases {
      for filled in [0, 1, kind.length / 2, kind.length] {
        let payload = (0..<kind.length).map { $0 < filled ? UInt8($0 + 1) : 0 }
        let frame = MAVLinkFrame(kind: kind, sequence: 200, system: 1, component: 191, payload: payload)
        #expect(frame.bytes.count == 12 + max(filled, 1))
        #expect(MAVLinkFrame.frames(in: frame.bytes) == [frame])
      }
    }
  }

  @Test func framesAreFoundBetweenGarbage() throws {
    let golden = try Self.golden()
    var random = SplitMix64(seed: 5)
    var stream: [UInt8] = []
    for (_, bytes) in golden {
      stream += (0..<Int.random(in: 0..<20, using: &random)).map { _ in UInt8.random(in: 0..<0xF0, using: &random) }
      stream += bytes
    }
    #expect(MAVLinkFrame.frames(in: stream).count == golden.count)
    // The checksum detects any wrong byte.
    let frame = golden[4].bytes
    for place in 1..<frame.count {
      var wrong = frame
      wrong[place] ^= 0x10
      #expect(MAVLinkFrame.frames(in: wrong).isEmpty, "\(place)")
    }
    // A heartbeat and an incomplete frame are skipped.
    let heartbeat: [UInt8] = [0xFD, 9, 0, 0, 0, 7, 1, 0, 0, 0] + Array(repeating: 0xFD, count: 9) + [1, 2]
    #expect(MAVLinkFrame.frames(in: heartbeat + frame).count == 1)
    #expect(MAVLinkFrame.frames(in: frame.dropLast()).isEmpty)
  }

  @Test func noBytesTrap() {
    var random = SplitMix64(seed: 9)
    for _ in 0..<5000 {
      let count = Int.random(in: 0..<60, using: &random)
      let bytes = (0..<count).map { _ in
        [0xFD, 0xFE, 0, 1, 26, 105, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)! as UInt8
      }
      for frame in MAVLinkFrame.frames(in: bytes) { _ = InertialMessage(frame) }
    }
    for kind in MAVLinkMessageKind.allCases {
      let full = MAVLinkFrame(
        kind: kind, sequence: 0, system: 0, component: 0, payload: Array(repeating: 0xFF, count: kind.length))
      _ = InertialMessage(full)
    }
  }

  /// 36.5 degrees: as a float with its bit set, or in hundredths, where zero stands for none.
  @Test func temperaturesAreRead() throws {
    func temperature(_ kind: MAVLinkMessageKind, _ bytes: [Int: UInt8]) throws -> Double {
      var payload = [UInt8](repeating: 0, count: kind.length)
      for (place, byte) in bytes { payload[place] = byte }
      let frame = MAVLinkFrame(kind: kind, sequence: 0, system: 1, component: 1, payload: payload)
      return try #require(InertialMessage(frame)).sample.temperature
    }
    #expect(try temperature(.highresIMU, [58: 0x12, 59: 0x42, 61: 0x10]) == 36.5)
    #expect(try temperature(.highresIMU, [58: 0x12, 59: 0x42, 60: 0x3F]).isNaN)
    for kind in [MAVLinkMessageKind.scaledIMU, .scaledIMU2, .scaledIMU3] {
      #expect(try temperature(kind, [22: 0x42, 23: 0x0E]) == 36.5)
      #expect(try temperature(kind, [:]).isNaN)
    }
    #expect(try temperature(.rawIMU, [27: 0x42, 28: 0x0E]) == 36.5)
  }

  @Test func missingReadingsAreAbsent() throws {
    var payload = [UInt8](repeating: 0, count: 63)
    payload[60] = 0b0011_1111  // accelerometer and gyroscope
    payload[35] = 0x3F
    let frame = MAVLinkFrame(kind: .highresIMU, sequence: 0, system: 1, component: 1, payload: payload)
    let sample = try #require(InertialMessage(frame)).sample.sample
    #expect(sample.magneticField.x.isNaN && sample.angularRate.x == 0 && sample.specificForce.x == 0)
    let zero = MAVLinkFrame(
      kind: .scaledIMU, sequence: 0, system: 1, component: 1, payload: Array(repeating: 0, count: 24))
    #expect(try #require(InertialMessage(zero)).sample.sample.magneticField.x.isNaN)
  }
}
