import LogDiagnosis
import LogFormats
import LogProcessing
import LogTables
import Rotations
import Testing

/// What a run says of a log that cannot be right, as the examination of all rows does.
@Suite struct RunFindingTests {
  private static let handHeld = simulated()

  private static func simulated(rate: Double? = nil) -> [LogRecord] {
    RecordedReader.simulated("hand-held", seed: 1, duration: nil, rate: rate, isExact: false)
  }

  /// Rows, each changed with its index.
  private func changed(_ records: [LogRecord], _ change: (Int, inout LogRecord) -> Void) -> [LogRecord] {
    var records = records
    for index in records.indices { change(index, &records[index]) }
    return records
  }

  /// What a run finds in rows, changed with their indices, without the true attitude, which would show most faults.
  private func findings(
    of records: [LogRecord] = Self.handHeld, _ change: (Int, inout LogRecord) -> Void = { _, _ in },
    fusion: LogFusion = LogFusion()
  ) throws -> [Finding] {
    let rows = changed(records) { index, record in
      record.trueENUFromBody = nil
      change(index, &record)
    }
    var reader: any MotionLogReader = RecordedReader(rows)
    return try fusion.run(&reader).findings
  }

  @Test func aReversedAccelerometerIsNotUsable() throws {
    let found = try findings { _, record in record.specificForce = -record.specificForce }
    let finding = try #require(found.first { $0.check == .reversedSensor })
    #expect(finding.fact == .reversed(.accelerometer, isCertain: true))
    #expect(finding.severity == .unusable)
    // Only a doctor who reads the log again gives remedies.
    #expect(finding.advice?.options == [] && finding.advice?.action?.contains("cardan doctor") ?? false)
    #expect(try !findings().contains { $0.check == .reversedSensor })
    // The field points upward on the southern hemisphere, too.
    let southern = try findings { _, record in record.magneticField = -record.magneticField }
    #expect(!southern.contains { $0.check == .reversedSensor })
  }

  @Test func severalRecordingsInOneAreNotUsable() throws {
    let found = try findings(of: Self.handHeld + Self.handHeld)
    let finding = try #require(found.first { $0.fact == .clockReset })
    #expect(finding.severity == .unusable)
    #expect(finding.evidence.map(\.value) == [1])
    let words = "\(finding) \(try #require(finding.advice).text)"
    #expect(words.matches(of: /several recordings/).count == 1, "\(words)")
    #expect(try !findings().contains { $0.fact == .clockReset })
  }

  /// As it is, and where it was taken for g: then it has the size of gravity, but comes and goes.
  @Test(arguments: ["hand-held", "walking", "hover"], [1, 9.80665])
  func removedGravityIsFound(scenario: String, scale: Double) throws {
    let rows = RecordedReader.simulated(scenario, seed: 1, duration: 60, rate: nil, isExact: false)
    let free = changed(rows) { _, record in
      let up = record.trueENUFromBody?.inverse.rotate(Vector3(x: 0, y: 0, z: 9.80665)) ?? .zero
      record.specificForce = scale * (record.specificForce - up)
    }
    let found = try findings(of: free).filter { $0.fact == .gravityRemoved }
    #expect(found.count == 1 && found.first?.severity == .unusable)
  }

  @Test(arguments: ["hand-held", "quadrotor", "pendulum", "walking", "hover", "city", "motorcycle", "boat", "tram"])
  func gravityIsThereInMotionAndVibration(scenario: String) throws {
    let rows = RecordedReader.simulated(scenario, seed: 1, duration: 60, rate: nil, isExact: false)
    #expect(try !findings(of: rows).contains { $0.fact == .gravityRemoved })
    let shaken = try findings(of: rows) { index, record in
      let size = 30 * (2 * Double((index &* 7919) % 1009) / 1009 - 1)
      record.specificForce += Vector3(x: size, y: -size, z: size)
    }
    #expect(!shaken.contains { $0.fact == .gravityRemoved })
  }

  /// The reason why there is no attitude is the true one.
  @Test func slowLogsAreNotShort() throws {
    let slow = try findings(of: Self.simulated(rate: 1))
    #expect(slow.contains { $0.fact == .tooSlow && $0.evidence.map(\.value) == [1] })
    #expect(!slow.contains { $0.fact == .neverInitialized })
    let blind = try findings { _, record in record.specificForce = .absent }
    #expect(blind.contains { $0.fact == .absent(.accelerometer) })
    #expect(!blind.contains { $0.fact == .neverInitialized })
    let free = try findings { _, record in record.specificForce *= 0.001 }
    #expect(free.first?.fact == .gravityRemoved && !free.contains { $0.fact == .neverInitialized })
    let short = try findings(of: Array(Self.handHeld.prefix(3)))
    #expect(short.contains { $0.fact == .neverInitialized })
    // Milliseconds that were taken for microseconds.
    let fast = try findings { _, record in record.timestamp /= 1000 }
    #expect(fast.contains { $0.fact == .unusualRate && $0.severity == .unusable })
  }

  @Test func anInfiniteReadingLeavesTheMeanAtRest() throws {
    var reader: any MotionLogReader = RecordedReader(
      changed(Self.handHeld) { index, record in
        if index % 100 == 50 { record.specificForce.y = .infinity }
      })
    let summary = try LogFusion().run(&reader)
    #expect(abs(try #require(summary.restForceMagnitude) - 9.81) < 0.1)
    #expect(!summary.findings.contains { $0.check == .accelerometerScale })
  }

  @Test func aFrameWithoutNorthNeedsNoMagnetometer() throws {
    var fusion = LogFusion()
    fusion.settings.frame = .xArbitraryZVertical
    var reader = RecordedReader(Self.handHeld)
    reader.header.hasMagnetometer = false
    reader.header.unusedColumns = ["mag_x [uT]"]
    var log: any MotionLogReader = reader
    #expect(try !fusion.run(&log).findings.contains { $0.fact == .unusedColumns(["mag_x [uT]"]) })
    log = reader
    #expect(try LogFusion().run(&log).findings.contains { $0.fact == .unusedColumns(["mag_x [uT]"]) })
  }
}
