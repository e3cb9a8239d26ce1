import FilterRuns

/// What one filter costs, in numbers that are the same in every run.
struct InstructionCount: Codable {
  /// Instructions per update of all streams: the mean over the second half of a run.
  var perUpdate: Double?
  /// Heap blocks per update.
  var allocationsPerUpdate: Double?
  /// The instructions of the worst update of a run, its first among them.
  var worstUpdate: Int?
  /// Streams that one update advances.
  var streams: Int

  /// Instructions per sample.
  var perSample: Double? { perUpdate.map { $0 / Double(streams) } }

  /// Counts what the plan says, by the case's name.
  static func all(of plan: CountPlan, _ session: CallgrindSession) throws(CountError) -> [String: InstructionCount] {
    let expected = 2 + 4 * plan.means.count + plan.updateByUpdate.reduce(0) { $0 + $1.updateCount + 1 }
    guard session.marks.count == expected, session.output.count == plan.means.count else {
      throw CountError(message: "valgrind gave \(session.marks.count) counts, not \(expected)")
    }
    var marks = session.marks[...]
    let costOfMark = -marks.removeFirst() + marks.removeFirst()
    var counts: [String: InstructionCount] = [:]
    for (run, allocations) in zip(plan.means, session.output) {
      let taken = marks.prefix(4).map { $0 }
      marks.removeFirst(4)
      let secondHalf = Double((taken[3] - taken[2]) - (taken[1] - taken[0]))
      counts[run.label.name] = InstructionCount(
        perUpdate: (secondHalf / Double(CountPlan.halfRun(at: run.label.rate)) * 100).rounded() / 100,
        allocationsPerUpdate: Double(allocations), streams: run.streamCount)
    }
    for run in plan.updateByUpdate {
      let taken = marks.prefix(run.updateCount + 1)
      marks.removeFirst(run.updateCount + 1)
      let worst = zip(taken, taken.dropFirst()).map { $1 - $0 - costOfMark }.max()
      counts[run.label.name, default: InstructionCount(streams: run.streamCount)].worstUpdate = worst
    }
    return counts
  }
}

extension FilterRun.Label {
  /// The name in the file of thresholds.
  var name: String { "\(filter) \(number) \(sensors.rawValue) \(Int(rate)) Hz" }
}
