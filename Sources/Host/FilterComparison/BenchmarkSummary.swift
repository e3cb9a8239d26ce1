import AttitudeEvaluation
import LogTables

/// The means of a benchmark over recordings.
package struct BenchmarkSummary: Sendable {
  /// One method. Angles are in rad.
  package struct Line: Sendable {
    package let method: BenchmarkMethod
    /// The means over the recordings of the root mean square errors.
    package let total: MeanInterval
    package let heading: MeanInterval
    package let inclination: MeanInterval
    /// The mean of the differences of the total error from that of the reference on the same recording.
    package let difference: MeanInterval
    /// Processor time per sample over all recordings, ns.
    package let cost: Double
    /// Instructions per sample over all recordings; nil where they were not counted.
    package let instructions: Double?
    /// Whether no other method has both a smaller total error and a smaller cost.
    package fileprivate(set) var isOnFront = false
  }

  /// The methods that have a result on at least one recording, in the given order.
  package private(set) var lines: [Line] = []
  /// The recordings on which all of these methods have a result; only they count.
  package let recordings: [Int]
  /// The name of the method that the others are compared with.
  package let reference: String

  /// The means of methods. `removesHeadingOffset`: also where a magnetometer sets the heading; elsewhere it always is removed.
  ///
  /// - Parameters:
  ///   - outcomes: The recordings; nil for one that could not be read.
  ///   - reference: The place of the method that the others are compared with.
  package init(
    _ methods: [BenchmarkMethod], _ outcomes: [LogBenchmark?], reference: Int, removesHeadingOffset: Bool
  ) {
    func run(_ recording: Int, _ method: Int) -> LogBenchmark.Run? { try? outcomes[recording]?.runs[method].get() }
    func error(_ recording: Int, _ method: Int) -> AttitudeError? {
      run(recording, method).map {
        Self.error($0, hasNorth: outcomes[recording]?.hasNorth == true, removesHeadingOffset: removesHeadingOffset)
      }
    }
    let working = methods.indices.filter { method in outcomes.indices.contains { run($0, method) != nil } }
    let common = outcomes.indices.filter { recording in
      !working.isEmpty && working.allSatisfy { run(recording, $0) != nil }
    }
    recordings = common
    self.reference = methods[reference].name
    let references = common.compactMap { error($0, reference)?.total }
    for method in working {
      let errors = common.compactMap { error($0, method) }
      let rows = common.compactMap { outcomes[$0]?.rowCount }.map(Double.init)
      func perSample(_ value: (LogBenchmark.Run) -> Double?) -> Double? {
        let values = common.compactMap { run($0, method).flatMap(value) }
        return values.count == rows.count && !rows.isEmpty
          ? zip(values, rows).reduce(0) { $0 + $1.0 * $1.1 } / rows.reduce(0, +) : nil
      }
      lines.append(
        Line(
          method: methods[method], total: MeanInterval(of: errors.map(\.total)),
          heading: MeanInterval(of: errors.map(\.heading)),
          inclination: MeanInterval(of: errors.map(\.inclination)),
          difference: MeanInterval(of: zip(errors, references).map { $0.total - $1 }),
          cost: perSample(\.cost) ?? .nan, instructions: perSample(\.instructions)))
    }
    for place in lines.indices {
      let line = lines[place]
      lines[place].isOnFront = !lines.contains { $0.total.mean < line.total.mean && $0.cost < line.cost }
    }
  }

  /// The errors of a run that count: without the heading offset if that is to be removed or if nothing sets the heading.
  package static func error(_ run: LogBenchmark.Run, hasNorth: Bool, removesHeadingOffset: Bool) -> AttitudeError {
    hasNorth && !removesHeadingOffset ? run.asGiven : run.withoutHeadingOffset
  }
}
