import FileAccess
import LogTables

extension LogFormat {
  /// ArduPilot DataFlash as text.
  static let dataFlashText = streams(.dataFlashText, recognition: "lines FMT, 128, 89, FMT, ...") {
    file throws(LogError) in
    guard file.isText else { return false }
    return DataFlashTextReader.matches(try file.head())
  } reader: { file, _ throws(LogError) in
    guard file.file != "-" else {
      throw LogError(
        path: file.path, message: "\(StreamSchema.dataFlashText.formatName) needs a file, not standard input")
    }
    return DataFlashTextReader(try ByteReader(path: file.file))
  }
}

/// The messages of a DataFlash log as text, `.log`: `FMT, 128, 89, FMT, BBnNZ, Type,Length,...`, then `IMU, 1234, ...`.
///
/// Lines with fewer values than their message has are counted as damage. A value that is not a number is absent.
final class DataFlashTextReader: MessageReader {
  private(set) var damage = LogDamage()
  var topics: [MessageTopic] { known.topics }

  private let reader: ByteReader
  private let parser = NumberParser()
  private var known = DataFlashTopics()
  private var messages: [String: DataFlashMessage] = [:]
  /// The starts of the fields of the current line behind its name.
  private var fields: [UnsafePointer<UInt8>] = []

  private static let comma = UInt8(ascii: ",")

  /// Whether a text has descriptions of messages among its first lines.
  static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
    head.prefix(4096).split(separator: UInt8(ascii: "\n")).contains {
      $0.starts(with: Array("FMT, ".utf8)) || $0.starts(with: Array("FMT,1".utf8))
    }
  }

  init(_ reader: ByteReader) { self.reader = reader }

  func field(_ name: String, of topic: Int) -> Int? { known.field(name, of: topic) }

  var message: DataFlashLine { DataFlashLine(fields: fields, parser: parser) }

  func loseMessage() { damage.lose(line: reader.lineNumber) }

  func next() throws(LogError) -> Int? {
    while let line = try reader.nextLine() {
      let name = line.bytes.prefix { $0 != Self.comma }
      let end = line.start + name.count
      guard end < line.end else { continue }
      if name.elementsEqual("FMT".utf8) {
        define(line)
        continue
      }
      guard let message = messages[String(decoding: name, as: UTF8.self)] else { continue }
      split(from: end + 1, to: line.end)
      guard fields.count >= message.names.count else {
        loseMessage()
        continue
      }
      let line = self.message
      return known.topic(of: message) { line.number($0) }
    }
    return nil
  }

  private func split(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
    fields.removeAll(keepingCapacity: true)
    fields.append(start)
    var place = start
    while place < end {
      if place.pointee == Self.comma { fields.append(place + 1) }
      place += 1
    }
  }

  /// Takes the description of a message.
  private func define(_ line: ByteReader.Line) {
    let words = line.text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    guard words.count >= 6, let length = Int(words[2]),
      let message = DataFlashMessage(
        name: words[3], format: words[4], labels: words[5...].joined(separator: ","), length: length)
    else { return }
    messages[words[3]] = message
  }
}

/// A line of a text log: where its fields start.
struct DataFlashLine: NumberedMessage {
  let fields: [UnsafePointer<UInt8>]
  let parser: NumberParser

  func number(_ field: Int) -> Double {
    guard field < fields.count else { return .nan }
    var cursor = fields[field]
    while cursor.pointee == UInt8(ascii: " ") { cursor += 1 }
    return parser.number(at: &cursor) ?? .nan
  }
}
