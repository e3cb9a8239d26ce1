import MotionSamples

/// What a reader skipped because a file is damaged or cut off.
public struct LogDamage: Hashable, Sendable {
  /// The number of places that were skipped.
  public private(set) var places = 0
  /// The number of bytes skipped.
  public private(set) var bytes = 0
  /// The offset of the first place in a binary file.
  public private(set) var firstOffset: Int?
  /// The line of the first place in a text file, from 1.
  public private(set) var firstLine: Int?
  /// Whether rows of a table were lost, not messages.
  public private(set) var isOfRows = false
  /// Whether all that was skipped is the end of the file, as of a log that ends with the power.
  public private(set) var isAtEnd = false
  /// Messages lost: those that were found to be unusable, and an estimate for skipped bytes from the mean size of messages.
  public private(set) var messages = 0

  /// No damage.
  public init() {}

  /// The damage of a recording in several files; the first place is that in the first damaged one.
  package static func + (first: Self, second: Self) -> Self {
    var sum = first
    sum.places += second.places
    sum.isAtEnd =
      first.messages == 0 ? second.isAtEnd : second.messages == 0 ? first.isAtEnd : first.isAtEnd && second.isAtEnd
    sum.bytes += second.bytes
    sum.messages += second.messages
    sum.firstOffset = first.firstOffset ?? second.firstOffset
    sum.firstLine = first.firstLine ?? second.firstLine
    return sum
  }

  /// Counts a place: `count` bytes from `offset` on, where messages have `meanSize` bytes. `isAtEnd` tells whether it is the last
  /// message, which was cut.
  package mutating func skip(_ count: Int, at offset: Int, meanSize: Double, isAtEnd: Bool = false) {
    self.isAtEnd = isAtEnd && (messages == 0 || self.isAtEnd)
    places += 1
    bytes += count
    if firstOffset == nil { firstOffset = offset }
    messages += max(1, Int(saturating: (Double(count) / max(meanSize, 1)).rounded()))
  }

  /// Counts rows of a table in a binary file that are unusable.
  package mutating func lose(rows count: Int, at offset: Int) {
    isAtEnd = false
    isOfRows = true
    if firstOffset == nil { firstOffset = offset }
    places += 1
    messages += count
  }

  /// Counts a message that was found whole, but is unusable.
  package mutating func lose(at offset: Int) {
    isAtEnd = false
    if firstOffset == nil { firstOffset = offset }
    messages += 1
    places = max(places, 1)
  }

  /// Counts a line that is unusable.
  package mutating func lose(line: Int) {
    if firstLine == nil { firstLine = line }
    places += 1
    messages += 1
  }

  /// Counts a row of a table that is unusable.
  package mutating func lose(row line: Int, isAtEnd: Bool = false) {
    self.isAtEnd = isAtEnd && messages == 0
    isOfRows = true
    lose(line: line)
  }

  /// Adds the damage of another file of the same recording.
  package mutating func add(_ other: LogDamage) {
    guard other.messages > 0 || other.bytes > 0 else { return }
    isAtEnd = messages == 0 ? other.isAtEnd : isAtEnd && other.isAtEnd
    if messages == 0 { (firstOffset, firstLine, isOfRows) = (other.firstOffset, other.firstLine, other.isOfRows) }
    places += other.places
    bytes += other.bytes
    messages += other.messages
  }

  /// The damage in words, `damaged: 2 places, 65 messages lost, first at byte 1234`; nil without damage.
  public var summary: String? {
    guard messages > 0 else { return nil }
    func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
    if isOfRows, let firstLine { return "\(count(messages, "bad row")) skipped, first at line \(firstLine)" }
    return "damaged: \(count(places, "place")), \(count(messages, isOfRows ? "row" : "message")) lost"
      + (firstOffset.map { ", first at byte \($0)" } ?? firstLine.map { ", first at line \($0)" } ?? "")
  }
}
