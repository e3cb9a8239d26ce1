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
      try ROS2DatabaseReader(try file.database(part: part), topics)
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

  /// The messages of a database. Throws if it is damaged at its start.
  init(_ database: SQLiteDatabase, _ known: RosTopics) throws(LogError) {
    self.known = known
    let (path, work) = (database.path, database.work)
    pieces = MessageDecompressor(path: path, work: work)
    guard let topics = try database.query("SELECT id, name, type, serialization_format FROM topics ORDER BY id"),
      let rows = try database.query("SELECT id, topic_id, timestamp, data FROM messages WHERE id > ?1 ORDER BY id")
    else { throw LogError(path: path, message: "damaged SQLite database, or not a ROS 2 bag") }
    for table in ["topics", "messages"] { try database.requirePlain(table) }
    self.rows = rows
    let definitions = try Self.definitions(database)
    var types: [String: RosType] = [:]
    var step = try topics.next()
    while step == .row {
      let (name, type) = (topics.text(1), topics.text(2))
      let known = types[type] ?? RosType(type, definition: definitions[type] ?? "")
      types[type] = known
      let topic = topics.text(3) == "cdr" ? try self.known.add(name, known, .cdr, work: work) : nil
      numbers[topics.integer(0)] = .some(topic)
      step = try topics.next()
    }
    if step == .damaged { damage.lose(at: 0) }
    if let end = try database.query("SELECT max(id) FROM messages"), try end.next() == .row {
      lastNumber = end.integer(0)
    }
    rows.begin(last)
  }

  /// The definitions of types, which older bags lack.
  private static func definitions(_ database: SQLiteDatabase) throws(LogError) -> [String: String] {
    var definitions: [String: String] = [:]
    guard
      let texts = try database.query(
        "SELECT topic_type, encoded_message_definition FROM message_definitions WHERE encoding = 'ros2msg'")
    else { return [:] }
    try database.requirePlain("message_definitions")
    while try texts.next() == .row { definitions[texts.text(0)] = texts.text(1) }
    return definitions
  }

  func field(_ name: String, of topic: Int) -> Int? { known.field(name, of: topic) }

  func loseMessage() { damage.lose(at: 0) }

  func next() throws(LogError) -> Int? {
    while true {
      switch try rows.next() {
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
        let message = try known.message(topic, content, received: rows.integer(2))
      else {
        loseMessage()
        continue
      }
      self.message = message
      return topic
    }
  }
}
