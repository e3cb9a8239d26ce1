import AttitudeFilters
import LogProcessing
import LogTables
import MotionSamples
import SystemLibrary

/// The processor time of a filter on a recording in memory: conditioning, clock, update and attitude of every row.
struct FilterTiming: FilterOperation {
  typealias Scalar = Double
  let filter: FilterSelection
  let settings: StreamSettings<Double>
  let records: [LogRecord]

  /// Nanoseconds per row: the median of at least three passes over the recording and of at least 0.1 s.
  mutating func perform<Filter: AttitudeFilter>(for type: Filter.Type) -> Double where Filter.Scalar == Double {
    var times: [Double] = []
    while times.count < 3 || times.reduce(0, +) < 0.1 {
      let start = Self.threadTime
      let sum = pass(type)
      let elapsed = Self.threadTime - start
      times.append(sum.isFinite ? elapsed : .infinity)
    }
    return 1e9 * times.sorted()[times.count / 2] / Double(records.count)
  }

  /// Runs the filter once over the recording. Returns a sum of attitudes, which keeps the compiler from leaving them out.
  /// Times and instructions are those of one copy of the loop.
  @inline(never)
  func pass<Filter: AttitudeFilter>(_ type: Filter.Type) -> Double where Filter.Scalar == Double {
    var stream = MotionStream<Filter>(parameters: filter.parameters(as: Filter.Parameters.self), settings: settings)
    let rows = records.span
    var sum = 0.0
    for index in rows.indices {
      stream.process(rows[index].measured(usesVelocity: false))
      sum += stream.filter.enuFromBody.quaternion.w
    }
    return sum
  }

  /// The processor time of this thread, s.
  static var threadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
  }
}
