import Foundation
import LogDiagnosis
import LogFormats
import LogProcessing
import LogTables
import Rotations
import Testing
import TestSupport

/// Checks that compare sensors, IMUs, motors and filters: a fault trips each, one half as large does not.
@Suite struct SensorAgreementTests {
  private static let axis = Vector3<Double>(x: 0.6, y: 0, z: 0.8)

  private func turn(_ degrees: Double) -> Rotation<Double> {
    Rotation(rotationVector: Self.axis * (degrees * .pi / 180))
  }

  @Test func aTurnedMagnetometerIsFound() throws {
    let walk = FaultyRecording.simulated("walking")
    func findings(_ degrees: Double) throws -> [Finding] {
      try FaultyRecording.findings(
        FaultyRecording.changed(walk) { $1.magneticField = turn(degrees).rotate($1.magneticField) })
    }
    let found = try findings(6)
    let finding = try #require(found.first { $0.fact == .misaligned(.magnetometer) }, "\(found.map(\.text))")
    let angle = try #require(finding.evidence.first { $0.name == "angle" }?.value)
    let sigma = try #require(finding.evidence.first { $0.name == "standard deviation" }?.value)
    #expect(finding.severity == .doubt && abs(angle - 6) < 1 && sigma < 1)
    #expect(!(try findings(2.5).doubts(.misalignment)))
  }

  @Test func aTurnedGyroscopeIsFound() throws {
    let walk = FaultyRecording.simulated("walking")
    func findings(_ degrees: Double) throws -> [Finding] {
      try FaultyRecording.findings(
        FaultyRecording.changed(walk) { $1.angularRate = turn(degrees).rotate($1.angularRate) })
    }
    let found = try findings(5)
    #expect(found.contains { $0.fact == .misaligned(.gyroscope) && $0.severity == .doubt }, "\(found.map(\.text))")
    #expect(try findings(15).contains { $0.fact == .misaligned(.gyroscope) && $0.severity == .unusable })
    #expect(!(try findings(2.5).doubts(.misalignment)))
  }

  @Test func aFieldOfTheMotorsIsFound() throws {
    let hover = FaultyRecording.simulated("hover")
    func findings(_ microteslaPerAmpere: Double) throws -> [Finding] {
      try FaultyRecording.findings(
        FaultyRecording.changed(hover) { index, record in
          record.motorLoad = 15 + 10 * Double.sineAndCosine(0.01 * Double(index)).sine
          record.magneticField.z -= microteslaPerAmpere * record.motorLoad
        })
    }
    let found = try findings(0.3)
    #expect(found.contains { $0.fact == .fieldFollowsMotors && $0.severity == .doubt }, "\(found.map(\.text))")
    #expect(!(try findings(0.15).doubts(.motorField)))
  }

  @Test func loadsOfFlightLogsAreRead() throws {
    let folder = TemporaryFolder()
    var log = ULogFile()
    log.format(ULogFile.combined)
    log.format("battery_status:uint64_t timestamp;float voltage_v;float current_a;")
    log.subscribe("sensor_combined", as: 7)
    log.subscribe("battery_status", as: 8)
    for index in 0..<400 {
      let time = UInt64(1_000_000 + 4000 * index)
      if index.isMultiple(of: 50) { log.data(8, time, ULogFile.bytes([15, index < 200 ? -1 : Float(index)])) }
      log.addCombined(at: time)
    }
    try log.data.write(to: URL(fileURLWithPath: folder.path("flight.ulg")))
    var reader = try MotionLog.open(folder.path("flight.ulg"))
    var loads: [Double] = []
    while let row = try reader.next() { loads.append(row.motorLoad) }
    // -1 stands for a missing reading; the last one holds.
    #expect(loads.count == 400 && loads[100].isNaN && loads[230] == 200 && loads[399] == 350)
    #expect(reader.header.contents?.streams.contains { $0.stream == "motor load" } ?? false)
  }

