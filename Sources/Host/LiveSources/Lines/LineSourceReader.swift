import LogFormats
import LogTables
import MotionSamples
import MotionSessions
import SystemLibrary

/// The reader of a `LineSource`.
struct LineSourceReader: MotionSourceReader {
  private let place: LineSource.Place
  private let name: String
  private var parser: LogLineParser
  private var assembler = LineAssembler()
  /// Nil while the device is disconnected.
  private var descriptor: Descriptor?
  /// Whether the first line may be incomplete.
  private var isWithinLine = false
  private var isConnected = true
  private var hasSample = false
  /// The sample that follows `connected`.
  private var waiting: SourceEvent?
  /// Unparseable lines in a row, with the error of the last one.
  private var unreadable: (count: Int, problem: LogError?) = (0, nil)

  /// The longest wait in milliseconds, so that cancelling takes effect.
  private static let longestWait: Int32 = 20
  private static let pauseBetweenAttempts = Duration.milliseconds(40)
  private static let patience = 100

  init(place: LineSource.Place, name: String, parser: LogLineParser) throws(MotionError) {
    self.place = place
    self.name = name
    self.parser = parser
    try open()
  }

  private mutating func open() throws(MotionError) {
    switch place {
    case .standardInput:
      descriptor = Descriptor(STDIN_FILENO, isOwned: false)
    case .device(let path, let baud):
      let opened = try SerialLine.open(path, baud: baud)
      descriptor = opened.descriptor
      isWithinLine = opened.isTerminal
    }
  }

  mutating func next() async throws(MotionError) -> SourceEvent? {
    while !Task.isCancelled {
      if let event = waiting.take() { return event }
      if let line = assembler.next() {
        if let event = take(line) { return event }
      } else if let descriptor {
        if let ending = read(from: descriptor) {
          guard place != .standardInput else { return try end() }
          if let event = lose(ending) { return event }
        }
      } else {
        try? await Task.sleep(for: Self.pauseBetweenAttempts)
        try? open()
      }
    }
    return nil
  }

  /// Reads the bytes that arrive; the reason if the connection has ended.
  private mutating func read(from descriptor: Descriptor) -> String? {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      switch descriptor.read(into: buffer, waiting: Self.longestWait) {
      case .bytes(let count): assembler.append(buffer[..<count])
      case .nothing: break
      case .ended(let reason): return reason
      }
      return nil
    }
  }

  private mutating func take(_ line: ArraySlice<UInt8>) -> SourceEvent? {
    let parsed = parser.parse(line)
    let isCut = isWithinLine
    isWithinLine = false
    switch parsed {
    case .record where isCut: return nil
    case .record(let record, let hasTimestamp):
      hasSample = true
      unreadable = (0, nil)
      return connected(.sample(Self.sample(record, hasTimestamp: hasTimestamp)))
    case .header, .empty: return nil
    case .unreadable(let problem):
      unreadable = (unreadable.count + 1, problem)
      guard unreadable.count == Self.patience else { return nil }
      return lost("\(Self.patience) unparseable lines in a row; the last one: \(problem)")
    }
  }

  private static func sample(_ record: LogRecord, hasTimestamp: Bool) -> TimedSample<Double> {
    var measured = record.measured()
    if !hasTimestamp { measured.timestamp = .now }
    return measured
  }

  /// The event, preceded by `connected` if the device was disconnected.
  private mutating func connected(_ event: SourceEvent) -> SourceEvent {
    guard !isConnected else { return event }
    isConnected = true
    waiting = event
    return .connected
  }

  private mutating func lost(_ reason: String) -> SourceEvent? {
    guard isConnected else { return nil }
    isConnected = false
    return .disconnected("\(name): \(reason)")
  }

  /// Closes a device that has disconnected.
  private mutating func lose(_ reason: String) -> SourceEvent? {
    descriptor = nil
    assembler.clear()
    return lost(reason)
  }

  /// The end of the standard input: an error if no row in it was valid.
  private func end() throws(MotionError) -> SourceEvent? {
    if !hasSample, let problem = unreadable.problem { throw .logFailed(problem) }
    return nil
  }
}

/// Splits a stream of bytes into lines and skips overlong ones.
struct LineAssembler {
  /// The longest line, in bytes.
  static let longestLine = 4096

  private var bytes: [UInt8] = []
  private var position = 0
  /// Whether the current line is overlong and skipped.
  private var isOverlong = false

  /// Adds bytes. Call `next` until it returns nil before adding more.
  mutating func append(_ piece: some Sequence<UInt8>) {
    bytes.removeFirst(position)
    position = 0
    bytes.append(contentsOf: piece)
  }

  /// The next complete line without its end (LF, CR or both); nil if there is not yet one.
  mutating func next() -> ArraySlice<UInt8>? {
    while let end = bytes[position...].firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      let line = bytes[position..<end]
      position = end + 1
      let isKept = !isOverlong && line.count <= Self.longestLine
      isOverlong = false
      if isKept { return line }
    }
    if bytes.count - position > Self.longestLine {
      position = bytes.count
      isOverlong = true
    }
    return nil
  }

  /// Discards everything.
  mutating func clear() { self = Self() }
}
