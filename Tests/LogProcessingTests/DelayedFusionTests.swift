import AttitudeFilters
import LogProcessing
import LogTables
import Rotations
import Testing

/// Fusion with a latency: the same rows, with attitudes that know what came after them.
@Suite struct DelayedFusionTests {
  private static func delayed(by latency: Double) -> LogFusion { LogFusion.with { $0.latency = latency } }

  /// The rows that a sink receives with a latency of 1 s, and the most that wait while the log is read.
  private static func rows(_ reader: some MotionLogReader) throws -> (received: Int, waiting: Int) {
    var reader: any MotionLogReader = reader
    var (given, received, waiting) = (0, 0, 0)
    _ = try delayed(by: 1).run(
      &reader,
      progress: { count in
        given += count
        waiting = max(waiting, given - received)
        return true
      }, sink: { received += $0.records.count })
    return (received, waiting)
  }

  /// A latency shorter than a step waits for the end of the step alone; rows in the order and number of the log.
  @Test(arguments: [0.01, 1, 5])
  func everyRowHasItsMotion(latency: Double) throws {
    let records = RecordedReader.simulated("hand-held", duration: 20, isExact: false)
    let (motions, summary) = try Self.delayed(by: latency).result(of: records)
    #expect(motions.map(\.timestamp.nanoseconds) == records.map(\.timestamp) && summary.rowCount == records.count)
    let plain = try LogFusion().result(of: records)
    for (motion, causal) in zip(motions, plain.attitudes) {
      #expect(motion.flags == causal.flags && motion.gyroscopeBias == causal.gyroscopeBias)
      #expect(motion.tiltStandardDeviation == causal.tiltStandardDeviation)
      // Gravity and user acceleration are those of the attitude.
      let force = motion.userAcceleration - motion.gravity
      #expect(distance(force, causal.userAcceleration - causal.gravity) < 1e-9)
      let down = motion.outputFromBody.rotate(motion.gravity)
      #expect(abs(down.z + 9.80665) < 1e-9)
    }
    // Nothing is known after the last row.
    let (last, lastCausal) = (try #require(motions.last), try #require(plain.attitudes.last))
    #expect(last.outputFromBody.angle(to: lastCausal.outputFromBody) < 1e-3)
  }

  @Test func latencyTakesErrorsAway() throws {
    let records = RecordedReader.simulated("quadrotor", duration: 60, isExact: false)
    let causal = try LogFusion().result(of: records).summary.errors.rootMeanSquare.inclination
    let second = try Self.delayed(by: 1).result(of: records).summary.errors.rootMeanSquare.inclination
    let five = try Self.delayed(by: 5).result(of: records).summary.errors.rootMeanSquare.inclination
    #expect(second < causal && five < 0.9 * causal, "\(causal) \(second) \(five)")
  }

  /// A known velocity ties its error to the gyroscope's: without that, waiting made a fixed wing four times worse.
  @Test(arguments: ["fixed-wing", "train"]) func latencyTakesErrorsAwayWithVelocities(scenario: String) throws {
    let records = RecordedReader.simulated(scenario, duration: 120, isExact: false, isAided: true)
    let plain = RecordedReader.simulated(scenario, duration: 120, isExact: false)
    let causal = try LogFusion().result(of: records).summary.errors.rootMeanSquare
    let second = try Self.delayed(by: 1).result(of: records).summary.errors.rootMeanSquare
    let unaided = try LogFusion().result(of: plain).summary.errors.rootMeanSquare
    #expect(causal.total < 0.5 * unaided.total, "\(causal) \(unaided)")
    #expect(second.total < 1.02 * causal.total && second.inclination < causal.inclination, "\(causal) \(second)")
  }

  /// The sink receives blocks while the log is read: at most the rows of the latency wait, and one block.
  @Test func memoryIsBoundedByTheLatency() throws {
    let (received, waiting) = try Self.rows(RecordedReader(RecordedReader.simulated("hand-held", duration: 60)))
    #expect(received == 6000 && waiting <= 110)
  }

  /// The wait is a time, whatever the rate: the latency and at most two steps, of 0.05 s or, at low rates, 0.1 s.
  @Test(arguments: [(20.0, 0.1), (50, 0.1), (100, 0.05), (400, 0.05)])
  func theWaitDoesNotDependOnTheRate(rate: Double, step: Double) throws {
    let records = RecordedReader.simulated("hand-held", duration: 20, rate: rate)
    let (_, longest) = try Self.rows(BlockReader(records: records[...]))
    #expect(Double(longest) / rate >= 1 && Double(longest) / rate <= 1 + 2 * step + 1 / rate)
  }

  /// A clock that stands still makes no step; memory stays bounded, and every row has its motion.
  @Test func aClockThatStandsStillEndsTheWait() throws {
    var records = RecordedReader.simulated("hand-held", duration: 5)
    records += Array(repeating: records[records.count - 1], count: 70_000)
    let (received, longest) = try Self.rows(RecordedReader(records))
    #expect(received == records.count && longest < 66_500)
  }

  /// A reader of single rows.
  private struct BlockReader: MotionLogReader {
    var records: ArraySlice<LogRecord>
    let header = RecordedReader([]).header

    mutating func next() throws(LogError) -> LogRecord? { records.popFirst() }

    mutating func read(into records: inout [LogRecord], atMost count: Int) throws(LogError) {
      records.removeAll(keepingCapacity: true)
      if let record = try next() { records.append(record) }
    }
  }

  @Test func noRowsGiveNone() throws {
    let (motions, summary) = try Self.delayed(by: 1).result(of: [])
    #expect(motions.isEmpty && summary.rowCount == 0)
  }
}
