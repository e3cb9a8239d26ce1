import AttitudeFilters
import LogFormats
import LogProcessing
import Foundation
import LogTables
import MotionSimulation
import Rotations
import TestSupport
import Testing

/// What is not asked for is not computed; what is asked for does not depend on the rest.
@Suite struct RequestedColumnsTests {
  private func attitudes(_ columns: AttitudeColumns) throws -> (records: [Motion<Double>], summary: FusionSummary) {
    let scenario = try #require(SimulationScenario.named("hand-held", seed: 5, duration: 12, rate: 100))
    var fusion = LogFusion()
    fusion.columns = columns
    return try withTemporaryFolder { folder in
      let log = try folder.write(Data(SimulatedLogText.text(of: scenario.recording())), to: "log.csv")
      var reader = try MotionLog.open(log)
      var records: [Motion<Double>] = []
      let summary = try fusion.run(&reader, sink: { block throws(LogError) in records += block.motions })
      return (records, summary)
    }
  }

  @Test func leavesOutWhatIsNotAskedFor() throws {
    let (all, few) = (try attitudes(.all), try attitudes([.time, .quaternion]))
    #expect(all.records.count == 1200 && few.records.count == 1200)
    for (one, other) in zip(all.records, few.records) {
      #expect(one.timestamp == other.timestamp && one.flags == other.flags)
      #expect(one.outputFromBody.quaternion == other.outputFromBody.quaternion)
      #expect(one.gyroscopeBias == other.gyroscopeBias && one.angularRate == other.angularRate)
      #expect(one.gravity.isFiniteInLane && one.userAcceleration.isFiniteInLane && one.tiltStandardDeviation > 0)
      #expect(other.gravity.x.isNaN && other.userAcceleration.x.isNaN && other.tiltStandardDeviation.isNaN)
    }
    #expect(all.summary.tiltStandardDeviation == few.summary.tiltStandardDeviation)
    #expect(all.summary.headingStandardDeviation == few.summary.headingStandardDeviation)
    #expect(all.summary.tiltStandardDeviation == all.records.last?.tiltStandardDeviation)
    #expect(abs(all.summary.duration - 11.99) < 1e-9)
    let gravity = try attitudes(.gravity).records
    for (one, other) in zip(all.records, gravity) { #expect(one.gravity == other.gravity) }
  }
}
