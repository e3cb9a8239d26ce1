import FileAccess
import LogTables

extension LogFormat {
  /// ROS 2 bags in SQLite databases.
  static let ros2Database = streams(.ros("ROS 2 bag"), recognition: "SQLite format 3 with the tables topics, messages")
  {
    file throws(LogError) in
    ROS2DatabaseReader.matches(try file.head())
  } reader: { file, _ throws(LogError) in
    SplitReader(count: file.parts.count) { (part, topics) throws(LogError) in
      try ROS2DatabaseReader(try file.plainPath(part: part), path: file.name(of: part), topics)
    }
  }
}

/// The messages of a ROS 2 bag in an SQLite database, in the order in which they were recorded.
///
/// Damaged pages are skipped and counted. Source: rosbag2, `rosbag2_storage_sqlite3`.
final class ROS2DatabaseReader: RosPart {
  private(set) var damage = LogDamage()
  private(set) var message = RosMessage()
  var topics: [MessageTopic] { known.topics }

  private let known: RosTopics
  /// The topic of each number; nil for one without a rule.
  private var numbers: [Int64: Int?] = [:]
  private let rows: SQLiteQuery
  private let pieces: MessageDecompressor
  /// The number of the last message.
  private var last: Int64 = .min
  private var lastNumber: Int64 = 0
  /// Messages to skip at the next damaged place.
  private var gap: Int64 = 1

  /// Whether a file is a database with the tables of a bag, by the text of their definitions on its first page.
  static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
    guard head.starts(with: SQLiteDatabase.magic) else { return false }
    let page = String(decoding: head.prefix(1 << 16).map { $0 < 128 ? $0 : 32 }, as: UTF8.self)
    return page.includes("TABLE topics") && page.includes("TABLE messages")
  }

  /// Opens a database. `path` is for messages. Throws if it is damaged at its start.
  init(_ file: String, path: String, _ known: RosTopics) throws(LogError) {
    self.known = known
    pieces = MessageDecompressor(path: path)
    let database = try SQLiteDatabase(file, path: path)
    guard let topics = database.query("SELECT id, name, type, serialization_format FROM topics ORDER BY id"),
      let rows = database.query("SELECT id, topic_id, timestamp, data FROM messages WHERE id > ?1 ORDER BY id")
    else { throw LogError(path: path, message: "damaged SQLite database, or not a ROS 2 bag") }
    self.rows = rows
    var definitions: [String: String] = [:]
    let texts = database.query(
      "SELECT topic_type, encoded_message_definition FROM message_definitions WHERE encoding = 'ros2msg'")
    while texts?.next() == .row { definitions[texts?.text(0) ?? ""] = texts?.text(1) }
    var step = topics.next()
    while step == .row {
      let (name, type) = (topics.text(1), topics.text(2))
      numbers[topics.integer(0)] =
        topics.text(3) == "cdr"
        ? .some(known.add(name, type: type, definition: definitions[type] ?? "", encoding: .cdr)) : .some(nil)
      step = topics.next()
    }
    if step == .damaged { damage.lose(at: 0) }
    if let end = database.query("SELECT max(id) FROM messages"), end.next() == .row { lastNumber = end.integer(0) }
    rows.begin(last)
  }

  func field(_ name: String, of topic: Int) -> Int? { known.field(name, of: topic) }

  func loseMessage() { damage.lose(at: 0) }

  func next() throws(LogError) -> Int? {
    while true {
      switch rows.next() {
      case .end: return nil
      case .damaged:
        guard last < lastNumber else { return nil }
        loseMessage()
        let (next, isBeyond) = last == .min ? (1, false) : last.addingReportingOverflow(gap)
        guard !isBeyond else { return nil }
        last = next
        gap = gap.multipliedReportingOverflow(by: 2).overflow ? gap : 2 * gap
        rows.begin(last)
        continue
      case .row: break
      }
      // In a damaged tree the numbers may fall.
      if rows.integer(0) > last { (last, gap) = (rows.integer(0), 1) }
      guard let number = numbers[rows.integer(1)] else {
        loseMessage()
        continue
      }
      guard let topic = number else { continue }
      guard let content = try pieces.content(rows.bytes(3)),
        let message = known.message(topic, content, received: rows.integer(2))
      else {
        loseMessage()
        continue
      }
      self.message = message
      return topic
    }
  }
}
