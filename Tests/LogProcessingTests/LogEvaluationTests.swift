import AttitudeFilters
import Foundation
import LogFormats
import LogProcessing
import LogTables
import ParallelWork
import Rotations
import Testing
import TestSupport

@Suite struct LogEvaluationTests {
  /// Writes rows to a file, hands its path over, and removes it.
  private func withLog<Result>(_ records: [LogRecord], hasTruth: Bool = true, _ body: (String) throws -> Result) throws
    -> Result
  {
    try withTemporaryFolder { folder in
      let path = folder.path("log.csv")
      var writer = try CSVLogWriter(path: path, hasGroundTruth: hasTruth)
      for record in records { try writer.write(record) }
      try writer.finish()
      return try body(path)
    }
  }

  @Test func countsTheRowsThatMoveAndTakesTheHeadingOffsetOut() throws {
    let offset = 0.5
    var records = RecordedReader.rest(.identity)
    for row in records.indices {
      // The truth is turned clockwise, so the estimate lies counter-clockwise of it.
      records[row].trueENUFromBody = Rotation(aboutZ: -offset)
      records[row].isMoving = row >= 600
    }
    records[700].trueENUFromBody = nil
    let evaluation = try withLog(records) {
      try LogEvaluation(of: $0, filters: [.vqf, .default].map { FilterSelection($0) })
    }
    #expect(evaluation.errors.map(\.filter) == [.vqf, .default])
    for errors in evaluation.errors {
      #expect(errors.rowCount == 399)
      #expect(abs(errors.asGiven.heading - offset) < 0.01)
      #expect(abs(errors.headingOffset - offset) < 0.01)
      #expect(errors.withoutHeadingOffset.total < 0.01)
      #expect(errors.asGiven.inclination < 0.01)
    }
  }

  /// Rest at both ends is cut off, before any filter sees it; the rest in the middle stays.
  @Test func restAtTheEndsIsCutOff() throws {
    var records = RecordedReader.rest(.identity)
    for row in records.indices {
      records[row].isMoving = (300..<400).contains(row) || (500..<600).contains(row)
      // Rows that are cut off would spoil the filter.
      if row < 300 || row >= 600 { records[row].specificForce = Vector3(x: 9.81, y: 0, z: 0) }
    }
    try withLog(records) { path in
      let cut = try LogEvaluation(of: path, filters: [.default].map { FilterSelection($0) }, cutsRest: true)
      #expect(cut.errors[0].rowCount == 200)
      #expect(cut.errors[0].asGiven.inclination < 0.01)
      let whole = try LogEvaluation(of: path, filters: [.default].map { FilterSelection($0) })
      #expect(whole.errors[0].asGiven.inclination > 0.1)
    }
    for row in records.indices { records[row].isMoving = false }
    #expect(throws: LogError.self) {
      try withLog(records) {
        try LogEvaluation(of: $0, filters: [.default].map { FilterSelection($0) }, cutsRest: true)
      }
    }
  }

  @Test(.needs(.broad, .hdf5))
  func theSmootherWithoutRest() throws {
    let path = try #require(SharedRecordings.trial("18"))
    let smoother = LogFusion.with { $0.smooths = true }
    let errors = try LogEvaluation(
      of: path, filters: [.default].map { FilterSelection($0) }, fusion: smoother, cutsRest: true
    ).errors[0]
    #expect(errors.asGiven.total * 180 / .pi < 1.5)
  }

  @Test func refusesALogWithoutTruth() throws {
    let records = RecordedReader.rest(.identity)
    let error = #expect(throws: LogError.self) {
      try withLog(records, hasTruth: false) {
        try LogEvaluation(of: $0, filters: [.default].map { FilterSelection($0) })
      }
    }
    #expect(error?.message.contains("no true attitude") == true)
  }

  @Test(.needs(.lapacke)) func anErrorOfTheSmootherNamesTheLog() throws {
    var records = RecordedReader.rest(.identity)
    for row in records.indices { records[row].angularRate = .absent }
    try withLog(records) { path in
      let smoother = LogFusion.with { $0.smooths = true }
      let outcome = WorkQueue.outcomes(of: [path]) { _ throws(LogError) in
        .ok(try LogEvaluation(of: path, filters: [.default].map { FilterSelection($0) }, fusion: smoother).errors.count)
      }
      #expect(outcome.first?.error?.path == path)
    }
  }

  @Test func sameResultsOnAnyNumberOfThreads() throws {
    let records = RecordedReader.simulated("hand-held", duration: 5, isExact: false)
    try withLog(records) { path in
      let totals = [1, 4].map { threadCount in
        WorkQueue.outcomes(of: [path, path, path], threadCount: threadCount) { _ throws(LogError) in
          .ok(try LogEvaluation(of: path, filters: [.default].map { FilterSelection($0) }).errors[0].asGiven.total)
        }.compactMap(\.value)
      }
      #expect(totals[0].count == 3)
      #expect(totals[0] == totals[1])
    }
  }
}
