import Counters
import FilterRuns

/// Carries out the plan under valgrind: its marks go into valgrind's log, the allocations per update to standard output.
enum CountingChild {
  static func run(_ plan: CountPlan) {
    cardan_start_counting_instructions()
    // Two marks with nothing between them: what a mark costs.
    cardan_mark_instructions()
    cardan_mark_instructions()
    for run in plan.means {
      let halfRun = CountPlan.halfRun(at: run.label.rate)
      // What a program allocates once, for its first run.
      _ = run.run(1)
      let allocations = [halfRun, 2 * halfRun].map { updates in
        let before = cardan_allocation_count()
        cardan_mark_instructions()
        let checksum = run.run(updates)
        cardan_mark_instructions()
        precondition(!checksum.isNaN, "a filter's output is not a number")
        return cardan_allocation_count() - before
      }
      print(Double(allocations[1] - allocations[0]) / Double(halfRun))
    }
    for run in plan.updateByUpdate {
      let checksum = run.runMarked?(run.updateCount) { cardan_mark_instructions() } ?? .nan
      precondition(!checksum.isNaN, "a filter's output is not a number")
    }
  }
}
