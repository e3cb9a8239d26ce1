import AttitudeFilters
import LogProcessing
import LogTables
import MotionSamples
import MotionSimulation
import Rotations

/// A log in memory, which may end with an error.
struct RecordedReader: MotionLogReader {
  var records: ArraySlice<LogRecord>
  var error: LogError?
  var header = LogHeader(
    formatName: "memory", hasGyroscope: true, hasAccelerometer: true, hasMagnetometer: true, hasGroundTruth: true)

  init(_ records: [LogRecord], error: LogError? = nil) {
    self.records = records[...]
    self.error = error
    header.hasVelocityOverGround = records.contains { $0.velocityOverGround.x.isFinite }
    header.hasForwardSpeed = records.contains { $0.forwardSpeed.isFinite }
  }

  mutating func next() throws(LogError) -> LogRecord? {
    if let record = records.popFirst() { return record }
    if let error { throw error }
    return nil
  }

  /// The rows of a scenario with perfect sensors, or with its own; with its velocities and speeds only if `isAided`.
  static func simulated(
    _ name: String, seed: UInt64 = 5, duration: Double?, rate: Double? = 100, isExact: Bool = true,
    isAided: Bool = false
  ) -> [LogRecord] {
    guard var scenario = SimulationScenario.named(name, seed: seed, duration: duration, rate: rate) else { return [] }
    if isExact { scenario.errors = .none }
    return scenario.recording().map { sample in
      LogRecord(
        timestamp: sample.timestamp, angularRate: sample.angularRate, specificForce: sample.specificForce,
        magneticField: sample.magneticField, velocityOverGround: isAided ? sample.velocityOverGround : .absent,
        forwardSpeed: isAided ? sample.forwardSpeed : .nan, trueENUFromBody: sample.trueENUFromBody,
        isMoving: sample.isMoving)
    }
  }

  /// Ten seconds at 100 Hz of a device at rest, in a field of 20 µT north and 40 µT down.
  static func rest(_ enuFromBody: Rotation<Double>) -> [LogRecord] {
    let bodyFromENU = enuFromBody.inverse
    let record = LogRecord(
      timestamp: 0, angularRate: .zero, specificForce: bodyFromENU.rotate(Vector3(x: 0, y: 0, z: 9.80665)),
      magneticField: bodyFromENU.rotate(Vector3(x: 0, y: 20, z: -40)), trueENUFromBody: enuFromBody)
    return (0..<1000).map { row in
      var record = record
      record.timestamp = Int64(row) * 10_000_000
      return record
    }
  }
}

extension LogFusion {
  /// The default fusion, changed.
  static func with(_ change: (inout LogFusion) -> Void = { _ in }) -> LogFusion {
    var fusion = LogFusion()
    change(&fusion)
    return fusion
  }

  /// Everything that a run over rows in memory gives.
  func result(of records: [LogRecord]) throws -> (attitudes: [Motion<Double>], summary: FusionSummary) {
    var reader: any MotionLogReader = RecordedReader(records)
    var attitudes: [Motion<Double>] = []
    let summary = try run(&reader, sink: { block in attitudes += block.motions })
    return (attitudes, summary)
  }
}

/// The distance of two vectors.
func distance(_ left: Vector3<Double>, _ right: Vector3<Double>) -> Double { (left - right).length }
