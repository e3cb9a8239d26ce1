// FilterComparison: error against cost of filters, and of packages of others, on the same logs.
// It prints nothing: tables are the command's, the page is that of ReportPages.

import AttitudeEvaluation
import AttitudeFilters
import LogProcessing
import LogTables
import MotionSamples
import Rotations

/// The errors and the cost of several methods on one log with a reference attitude.
///
/// All methods get the same samples, in body axes and calibrated, without velocities, and their attitudes go through the same
/// `AttitudeErrorHistory` as those of `LogEvaluation`.
package struct LogBenchmark: Sendable {
  /// What one method achieved.
  package struct Run: Sendable {
    /// The root mean square errors without correction, in rad.
    package let asGiven: AttitudeError
    /// The root mean square errors after removal of the best constant heading offset, in rad.
    package let withoutHeadingOffset: AttitudeError
    /// Processor time per row, ns: the median of several passes, of the smoother one.
    package let cost: Double
    /// Instructions per row; nil where they were not counted.
    package let instructions: Double?
  }

  /// The number of rows, and of those that count: with a reference attitude, marked as moving.
  package let rowCount: Int
  package private(set) var countedRows = 0
  /// Whether a magnetometer sets the heading; if not, the heading offset is arbitrary.
  package private(set) var hasNorth = false
  /// The runs in the order of the methods; the error of one that failed.
  package private(set) var runs: [Result<Run, LogError>] = []

  /// Runs each method on a log.
  ///
  /// - Parameters:
  ///   - path: The log, which is held in memory.
  ///   - options: Settings that the log does not contain.
  ///   - methods: The methods, the first a filter of Cardan.
  ///   - fusion: Axes, calibration and magnetometer of all methods; everything else in it is ignored.
  ///   - countsInstructions: Whether valgrind counts the instructions of filters, on the first rows. Default: false.
  ///   - cutsRest: Whether to use only rows from the first to the last marked as moving. Default: all rows.
  ///   - progress: Called after each method with the number of rows; returning false ends the run with an error.
  package init(
    of path: String, options: LogOptions = LogOptions(), methods: [BenchmarkMethod], fusion: LogFusion = LogFusion(),
    countsInstructions: Bool = false, cutsRest: Bool = false, progress: (_ rows: Int) -> Bool = { _ in true }
  ) throws(LogError) {
    let recording = try RecordingInMemory(log: path, options: options, cutsRest: cutsRest)
    rowCount = recording.records.count
    var plain = LogFusion()
    plain.settings = fusion.settings
    plain.settings.frame = .enu
    plain.usesVelocity = false
    plain.columns = []
    for method in methods {
      do throws(LogError) {
        let result = try run(method, recording, plain, countsInstructions)
        runs.append(.success(result))
      } catch {
        runs.append(.failure(error))
      }
      guard progress(rowCount) else { throw LogError(path: path, .interrupted) }
    }
  }

  /// The errors of the methods that failed.
  package var failures: [LogError] {
    runs.compactMap { result in
      if case .failure(let error) = result { error } else { nil }
    }
  }

  private mutating func run(
    _ method: BenchmarkMethod, _ recording: RecordingInMemory, _ fusion: LogFusion, _ countsInstructions: Bool
  ) throws(LogError) -> Run {
    var (fusion, history, cost) = (fusion, AttitudeErrorHistory(), 0.0)
    var instructions: Double?
    func add(_ record: LogRecord, _ estimate: Rotation<Double>) {
      if record.isMoving, let truth = record.trueENUFromBody { history.add(estimate: estimate, truth: truth) }
    }
    func fuse() throws(LogError) {
      var reader: any MotionLogReader = recording
      let summary = try fusion.run(
        &reader,
        sink: { block throws(LogError) in
          for (record, motion) in zip(block.records, block.motions) { add(record, motion.outputFromBody) }
        })
      hasNorth = summary.hasNorth
    }
    switch method.program {
    case .filter(let filter):
      fusion.filter = filter
      try fuse()
      var timing = FilterTiming(filter: filter, settings: fusion.settings, records: recording.records)
      cost = filter.kind.perform(&timing)
      if countsInstructions {
        instructions = try InstructionCounting.perRow(of: filter, rows: recording.rows(fusion.settings))
      }
    case .smoother(let parameters):
      (fusion.smooths, fusion.smootherParameters) = (true, parameters)
      let start = FilterTiming.threadTime
      do throws(LogError) {
        try fuse()
      } catch {
        throw LogError(path: method.name, error.fact)
      }
      cost = 1e9 * (FilterTiming.threadTime - start) / Double(rowCount)
    case .peer(let programs):
      var records = recording.records
      fusion.turnTruth(of: &records)
      let result = try programs.estimates(of: method.name, rows: recording.rows(fusion.settings))
      cost = result.cost
      for (record, estimate) in zip(records, result.enuFromBody) { add(record, estimate) }
    }
    if countedRows == 0 { countedRows = history.count }
    guard history.count > 0, history.count == countedRows else {
      let missing = "\(countedRows - history.count) of \(countedRows) rows"
      throw LogError(path: method.name, message: "no finite attitude in \(missing) with a true attitude")
    }
    return Run(
      asGiven: history.rootMeanSquare, withoutHeadingOffset: history.rootMeanSquareWithoutHeadingOffset, cost: cost,
      instructions: instructions)
  }
}

/// A log in memory.
private struct RecordingInMemory: MotionLogReader {
  let header: LogHeader
  let damage: LogDamage
  private(set) var records: [LogRecord] = []
  private var place = 0

  init(log path: String, options: LogOptions, cutsRest: Bool) throws(LogError) {
    var reader = try LogEvaluation.openedWithTruth(path, options: options, cutsRest: cutsRest)
    header = reader.header
    while let record = try reader.next() { records.append(record) }
    damage = reader.damage
  }

  mutating func next() throws(LogError) -> LogRecord? {
    guard place < records.count else { return nil }
    defer { place += 1 }
    return records[place]
  }

  /// The samples in body axes, with the intervals of the clock.
  func rows(_ settings: StreamSettings<Double>) -> PeerRows {
    var (clock, rows) = (SampleClock(parameters: settings.clock), PeerRows())
    for record in records {
      let sample = settings.conditioner.condition(
        MotionSample(
          interval: clock.read(Timestamp(nanoseconds: record.timestamp)).interval,
          angularRate: record.angularRate, specificForce: record.specificForce, magneticField: record.magneticField),
        temperature: record.temperature)
      rows.append(
        interval: sample.interval, angularRate: sample.angularRate, specificForce: sample.specificForce,
        magneticField: sample.magneticField)
    }
    return rows
  }
}
