import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// `cardan events` as a process, on made and on real recordings.
@Suite(.endedWhenHanging) struct EventsProcessTests: CommandSuite {
  let folder = TemporaryFolder()

  /// Two seconds upright, a shake of 0.8 s along x with 5 Hz and 30 m/s², two seconds upright, two on the left side.
  func rows() -> String {
    let rows = (0..<720).map { index -> String in
      let time = Double(index) / 100
      let isShaken = (2..<2.8).contains(time)
      let isOnSide = time >= 5.2
      let x = (isOnSide ? 9.80665 : 0) + (isShaken ? 30 * sin(2 * .pi * 5 * time) : 0)
      return "\(time),0,0,0,\(x),\(isOnSide ? 0 : 9.80665),0\n"
    }
    return "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z\n" + rows.joined()
  }

  @Test func eventsComeInOrder() throws {
    let result = try cardan("events", "-", input: rows())
    #expect(result.status == 0 && result.errors == "")
    let words = result.rows.map { $0.split(separator: " ").suffix(2).joined(separator: " ") }
    #expect(words == ["orientation portrait", "shake began", "shake ended", "orientation landscape-left"], "\(result)")
    let times = result.rows.compactMap { $0.split(separator: " ").first.flatMap { Double($0) } }
    #expect(times.count == 4 && (2..<2.8).contains(times[1]) && (2.8..<3.8).contains(times[2]) && times[3] > 5.2)
  }

  @Test func aLineOfJSONForEach() throws {
    try folder.write(rows(), to: "log.csv")
    let result = try cardan("events", "replay:log.csv", "--json")
    let objects = try result.rows.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["event"] as? String } == ["orientation", "shake", "shake", "orientation"])
    #expect(objects.map { $0["value"] as? String } == ["portrait", "began", "ended", "landscape-left"])
    #expect(objects.allSatisfy { $0["t"] is Double })
  }

  /// Real motion of a hand: slow and fast turns through all orientations, carrying, tapping. None of it is a shake but
  /// the fast translations to and fro, of which the most violent are.
  @Test(.needs(.broad, .hdf5, .xIMU)) func realMotionIsNoShake() throws {
    var orientationChanges = 0
    for path in SharedRecordings.broad + [SharedRecordings.xIMU] where !path.contains("fast_translation") {
      let result = try cardan("events", "replay:\(path)")
      #expect(result.status == 0, "\(result.errors)")
      #expect(!result.output.contains("shake"), "\(path): \(result.output)")
      orientationChanges += result.rows.count
    }
    #expect(orientationChanges > 100)
  }
}
