import LogProcessing
import LogTables
import ParallelWork

/// The one place where this program calls for logs in memory to be fused: time and attitude of each by the default filter.
enum LogFuser {
  /// Fuses all logs and returns how many rows came out.
  static func fuse(_ logs: [RepeatingLog], threadCount: Int) -> Int {
    var fusion = LogFusion()
    fusion.columns = [.time, .quaternion]
    let queue = WorkQueue(logs.map { .init(cost: $0.rowCount) }, threadCount: threadCount)
    return queue.results { [fusion] index in
      var reader: any MotionLogReader = logs[index]
      return (try? fusion.run(&reader).rowCount) ?? 0
    }.reduce(0) { $0 + ($1 ?? 0) }
  }
}
