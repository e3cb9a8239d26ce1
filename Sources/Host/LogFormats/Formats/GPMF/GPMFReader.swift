import FileAccess
import LogTables
import MotionSamples

extension LogFormat {
  /// Videos of GoPro cameras.
  static let gpmf = streams(.gpmf, recognition: "MP4 with a track of gpmd") { file throws(LogError) in
    guard MP4Telemetry.matches(try file.head()) else { return false }
    return try GPMFPayloads.matches(try file.blocks())
  } reader: { file, _ throws(LogError) in
    try GPMFReader(try file.blocks())
  }
}

/// The readings of the sensors of a GoPro camera, from the telemetry track of its video.
///
/// The payloads are those of the index; where that is damaged or missing, those that are found by their first key. Readings of
/// a payload are in the order of time.
final class GPMFReader: MessageReader {
  /// A sensor of a device.
  private struct Source: Hashable {
    var device: UInt32
    var key: LetterCode
  }

  /// Readings with the place of the next.
  private struct Queue {
    var stream: GPMFStream
    var topic: Int
    var piece: GPMFClock.Piece
    var next = 0

    var time: Int64 { piece.start &+ Int64(saturating: (Double(next) * piece.interval).rounded()) }
  }

  private(set) var topics: [MessageTopic] = []
  private(set) var damage = LogDamage()
  private(set) var message = GPMFMessage()

  private let file: BlockFile
  private let payloads: [GPMFPayloads.Payload]
  /// The times of each topic by the index of the payload.
  private var pieces: [[Int: GPMFClock.Piece]] = []
  private var topicOfSource: [Source: Int] = [:]
  private var keys: [LetterCode] = []
  private var hasTemperature: [Bool] = []
  private var (position, current) = (0, 0)
  private var queues: [Queue] = []

  private static let meanSize = 6.0
  /// The most sensors; those of others are damage.
  private static let mostTopics = 64

  /// Reads the heads of all payloads for the times of their readings.
  init(_ file: BlockFile) throws(LogError) {
    self.file = file
    let found = try GPMFPayloads(file)
    payloads = found.payloads
    var readings: [(source: Source, head: GPMFTimes.Head)] = []
    for (index, payload) in payloads.enumerated() {
      for stream in try read(payload).streams {
        readings.append((Source(device: stream.device, key: stream.key), GPMFTimes.Head(stream, payload: index)))
      }
    }
    let order = addTopics(readings.map(\.source))
    var times = GPMFTimes(count: order.count)
    hasTemperature = order.map { _ in false }
    for (source, head) in readings {
      guard let topic = topicOfSource[source] else { continue }
      if head.hasTemperature { hasTemperature[topic] = true }
      times.add(head, of: topic, indexTime: payloads[head.payload].time)
    }
    pieces = times.pieces()
    keys = order.map(\.key)
    let devices = order.reduce(into: [UInt32]()) { if !$0.contains($1.device) { $0.append($1.device) } }
    topics = order.map {
      MessageTopic(
        name: String(decoding: $0.key.bytes, as: UTF8.self), instance: devices.firstIndex(of: $0.device) ?? 0)
    }
    damage = found.damage
  }

  /// Gives each sensor a topic. One that is met once beside another of the same kind is that one: the number of its device is
  /// damaged.
  private func addTopics(_ sources: [Source]) -> [Source] {
    var counts: [Source: Int] = [:]
    for source in sources { counts[source, default: 0] += 1 }
    var order: [Source] = []
    let most = counts.reduce(into: [LetterCode: Int]()) { $0[$1.key.key] = max($0[$1.key.key] ?? 0, $1.value) }
    func isDamaged(_ source: Source) -> Bool { counts[source] == 1 && most[source.key] ?? 0 > 2 }
    for source in sources where topicOfSource[source] == nil && order.count < Self.mostTopics {
      if isDamaged(source) { continue }
      topicOfSource[source] = order.count
      order.append(source)
    }
    for source in counts.keys where isDamaged(source) {
      topicOfSource[source] = order.firstIndex { $0.key == source.key }
    }
    return order
  }

  func field(_ name: String, of topic: Int) -> Int? {
    if name == "temperature", !hasTemperature[topic] { return nil }
    return GPMFMessage.fields(of: keys[topic]).firstIndex(of: name)
  }

  func loseMessage() { damage.lose(at: payloads[current].range.lowerBound) }

  func next() throws(LogError) -> Int? {
    while true {
      var (first, time) = (-1, Int64.max)
      for index in queues.indices where queues[index].next < queues[index].stream.count && queues[index].time < time {
        (first, time) = (index, queues[index].time)
      }
      if first >= 0 {
        message.stream = queues[first].stream
        message.place = queues[first].stream.place + queues[first].next * queues[first].stream.stride
        message.timestamp = time
        queues[first].next += 1
        return queues[first].topic
      }
      guard position < payloads.count else { return nil }
      current = position
      position += 1
      try load()
    }
  }

