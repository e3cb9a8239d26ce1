import FileAccess
import LogTables
import MotionSamples

/// The fields of a message of a DataFlash log, from its FMT message.
final class DataFlashMessage {
  /// A number within the message.
  struct Number {
    /// The offset from the start of the record; the place among the values of a line in a text log.
    var offset: Int
    /// The letter of its type.
    var letter: UInt8
  }

  /// The name without an instance number: IMU2 is the second IMU.
  let topic: String
  /// The instance by the name, from 0.
  let instance: Int
  /// The number of bytes of a record.
  let length: Int
  /// The fields in order.
  let names: [String]
  private let numbers: [Number?]
  /// The index of the field that counts the instances, for messages that a schema has a use for.
  let instanceField: Int?

  /// Names that end in a digit of their own.
  private static let namesWithDigit: Set = ["AHR2"]
  private static let headerSize = 3

  /// A message from the fields of its FMT; nil if the format and its length or names do not agree.
  init?(name: String, format: String, labels: String, length: Int) {
    names = labels.split(separator: ",").map { String($0.filter { $0 != " " }) }
    var offset = Self.headerSize
    var numbers: [Number?] = []
    for (index, letter) in format.utf8.enumerated() {
      guard let size = Self.size(of: letter) else { return nil }
      numbers.append(Self.isNumber(letter) ? Number(offset: offset, letter: letter) : nil)
      if index >= 64 { return nil }
      offset += size
    }
    guard !name.isEmpty, numbers.count == names.count, offset == length else { return nil }
    self.numbers = numbers
    self.length = length
    let digit = Self.namesWithDigit.contains(name) ? nil : name.last?.wholeNumberValue
    topic = digit == nil ? name : String(name.dropLast())
    instance = max(0, (digit ?? 1) - 1)
    let isOfInterest = digit == nil && StreamSchema.dataFlash.rule(for: name) != nil
    instanceField = isOfInterest ? names.firstIndex { $0 == "I" || $0 == "C" } : nil
  }

  /// The index of a field; nil for texts and unknown names.
  func field(_ name: String) -> Int? {
    names.firstIndex(of: name).flatMap { numbers[$0] == nil ? nil : $0 }
  }

  /// The number of a field in a record.
  @inline(__always)
  func number(_ field: Int, in record: ByteCursor) -> Double {
    guard let number = numbers[field] else { return .nan }
    return Self.value(number.letter, record, number.offset)
  }

  /// Bytes of a type; nil for unknown letters.
  private static func size(of letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "M"): 1
    case UInt8(ascii: "h"), UInt8(ascii: "H"), UInt8(ascii: "c"), UInt8(ascii: "C"), UInt8(ascii: "g"): 2
    case UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "f"),
      UInt8(ascii: "L"), UInt8(ascii: "n"):
      4
    case UInt8(ascii: "q"), UInt8(ascii: "Q"), UInt8(ascii: "d"): 8
    case UInt8(ascii: "N"): 16
    case UInt8(ascii: "Z"), UInt8(ascii: "a"): 64
    default: nil
    }
  }

  private static func isNumber(_ letter: UInt8) -> Bool {
    ![UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "Z"), UInt8(ascii: "a")].contains(letter)
  }

  private static func value(_ letter: UInt8, _ record: ByteCursor, _ offset: Int) -> Double {
    func number<Integer: FixedWidthInteger & BitwiseCopyable>(_ type: Integer.Type) -> Double {
      record.integer(at: offset, as: type).map { Double($0) } ?? .nan
    }
    switch letter {
    case UInt8(ascii: "f"):
      return record.integer(at: offset, as: UInt32.self).map { Double(Float(bitPattern: $0)) } ?? .nan
    case UInt8(ascii: "Q"): return number(UInt64.self)
    case UInt8(ascii: "B"), UInt8(ascii: "M"): return number(UInt8.self)
    case UInt8(ascii: "b"): return number(Int8.self)
    case UInt8(ascii: "h"): return number(Int16.self)
    case UInt8(ascii: "H"): return number(UInt16.self)
    case UInt8(ascii: "i"): return number(Int32.self)
    case UInt8(ascii: "I"): return number(UInt32.self)
    case UInt8(ascii: "q"): return number(Int64.self)
    case UInt8(ascii: "d"): return record.integer(at: offset, as: UInt64.self).map { Double(bitPattern: $0) } ?? .nan
    case UInt8(ascii: "c"): return number(Int16.self) / 100
    case UInt8(ascii: "C"): return number(UInt16.self) / 100
    case UInt8(ascii: "e"): return number(Int32.self) / 100
    case UInt8(ascii: "E"): return number(UInt32.self) / 100
    case UInt8(ascii: "L"): return number(Int32.self) / 1e7
    case UInt8(ascii: "g"): return record.integer(at: offset, as: UInt16.self).map { Double(half: $0) } ?? .nan
    default: return .nan
    }
  }
}

extension Double {
  /// A number of IEEE 754 half precision.
  fileprivate init(half bits: UInt16) {
    let (exponent, fraction) = (Int(bits >> 10 & 31), Double(bits & 1023))
    let magnitude: Double =
      switch exponent {
      case 0: fraction * 0x1p-24
      case 31: fraction == 0 ? .infinity : .nan
      default: (1024 + fraction) * Double(sign: .plus, exponent: exponent - 25, significand: 1)
      }
    self = bits >> 15 == 1 ? -magnitude : magnitude
  }
}

/// The messages of a DataFlash log by their numbers and names, and the topics met.
struct DataFlashTopics {
  /// The topics met so far.
  private(set) var topics: [MessageTopic] = []
  /// The message of each topic.
  private var messages: [DataFlashMessage] = []
  private var indices: [MessageTopic: Int] = [:]

  /// The highest instance number of a sensor.
  private static let highestInstance = 255.0

  /// The topic of a message. `number` is the number of one of its fields.
  @inline(__always)
  mutating func topic(of message: DataFlashMessage, _ number: (Int) -> Double) -> Int {
    var instance = message.instance
    if let field = message.instanceField {
      let value = number(field)
      instance = value >= 0 && value <= Self.highestInstance ? Int(saturating: value) : 0
    }
    let topic = MessageTopic(name: message.topic, instance: instance)
    if let index = indices[topic], messages[index].names == message.names { return index }
    indices[topic] = topics.count
    topics.append(topic)
    messages.append(message)
    return topics.count - 1
  }

  /// The index of a field of a topic.
  func field(_ name: String, of topic: Int) -> Int? { messages[topic].field(name) }
}
