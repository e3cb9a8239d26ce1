import AttitudeFilters
import Foundation
import LogFormats
import LogProcessing
import MotionSamples
import RecordingFusion
import Rotations
import TestSupport
import Testing

/// What a stream doubts about real recordings: nothing as they are, and the fault in those that a fault was put into.
@Suite struct InputDoubtRecordingTests {
  /// The doubts at the end of a log whose readings are multiplied.
  private func doubts(_ path: String, rate: Double = 1, force: Double = 1) throws -> InputDoubts {
    var reader = try MotionLog.open(path)
    var rows: [TimedSample<Double>] = []
    while let record = try reader.next() {
      var row = record.measured()
      row.sample.angularRate *= rate
      row.sample.specificForce *= force
      rows.append(row)
    }
    return try #require(fuse([rows], filter: FilterSelection(.mahony), outputs: .doubts)[0].doubts)
  }

  @Test(arguments: ["broad-26.csv", "tumvi-room2.csv", "hand-held.csv", "quadrotor.csv", "pendulum.csv"])
  func sampleRecordings(name: String) throws {
    let path = Project.dataset(name).path
    #expect(try doubts(path) == [])
    #expect(try doubts(path, force: 1 / 9.80665) == .forceUnit)
    // A swing, a flight and a walk hide the turn of gravity.
    guard name == "broad-26.csv" || name == "hand-held.csv" else { return }
    #expect(try doubts(path, rate: 180 / .pi).contains(.rateUnit))
  }

  @Test(.needs(.carriers)) func carriers() throws {
    let carriers = SharedRecordings.folder.appending(path: "carriers")
    let files = FileManager.default.enumerator(at: carriers, includingPropertiesForKeys: nil)
    let paths = (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "csv" }.map(\.path).sorted()
    #expect(paths.count > 40)
    for path in paths { #expect(try doubts(path) == [], "\(path)") }
  }

  @Test(.needs(.broad, .hdf5)) func broad() throws {
    for path in SharedRecordings.broad { #expect(try doubts(path) == [], "\(path)") }
  }
}