  /// Loads the current payload.
  private func load() throws(LogError) {
    let range = payloads[current].range
    let payload = try read(payloads[current])
    for skipped in payload.skipped {
      damage.skip(skipped.count, at: range.lowerBound + skipped.lowerBound, meanSize: Self.meanSize)
    }
    message.bytes = ByteCursor(try file.bytes(at: range.lowerBound, count: range.count))
    queues.removeAll(keepingCapacity: true)
    for stream in payload.streams {
      guard let topic = topicOfSource[Source(device: stream.device, key: stream.key)] else {
        loseMessage()
        continue
      }
      // A sensor with several streams in a payload would have two clocks: the first is read.
      guard let piece = pieces[topic][current], !queues.contains(where: { $0.topic == topic }) else {
        loseMessage()
        continue
      }
      queues.append(Queue(stream: stream, topic: topic, piece: piece))
    }
  }

  private func read(_ payload: GPMFPayloads.Payload) throws(LogError) -> GPMFPayload {
    GPMFPayload(try file.bytes(at: payload.range.lowerBound, count: payload.range.count), isCut: payload.isCut)
  }
}

/// The times of payloads by the clocks that a file may have.
private struct GPMFTimes {
  /// What the times need of the readings of a sensor in a payload.
  struct Head {
    var payload: Int
    var count: Int
    var fineTime, coarseTime: Int64?
    var hasTemperature: Bool

    init(_ stream: GPMFStream, payload: Int) {
      let properties = stream.properties
      (self.payload, count, hasTemperature) = (payload, stream.count, properties.temperature.isFinite)
      (fineTime, coarseTime) = (properties.fineTime, properties.coarseTime)
    }
  }

  /// The readings of a sensor in a payload, and its time by the track.
  private var times: [[(head: Head, indexTime: Int64?)]]

  init(count: Int) { times = Array(repeating: [], count: count) }

  mutating func add(_ head: Head, of topic: Int, indexTime: Int64?) {
    guard times[topic].last?.head.payload != head.payload else { return }
    times[topic].append((head, indexTime))
  }

  /// The pieces of each topic by payload, all by the finest clock that most payloads of every sensor have. Times begin at one
  /// second, because zero stands for an unknown time.
  func pieces() -> [[Int: GPMFClock.Piece]] {
    // By the camera to 1 µs, by the camera to 1 ms, and by the track.
    let clocks: [(Head, Int64?) -> Int64?] = [{ head, _ in head.fineTime }, { head, _ in head.coarseTime }, { $1 }]
    let clock = clocks.first { clock in
      times.allSatisfy { topic in topic.count { clock($0.head, $0.indexTime) != nil } * 2 > topic.count }
    }
    guard let clock else { return times.map { _ in [:] } }
    return times.map { topic in
      let pieces = GPMFClock(
        topic.map { head, indexTime in
          (number: head.payload, time: clock(head, indexTime).map { $0 + 1_000_000_000 }, count: head.count)
        }
      ).pieces
      return Dictionary(uniqueKeysWithValues: zip(topic.lazy.map { $0.head.payload }, pieces))
    }
  }
}

/// A reading in a payload.
struct GPMFMessage: NumberedMessage {
  var bytes = ByteCursor(UnsafeRawBufferPointer(start: nil, count: 0))
  var stream: GPMFStream?
  /// The place of the reading in the bytes.
  var place = 0
  /// The time in ns.
  var timestamp: Int64 = 0

  /// The names of the numbers of a kind of readings.
  static func fields(of key: LetterCode) -> [String] {
    ["sec", "nanosec"]
      + (key == "GPS5" || key == "GPS9"
        ? ["latitude", "longitude", "altitude", "unix", "fix"] : ["x", "y", "z", "temperature"])
  }

  func number(_ field: Int) -> Double {
    guard let stream else { return .nan }
    switch field {
    case 0: return Double(timestamp / 1_000_000_000)
    case 1: return Double(timestamp % 1_000_000_000)
    default: break
    }
    if !stream.axes.isEmpty {
      if field == 5 { return stream.properties.temperature }
      let axis = stream.axes[field - 2]
      return axis.sign * value(axis.number, stream)
    }
    switch (field, stream.key) {
    case (5, "GPS9"): return 946_684_800 + value(5, stream) * 86_400 + value(6, stream)
    case (6, "GPS9"): return value(8, stream)
    case (5, _): return stream.properties.unixTime
    case (6, _): return stream.properties.fix
    default: return value(field - 2, stream)
    }
  }

  /// A number of the reading in its unit.
  private func value(_ index: Int, _ stream: GPMFStream) -> Double {
    let (offset, type, divisor) = stream.numbers[index]
    return type.value(bytes, at: place + offset, isBigEndian: true) / divisor
  }
}
