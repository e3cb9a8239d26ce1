import LogTables
import ParallelWork

/// The fusion of a log in stages: the reader, the filter, an examination and the sink, each in the order of the log. Memory is that of
/// four batches of blocks.
final class FusionPipeline: @unchecked Sendable {
  /// What the stages share. A stage is busy on one thread at a time.
  private(set) var reader: any MotionLogReader
  private(set) var summary: FusionSummary
  private let fuse: (inout LogFusion.Block, inout FusionSummary) -> Void
  private let examine: (LogFusion.Block) -> Void
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
    case read, fuse, examine, write
  }

  /// The rows read before the pipeline began.
  private var firstRows: [LogRecord]?
  /// Why the reader has no further rows.
  private var readingFailure: LogError?
  private let threadCount: Int
  private let batches: [Batch]

  /// Several threads change the lock for each batch, not for each block.
  private static let blocksPerBatch = 8

  /// A pipeline whose first block has been read, with its failure. `fuse` fills in the motions of a block; it is called with an empty block at the end.
  init(
    _ reader: any MotionLogReader, _ summary: FusionSummary, firstRows: [LogRecord], _ failure: LogError?,
    threadCount: Int,
    fuse: @escaping (inout LogFusion.Block, inout FusionSummary) -> Void,
    examine: @escaping (LogFusion.Block) -> Void, sink: @escaping (LogFusion.Block) throws(LogError) -> Void,
    progress: @escaping (_ rows: Int) -> Bool
  ) {
    self.reader = reader
    self.summary = summary
    self.firstRows = firstRows
    readingFailure = failure
    self.threadCount = threadCount
    self.fuse = fuse
    self.examine = examine
    self.sink = sink
    self.progress = progress
    // One thread gives each result before it waits for further rows.
    batches = (0..<(threadCount > 1 ? 4 : 1)).map { _ in Batch(size: threadCount > 1 ? Self.blocksPerBatch : 1) }
  }

  /// Runs the log to its end. Throws errors of the sink at once, and those of the reader after the rows before them.
  func run() throws(LogError) {
    let pipeline = StagePipeline<LogError>(widths: [1, 1, 1, 1], capacity: batches.count)
    try pipeline.run(threadCount: threadCount) { [self] stage, item throws(LogError) in
      try perform(Stage(rawValue: stage), on: batches[item % batches.count])
    }
  }

  private func perform(_ stage: Stage?, on batch: Batch) throws(LogError) -> StagePipeline<LogError>.Outcome {
    switch stage {
    case .read:
      read(batch)
      return batch.rowCounts[batch.count - 1] == 0 ? .last(readingFailure) : .done
    case .examine:
      for index in 0..<batch.count where !batch.blocks[index].records.isEmpty { examine(batch.blocks[index]) }
    case .write: try write(batch)
    default:
      for index in 0..<batch.count { fuse(&batch.blocks[index], &summary) }
    }
    return .done
  }

  /// Fills a batch; its last block is empty at the end of the log, which is also after the rows before a failure.
  private func read(_ batch: Batch) {
    batch.count = 0
    repeat {
      batch.blocks[batch.count].records.removeAll(keepingCapacity: true)
      if let rows = firstRows {
        batch.blocks[batch.count].records = rows
        firstRows = nil
      } else if readingFailure == nil {
        do throws(LogError) {
          try reader.read(into: &batch.blocks[batch.count].records, atMost: LogFusion.blockSize)
        } catch {
          readingFailure = error
        }
      }
      batch.rowCounts[batch.count] = batch.blocks[batch.count].records.count
      batch.count += 1
    } while batch.count < batch.blocks.count && batch.rowCounts[batch.count - 1] > 0
  }

  private func write(_ batch: Batch) throws(LogError) {
    for index in 0..<batch.count {
      if !batch.blocks[index].records.isEmpty { try sink(batch.blocks[index]) }
      let count = batch.rowCounts[index]
      guard count == 0 || progress(count) else { throw LogError(path: "", .interrupted) }
    }
  }
}
