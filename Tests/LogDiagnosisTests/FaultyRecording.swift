import LogDiagnosis
import LogFormats
import LogProcessing
import LogTables
import MotionSimulation
import Rotations

/// The rows of a simulated recording, with a fault.
struct FaultyRecording: MotionLogReader {
  var records: ArraySlice<LogRecord>
  var header = LogHeader(
    formatName: "memory", hasGyroscope: true, hasAccelerometer: true, hasMagnetometer: true, hasGroundTruth: true)

  init(_ records: [LogRecord]) {
    self.records = records[...]
    header.hasVelocityOverGround = records.contains { $0.velocityOverGround.x.isFinite }
  }

  mutating func next() throws(LogError) -> LogRecord? { records.popFirst() }

  /// The rows of a scenario with its own sensor errors.
  static func simulated(
    _ name: String = "hand-held", seed: UInt64 = 1, duration: Double? = nil,
    change: (inout SimulationScenario) -> Void = { _ in }
  ) -> [LogRecord] {
    guard var scenario = SimulationScenario.named(name, seed: seed, duration: duration) else { return [] }
    change(&scenario)
    return scenario.recording().map { sample in
      LogRecord(
        timestamp: sample.timestamp, angularRate: sample.angularRate, specificForce: sample.specificForce,
        magneticField: sample.magneticField, velocityOverGround: sample.velocityOverGround,
        trueENUFromBody: sample.trueENUFromBody, isMoving: sample.isMoving)
    }
  }

  /// What the checks find in rows.
  static func findings(_ records: [LogRecord]) throws -> [Finding] {
    var reader: any MotionLogReader = FaultyRecording(records)
    return try LogDoctor(reading: &reader).findings()
  }

  /// What the checks find in the rows of the main scenario, each changed with its index.
  static func findings(_ change: (Int, inout LogRecord) -> Void) throws -> [Finding] {
    try findings(changed(handHeld, change))
  }

  /// Rows, each changed with its index.
  static func changed(_ records: [LogRecord], _ change: (Int, inout LogRecord) -> Void) -> [LogRecord] {
    records.enumerated().map { index, record in
      var record = record
      change(index, &record)
      return record
    }
  }

  static let handHeld = simulated()

  /// A minute of turns about all axes without acceleration, at a rate in Hz.
  static func turning(rate: Int = 100) -> [LogRecord] {
    func attitude(_ time: Double) -> Rotation<Double> {
      Rotation(aboutZ: 0.9 * time) * Rotation(aboutY: 0.37 * time) * Rotation(aboutX: 0.61 * time)
    }
    let interval = 1 / Double(rate)
    return (0..<60 * rate).map { row in
      let time = interval * Double(row)
      // A field of exactly constant strength would be a normalized one.
      let strength = 1 + 0.01 * Double.sineAndCosine(7 * time).sine
      return LogRecord(
        timestamp: Int64(row) * Int64(1_000_000_000 / rate),
        angularRate: (attitude(time - interval).inverse * attitude(time)).rotationVector * Double(rate),
        specificForce: attitude(time).inverse.rotate(Vector3(x: 0, y: 0, z: 9.81)),
        magneticField: attitude(time).inverse.rotate(Vector3(x: 0, y: 20, z: -40)) * strength,
        trueENUFromBody: attitude(time), isMoving: true)
    }
  }
}

extension [Finding] {
  /// The letters of the checks with doubts or worse.
  var letters: String { filter { $0.severity > .note }.map(\.check.rawValue).joined() }

  /// Whether a check has a doubt or worse.
  func doubts(_ check: Finding.Check) -> Bool { contains { $0.check == check && $0.severity > .note } }
}
