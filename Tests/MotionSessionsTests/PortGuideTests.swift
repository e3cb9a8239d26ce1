import AttitudeFilters
import Cardan
import Dispatch
import Foundation
import Geomagnetism
import LogTables
import Rotations
import TestSupport
import Testing

@testable import MotionSessions

/// The programs of the port guide, against recordings.
@Suite(.endedWhenHanging) struct PortGuideTests {
  /// A recording of a device at rest, in SI units, and its replay.
  func withRest(
    _ enuFromBody: Rotation<Double>, duration: Double, pace: ReplaySource.Pace = .asFastAsPossible, loops: Bool = false,
    trueNorth: TrueNorthReference? = nil, _ body: (MotionManager) async throws -> Void
  ) async throws {
    var text = "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z,mag_x [uT],mag_y,mag_z\n"
    let force = enuFromBody.inverse.rotate(Vector3(x: 0, y: 0, z: 9.80665))
    let field = enuFromBody.inverse.rotate(Vector3(x: 0, y: 20, z: -40))
    for row in 0..<Int(duration * 100) {
      text += "\(Double(row) / 100),0,0,0,\(force.x),\(force.y),\(force.z),\(field.x),\(field.y),\(field.z)\n"
    }
    try await TestFiles.with(text) { path in
      try await body(MotionManager.lossless(try ReplaySource(path, pace: pace, loops: loops, trueNorth: trueNorth)))
    }
  }

  @Test func theArticleHasTheProgramsThatRun() throws {
    let text = try Project.text("Sources/Host/MotionSessions/MotionSessions.docc/FromCoreMotion.md")
    let programs = try Project.text("Tests/MotionSessionsTests/PortGuidePrograms.swift")
    let blocks = text.matches(of: /(?s)```swift\n(.*?)```/).map { String($0.1) }
    for block in blocks { #expect(programs.contains(block), "\(block)") }
    let names = programs.matches(of: /\nfunc (\w+)/).map { String($0.1) }
    #expect(names.count == blocks.count)
    for name in names { #expect(text.contains("func \(name)("), "the article does not have \(name)") }
  }

  @Test func pulling() async throws {
    try await withRest(.identity, duration: 2, pace: .realTime(), loops: true) { manager in
      var readings: [AccelerometerData] = []
      try await pollAccelerometer(manager) { data in
        readings.append(data)
        if readings.count == 3 { manager.stopAccelerometerUpdates() }
      }
      #expect(readings.count == 3)
      #expect(readings.allSatisfy { $0.acceleration.z == -1 })
    }
  }

  @Test func pushing() async throws {
    try await withRest(.identity, duration: 2) { manager in
      let readings = Awaited<[AccelerometerData]>([])
      let queue = OperationQueue()
      pushAccelerometer(manager, to: queue) { data in readings.change { $0.append(data) } }
      try await readings.wait { $0.count == 20 }
      #expect(readings.value.map { $0.timestamp.nanoseconds / 1_000_000 } == (0..<20).map { $0 * 100 })
    }
  }

  /// Held upright and turned to the left by 30°: the right edge goes up, and gravity points to -x and -y.
  @Test func aSpiritLevel() async throws {
    let turned = Rotation<Double>(aboutX: .pi / 2) * Rotation(aboutZ: .pi / 6)
    try await withRest(turned, duration: 2) { manager in
      var angles: [Double] = []
      try await watchLevel(manager) { angles.append($0) }
      #expect(abs(try #require(angles.last) - 30) < 0.01)
      #expect(angles.count == 120)
    }
  }

  /// The bat rolls about its long axis, y, by 1.5 rad in one second, after a start in which it was tilted.
  @Test func aBaseballBat() async throws {
    let start = Rotation<Double>(aboutZ: 0.6) * Rotation(aboutX: 0.8)
    let events = (0..<400).map { index -> SourceEvent in
      let turn = Rotation<Double>(aboutY: 1.5 * min(max(Double(index - 300) / 100, 0), 1))
      let force = (start * turn).inverse.rotate(Vector3(x: 0, y: 0, z: 9.80665))
      return .sample(
        at: Double(index) / 100, rate: index > 300 ? Vector3(x: 0, y: 1.5, z: 0) : .zero, force: force)
    }
    var last: Attitude?
    try await watchSwing(MotionManager.lossless(ListSource(events))) { last = $0 }
    let swing = try #require(last)
    #expect(abs(swing.roll - 1.485) < 0.01 && abs(swing.pitch) < 0.01 && abs(swing.yaw) < 0.01)
  }

  /// A compass that lies with its top to magnetic north, in a place of known declination.
  @Test func aCompassOfTrueNorth() async throws {
    let place = try #require(GeodeticPosition(latitudeInDegrees: 37.33, longitudeInDegrees: -122.03))
    let reference = try TrueNorthReference(position: place, decimalYear: 2026)
    try await withRest(.identity, duration: 30, trueNorth: reference) { manager in
      let headings = Awaited<[Double]>([])
      // A loop beside the compass, which ends with the recording.
      let untilEnd = manager.gyroscopeUpdates()
      try startCompass(manager, on: DispatchQueue(label: "compass")) { heading in
        headings.change { $0.append(heading) }
      }
      for try await _ in untilEnd {}
      try await headings.wait { !$0.isEmpty }
      // In California magnetic north lies 12 to 14° east of true north.
      let last = try #require(headings.value.last)
      #expect(abs(last - reference.declination * 180 / .pi) < 0.1)
      #expect((12...14).contains(last))
    }
  }

  @Test func theMagneticPoleHasNoTrueNorth() throws {
    let pole = try #require(GeodeticPosition(latitudeInDegrees: 86, longitudeInDegrees: 140))
    let error = #expect(throws: MotionError.self) { try TrueNorthReference(position: pole, decimalYear: 2026) }
    #expect(error?.code == 102)
    #expect(throws: MotionError.self) { try TrueNorthReference(declination: 4) }
    #expect(throws: MotionError.self) { try TrueNorthReference(declination: .nan) }
  }

  /// Two seconds of rest, three swings to and fro at 4 Hz with 30 m/s², and rest; then a slow turn, which erases nothing.
  @Test func shakeToErase() async throws {
    func events(_ push: (Double) -> Double, _ turn: (Double) -> Double) -> [SourceEvent] {
      (0..<600).map { index in
        let time = Double(index) / 100
        let gravity = Rotation<Double>(aboutY: turn(time)).inverse.rotate(Vector3(x: 0, y: 0, z: 9.80665))
        return .sample(at: time, force: gravity + Vector3(x: push(time), y: 0, z: 0))
      }
    }
    var count = 0
    let shaken = events({ (2..<2.75).contains($0) ? 30 * sin(($0 - 2) * 8 * .pi) : 0 }, { _ in 0 })
    try await eraseWhenShaken(MotionManager.lossless(ListSource(shaken))) { count += 1 }
    #expect(count == 1)
    let turned = events({ _ in 0 }, { min($0, 3) })
    try await eraseWhenShaken(MotionManager.lossless(ListSource(turned))) { count += 1 }
    #expect(count == 1)
  }

  @Test func gravityThatFollowsTheDevice() async throws {
    try await withRest(Rotation(aboutX: .pi / 2), duration: 1) { manager in
      var gravity = Vector3<Double>.zero
      try await watchGravity(manager) { gravity = $0 }
      #expect((gravity - Vector3(x: 0, y: -9.80665, z: 0)).length < 1e-6)
    }
  }
}
