import Foundation
import Rotations
import TestSupport
import Testing

@testable import FileAccess
@testable import LogFormats
@testable import LogTables

/// Flight logs against pyulog and pymavlink: the same readings, and more of them where the file is damaged.
@Suite(.needs(Requirement.flightLogPeers), .endedWhenHanging)
struct FlightLogPeerTests {
  let folder = TemporaryFolder()

  static func path(_ name: String) -> String { SharedRecordings.folder.appending(path: name).path }

  @Test(.needs(.recording("ulog/sample.ulg")), arguments: ["ulog/sample.ulg", "ulog/sample_log_small.ulg"])
  func readingsOfULogsAreThoseOfPyulog(_ name: String) throws {
    let path = Self.path(name)
    let own = try readings(.ulog) { ULogReader(try BlockFile(path, path: path)) }
    try requireEqual(own, to: FlightLogPeer.readings(path))
  }

  @Test(.needs(.recording("dataflash/plane_sitl.BIN")))
  func readingsOfDataFlashLogsAreThoseOfPymavlink() throws {
    let path = Self.path("dataflash/plane_sitl.BIN")
    try requireEqual(
      readings(.dataFlash) { DataFlashReader(try BlockFile(path, path: path)) }, to: FlightLogPeer.readings(path))
    let text = folder.path("plane.log")
    _ = try Peer.flightLogs.run(["text", path, text])
    try requireEqual(
      readings(.dataFlashText) { DataFlashTextReader(try ByteReader(path: text)) }, to: FlightLogPeer.readings(text))
    guard case .log("ArduPilot DataFlash text") = MotionLog.kind(of: text) else {
      Issue.record("\(MotionLog.kind(of: text))")
      return
    }
    #expect(try records(text).map(\.timestamp) == records(path).map(\.timestamp))
  }

  /// Every stream of the peer has the same bits; attitudes agree up to the rounding of their normalization.
  private func requireEqual(
    _ own: [String: [FlightLogPeer.Reading]], to peer: [String: [FlightLogPeer.Reading]]
  ) throws {
    #expect(!peer.isEmpty)
    for (stream, expected) in peer {
      let kind = stream.last!
      let found = try #require(
        own[stream.dropLast() + (kind == "e" ? "q" : kind == "p" ? "f" : "\(kind)")], "\(stream)")
      #expect(found.map(\.timestamp) == expected.map(\.timestamp), "\(stream)")
      for (own, peer) in zip(found, expected) {
        switch kind {
        case "q", "e":
          let quaternion =
            kind == "q"
            ? Quaternion(w: peer.values[0], x: peer.values[1], y: peer.values[2], z: peer.values[3])
            : Self.quaternion(roll: peer.values[0], pitch: peer.values[1], yaw: peer.values[2])
          #expect(Self.angle(Self.enuFromFLU(quaternion), own.values) < 1e-7, "\(stream)")
        default: #expect(zip(own.values, peer.values).allSatisfy { $0.bitPattern == $1.bitPattern }, "\(stream)")
        }
      }
    }
  }

  /// ENU from FLU by products of quaternions, from NED from FRD.
  private static func enuFromFLU(_ nedFromFRD: Quaternion<Double>) -> Quaternion<Double> {
    let half = 0.5.squareRoot()
    return Quaternion(w: 0, x: half, y: half, z: 0) * nedFromFRD * Quaternion(w: 0, x: 1, y: 0, z: 0)
  }

  private static func quaternion(roll: Double, pitch: Double, yaw: Double) -> Quaternion<Double> {
    let half = Double.pi / 360
    return Quaternion(w: cos(yaw * half), x: 0, y: 0, z: sin(yaw * half))
      * Quaternion(w: cos(pitch * half), x: 0, y: sin(pitch * half), z: 0)
      * Quaternion(w: cos(roll * half), x: sin(roll * half), y: 0, z: 0)
  }

  private static func angle(_ quaternion: Quaternion<Double>, _ values: [Double]) -> Double {
    let other = Quaternion(w: values[0], x: values[1], y: values[2], z: values[3])
    let cosine = abs(quaternion.dot(other)) / (quaternion.squaredNorm * other.squaredNorm).squareRoot()
    return 2 * acos(min(1, cosine))
  }

  /// 50 cut files, 50 with a flipped bit (200 in `make soak`) and 3 with 200 flipped bits: no crash, all
  /// that the peer finds, and a warning.
  @Test(
    .needs(.recording("ulog/sample_log_small.ulg"), .recording("dataflash/plane_sitl.BIN")),
    arguments: [
      ("ulog/sample_log_small.ulg", "sensor_combined"), ("dataflash/plane_sitl.BIN", "IMU"),
      ("dataflash/plane_sitl.BIN as text", "IMU"),
    ])
  func damagedFilesGiveAtLeastWhatThePeerFinds(_ name: String, _ topic: String) throws {
    var (log, peerFailures) = (Self.path(name), 0)
    if name.hasSuffix(" as text") {
      log = folder.path("plane.log")
      _ = try Peer.flightLogs.run(["text", Self.path(String(name.dropLast(" as text".count))), log])
    }
    for words in try Peer.flightLogs.run(["damage", log, folder.path, "\(Soak.damagedCopyCount)"]) {
      let (path, peer) = (String(words[0]), Int(words[1])!)
      defer { try? FileManager.default.removeItem(atPath: path) }
      var header: LogHeader?
      if let reader = try? MotionLog.open(path) {
        header = reader.header
        // No crash, no error after the opening, and a row for each reading unless times are damaged.
        let rows = try records(path).count
        if path.contains("cut-") {
          #expect(rows == header?.contents?.recordings.first { $0.isChosen }?.count, "\(path)")
        }
      }
      let count = header?.contents?.recordings.first { $0.topic == topic && $0.instance == 0 }?.count ?? 0
      if peer < 0 { peerFailures += 1 }
      #expect(count >= peer, "\(path): \(count), the peer \(peer)")
      if path.contains("many-"), let header { #expect(header.contents?.damage.summary != nil, "\(path)") }
    }
    #expect(peerFailures < Soak.damagedCopyCount)
  }
}
