import AttitudeFilters
import LogProcessing
import MotionLogs
import Rotations
import Testing

/// Fusion with a latency: the same rows, with attitudes that know what came after them.
@Suite struct DelayedFusionTests {
  private static func delayed(by latency: Double) -> LogFusion { LogFusion.with { $0.latency = latency } }

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

  /// The sink receives blocks while the log is read: at most the rows of the latency wait, and one block.
  @Test func memoryIsBoundedByTheLatency() throws {
    var reader: any MotionLogReader = RecordedReader(RecordedReader.simulated("hand-held", duration: 60))
    var (given, received, waiting) = (0, 0, 0)
    _ = try Self.delayed(by: 1).run(
      &reader,
      progress: { count in
        given += count
        waiting = max(waiting, given - received)
        return true
      }, sink: { received += $0.records.count })
    #expect(received == 6000 && waiting <= 110)
  }

  @Test func noRowsGiveNone() throws {
    let (motions, summary) = try Self.delayed(by: 1).result(of: [])
    #expect(motions.isEmpty && summary.rowCount == 0)
  }
}
