import MotionLogs
import RecordingFusion

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The stages of the fusion of a log: the reader, the filter and the sink, each in the order of the log.
///
/// Each thread takes the last stage that is ready, so that the stages overlap on several processors; one thread alternates between
/// them. Results do not depend on the number of threads. Memory is that of four batches of blocks.
final class FusionPipeline: @unchecked Sendable {
  /// What the stages share. A stage is busy on one thread at a time.
  private(set) var reader: any MotionLogReader
  private(set) var summary: FusionSummary
  private let fuse: (inout LogFusion.Block, inout FusionSummary) -> Void
  private let teach: (inout any MotionLogReader, FusionSummary) -> Void
  private let sink: (LogFusion.Block) throws(LogError) -> Void
  private let progress: (_ rows: Int) -> Bool

  /// Consecutive blocks, which go through the stages together.
  private final class Batch {
    /// The blocks; those from `count` on are not in use.
    var blocks: [LogFusion.Block]
    var count = 0
    /// The rows read into each block. With a latency the filter returns others.
    var rowCounts: [Int]

    init(size: Int) {
      blocks = Array(repeating: LogFusion.Block(), count: size)
      rowCounts = Array(repeating: 0, count: size)
    }
  }

  private enum Stage: Int {
    case read, fuse, write
  }

  /// The rows read before the pipeline began.
  private var firstRows: [LogRecord]?
  private let threadCount: Int
  private let batches: [Batch]
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // Under the lock:
  /// The batches that each stage has done.
  private var done = [0, 0, 0]
  private var isBusy = [false, false, false]
  private var hasEnded = false
  private var isStopped = false
  private var failure: LogError?

  /// Several threads change the lock for each batch, not for each block.
  private static let blocksPerBatch = 8

  /// A pipeline whose first block has been read. `fuse` fills in the motions of a block; it is called with an empty block at the end.
  /// With one thread `teach` gives the reader the results so far before it reads further rows.
  init(
    _ reader: any MotionLogReader, _ summary: FusionSummary, firstRows: [LogRecord], threadCount: Int,
    fuse: @escaping (inout LogFusion.Block, inout FusionSummary) -> Void,
    teach: @escaping (inout any MotionLogReader, FusionSummary) -> Void,
    sink: @escaping (LogFusion.Block) throws(LogError) -> Void, progress: @escaping (_ rows: Int) -> Bool
  ) {
    self.reader = reader
    self.summary = summary
    self.firstRows = firstRows
    self.threadCount = threadCount
    self.fuse = fuse
    self.teach = teach
    self.sink = sink
    self.progress = progress
    // One thread gives each result before it waits for further rows.
    batches = (0..<(threadCount > 1 ? 4 : 1)).map { _ in Batch(size: threadCount > 1 ? Self.blocksPerBatch : 1) }
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Runs the log to its end. Throws errors of the sink at once, and those of the reader after the rows before them.
  func run() throws(LogError) {
    Threads.run(count: threadCount) { self.work() }
    if let failure { throw failure }
  }

  /// Does stages until all are done.
  private func work() {
    pthread_mutex_lock(lock)
    while !isStopped && !(hasEnded && done[Stage.write.rawValue] == done[Stage.read.rawValue]) {
      guard let stage = readyStage else {
        pthread_cond_wait(changed, lock)
        continue
      }
      isBusy[stage.rawValue] = true
      let batch = batches[done[stage.rawValue] % batches.count]
      pthread_mutex_unlock(lock)
      let problem = perform(stage, on: batch)
      pthread_mutex_lock(lock)
      isBusy[stage.rawValue] = false
      done[stage.rawValue] += 1
      if stage == .read {
        hasEnded = problem != nil || batch.rowCounts[batch.count - 1] == 0
        failure = failure ?? problem
      } else if let problem {
        failure = problem
        isStopped = true
      }
      pthread_cond_broadcast(changed)
    }
    pthread_mutex_unlock(lock)
  }

  /// The last stage that is ready; nil while others are at work.
  private var readyStage: Stage? {
    if !isBusy[2], done[2] < done[1] { return .write }
    if !isBusy[1], done[1] < done[0] { return .fuse }
    return !isBusy[0] && !hasEnded && done[0] - done[2] < batches.count ? .read : nil
  }

  private func perform(_ stage: Stage, on batch: Batch) -> LogError? {
    do throws(LogError) {
      switch stage {
      case .read: try read(batch)
      case .fuse:
        for index in 0..<batch.count { fuse(&batch.blocks[index], &summary) }
        if threadCount == 1 { teach(&reader, summary) }
      case .write: try write(batch)
      }
      return nil
    } catch {
      return error
    }
  }

  /// Fills a batch; its last block is empty at the end of the log.
  private func read(_ batch: Batch) throws(LogError) {
    batch.count = 0
    repeat {
      let index = batch.count
      if let rows = firstRows {
        batch.blocks[index].records = rows
        firstRows = nil
      } else {
        try reader.read(into: &batch.blocks[index].records, atMost: LogFusion.blockSize)
      }
      batch.rowCounts[index] = batch.blocks[index].records.count
      batch.count += 1
    } while batch.count < batch.blocks.count && batch.rowCounts[batch.count - 1] > 0
  }

  private func write(_ batch: Batch) throws(LogError) {
    for index in 0..<batch.count {
      if !batch.blocks[index].records.isEmpty { try sink(batch.blocks[index]) }
      let count = batch.rowCounts[index]
      guard count == 0 || progress(count) else { throw LogError(path: "", message: "stopped before its end") }
    }
  }
}