  @Test(arguments: [2, 3])
  func imusThatDifferAreFound(count: Int) throws {
    let folder = TemporaryFolder()
    /// A flight log whose IMU 1 has a bias, in m/s² and rad/s.
    func findings(force offset: Float, rate bias: Float) throws -> [Finding] {
      var random = SplitMix64(seed: 5)
      func noise(_ size: Float) -> Float { Float.random(in: -size...size, using: &random) }
      var log = ULogFile()
      log.addIMUs(count)
      for index in 0..<5000 {
        let turn = 0.3 * Float(Double.sineAndCosine(0.01 * Double(index)).sine)
        for imu in 0..<count {
          log.addIMU(
            imu, at: UInt64(1_000_000 + 4000 * index),
            rate: [turn + noise(0.005) + (imu == 1 ? bias : 0), noise(0.005), noise(0.005)],
            force: [noise(0.05) + (imu == 1 ? offset : 0), noise(0.05), noise(0.05) - 9.81])
        }
      }
      let path = folder.path("flight.ulg")
      try log.data.write(to: URL(fileURLWithPath: path))
      return try LogDoctor(path: path, options: LogOptions()).findings()
    }
    let force = try findings(force: 0.9, rate: 0)
    #expect(force.doubts(.severalSensors), "\(force.map(\.text))")
    let rate = try findings(force: 0, rate: 0.1)
    #expect(rate.doubts(.severalSensors), "\(rate.map(\.text))")
    #expect(!(try findings(force: 0.45, rate: 0).doubts(.severalSensors)))
    #expect(!(try findings(force: 0, rate: 0.05).doubts(.severalSensors)))
  }

  @Test func aFieldThatTurnsIsFound() throws {
    func findings(_ degrees: Double) throws -> [Finding] {
      try FaultyRecording.findings { index, record in
        guard let truth = record.trueENUFromBody else { return }
        let angle = degrees * .pi / 180 * Double.sineAndCosine(0.05 * Double(index)).sine
        record.magneticField = truth.inverse.rotate(
          Rotation(rotationVector: Vector3(x: 0, y: 0, z: angle)).rotate(truth.rotate(record.magneticField)))
      }
    }
    let found = try findings(50)
    #expect(found.contains { $0.fact == .headingDiffers && $0.severity > .note }, "\(found.map(\.text))")
    #expect(!(try findings(25).contains { $0.fact == .headingDiffers && $0.severity > .note }))
  }

  @Test func filtersThatDisagreeAreFound() throws {
    func findings(_ scenario: String) throws -> [Finding] {
      var recording = FaultyRecording(
        FaultyRecording.changed(FaultyRecording.simulated(scenario)) {
          ($1.trueENUFromBody, $1.velocityOverGround) = (nil, .absent)
        })
      recording.header.hasGroundTruth = false
      recording.header.hasVelocityOverGround = false
      var reader: any MotionLogReader = recording
      return try LogDoctor(reading: &reader).findings()
    }
    // An aircraft in a turn: VQF takes the centripetal acceleration for gravity.
    let flight = try findings("fixed-wing")
    #expect(flight.contains { $0.fact == .differsFromOtherFilter && $0.severity == .doubt }, "\(flight.map(\.text))")
    #expect(!(try findings("walking").contains { $0.fact == .differsFromOtherFilter }))
  }

  @Test func theTruthShowsWhatTheSensorsDoNot() throws {
    let flight = FaultyRecording.changed(FaultyRecording.simulated("quadrotor")) { $1.magneticField = .absent }
    let mirrored = try FaultyRecording.findings(FaultyRecording.changed(flight) { $1.angularRate.y *= -1 })
    #expect(mirrored.first?.fact == .wrongAxes(.gyroscope, "x,-y,z"), "\(mirrored.map(\.text))")
    let reversed = try FaultyRecording.findings(FaultyRecording.changed(flight) { $1.specificForce *= -1 })
    #expect(reversed.first?.advice?.options == ["--accel-axes=-x,-y,-z"], "\(reversed.map(\.text))")
  }
}
