import LogFormats
import LogTables
import ParallelWork
import Rotations

/// A log with the attitude that its device estimated, which is set aside: it is neither true nor a reading of the fusion.
package struct DeviceAttitudeLog {
  /// The log without that attitude.
  package private(set) var reader: any MotionLogReader
  /// The name of the attitude, for ``LogOptions/truthTopic``.
  package let topic: String
  private let attitudes: Attitudes

  /// The first attitude of its own that a log holds; nil for a log without one, for one with a true attitude, and for the standard
  /// input, which is read once.
  package init?(path: String, options: LogOptions, header: LogHeader) {
    guard path != "-", options.truthTopic == nil, !header.hasGroundTruth,
      let topic = header.contents?.attitudes.first
    else { return nil }
    var options = options
    options.truthTopic = topic
    guard let base = try? MotionLog.open(path, options: options), base.header.hasGroundTruth else { return nil }
    self.topic = topic
    attitudes = Attitudes([])
    reader = Reader(base: base, header: header, attitudes: attitudes)
  }

  /// A block of the fusion with the attitudes of the device in the place of true ones. Called for each block in its order.
  package func compared(_ block: LogFusion.Block, _ fusion: LogFusion) -> LogFusion.Block {
    var block = block
    let count = block.records.count
    let attitudes = attitudes.withLock { waiting in
      defer { waiting.removeFirst(min(count, waiting.count)) }
      return Array(waiting.prefix(count))
    }
    for (index, attitude) in zip(block.records.indices, attitudes) {
      block.records[index].trueENUFromBody = attitude
    }
    fusion.turnTruth(of: &block.records)
    return block
  }

  /// The attitudes of the rows that were read and not compared, in the order of the log. Reading and comparing may overlap.
  private typealias Attitudes = Locked<[Rotation<Double>?]>

  /// A log whose attitude is set aside.
  private struct Reader: MotionLogReader {
    var base: any MotionLogReader
    let header: LogHeader
    let attitudes: Attitudes

    var damage: LogDamage { base.damage }
    var voting: VotingSummary? { base.voting }

    mutating func next() throws(LogError) -> LogRecord? {
      guard var record = try base.next() else { return nil }
      let attitude = record.trueENUFromBody
      attitudes.withLock { $0.append(attitude) }
      record.trueENUFromBody = nil
      return record
    }

    mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError) {
      // What was read before a failure counts, too.
      defer {
        let added = records.map(\.trueENUFromBody)
        attitudes.withLock { $0 += added }
        for index in records.indices { records[index].trueENUFromBody = nil }
      }
      try base.read(into: &records, atMost: limit)
    }
  }
}
