import LogProcessing
import MotionLogs

/// The one place where this program calls for logs in memory to be fused: time and attitude of each by the default filter.
enum LogFuser {
  /// Fuses all logs and returns how many rows came out.
  static func fuse(_ logs: [RepeatingLog], threadCount: Int) -> Int {
    var fusion = LogFusion()
    fusion.columns = [.time, .quaternion]
    let outcomes: [LogOutcome<Int>] = LogBatch(threadCount: threadCount).outcomes(
      of: logs.indices.map { "log \($0)" }
    ) { [fusion] index, _ throws(LogError) in
      var reader: any MotionLogReader = logs[index]
      return .ok(try fusion.run(&reader).rowCount)
    }
    return outcomes.reduce(0) { $0 + ($1.value ?? 0) }
  }
}
