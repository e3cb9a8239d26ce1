import FileAccess
import LogTables

/// How the messages of a topic are serialised.
enum RosEncoding {
  /// ROS 1: packed.
  case ros1
  /// ROS 2: Common Data Representation, each number aligned to its size behind a header of four bytes.
  ///
  /// Source: Object Management Group, "DDS Interoperability Wire Protocol", version 2.5, section 10.
  case cdr
  /// A JSON object.
  case json
}

/// The places of the numbers in the messages of a topic.
///
/// Texts and sequences move what follows them. The places are computed for one message, and again only for a message in which
/// one of the texts or sequences has another length.
final class RosLayout {
  /// A step through a message.
  private indirect enum Step {
    case number(NumberType)
    /// Numbers without a name.
    case numbers(NumberType, Int)
    case text
    /// A sequence of numbers.
    case sequence(NumberType)
    /// A sequence of other values.
    case repeated([Step])
  }

  /// The index of each number by its name: `angular_velocity.x`, `q[0]`.
  private(set) var indices: [String: Int] = [:]
  private let encoding: RosEncoding
  private let work: WorkBudget
  private var steps: [Step] = []
  @exclusivity(unchecked) private var types: [NumberType] = []
  /// The place of each number behind the header; beyond the end for numbers that the message does not have.
  @exclusivity(unchecked) private var offsets: [Int] = []
  /// The place of each length behind the header, and the length that `offsets` hold for.
  @exclusivity(unchecked) private var lengths: [(offset: Int, length: UInt32)] = []
  /// Whether `offsets` hold for messages with these lengths.
  @exclusivity(unchecked) private var isKnown = false
  @exclusivity(unchecked) private(set) var isBigEndian = false
  /// The numbers of a JSON message.
  @exclusivity(unchecked) private var values: [Double] = []

  private static let mostNumbers = 4096
  /// The longest name of a number, in bytes; numbers with longer ones are skipped as unnamed.
  private static let longestName = 256
  private static let mostSteps = 1 << 16
  /// The work of making a step.
  private static let workOfStep = 16
  private static let mostLevels = 16

  /// A layout of a type, whose work is charged. Fields behind one of an unknown type are left out. Throws if there is no more work.
  init(_ type: String, _ definitions: RosDefinitions, encoding: RosEncoding, work: WorkBudget) throws(LogError) {
    (self.encoding, self.work) = (encoding, work)
    var budget = Self.mostSteps
    _ = append(type, definitions, prefix: "", level: 0, to: &steps, &budget)
    let steps = (Self.mostSteps - budget) * Self.workOfStep
    try work.charge(steps + indices.keys.reduce(0) { $0 + $1.utf8.count })
  }

  /// A layout for another topic of the same type, whose messages have other lengths.
  init(_ other: RosLayout) {
    (indices, encoding, work) = (other.indices, other.encoding, other.work)
    (steps, types) = (other.steps, other.types)
  }

  /// Appends the steps of a type. `prefix` is nil within sequences, whose numbers have no names. False to stop.
  private func append(
    _ type: String, _ definitions: RosDefinitions, prefix: String?, level: Int, to steps: inout [Step],
    _ budget: inout Int
  ) -> Bool {
    guard level < Self.mostLevels, let fields = definitions.fields(of: type) else { return false }
    // ROS 2 gives a type without fields one byte.
    if fields.isEmpty, encoding == .cdr { steps.append(.numbers(.uint8, 1)) }
    for field in fields {
      let name = prefix.flatMap { prefix in
        prefix.utf8.count + field.name.utf8.count <= Self.longestName ? "\(prefix)\(field.name)" : nil
      }
      switch field.count {
      case .one:
        guard append(value: field.type, definitions, name: name, level: level, to: &steps, &budget) else {
          return false
        }
      case .fixed(let count):
        for index in 0..<count {
          let element = name.map { "\($0)[\(index)]" }
          if let number = Self.number(field.type), types.count >= Self.mostNumbers || element == nil {
            steps.append(.numbers(number, count - index))
            break
          }
          guard append(value: field.type, definitions, name: element, level: level, to: &steps, &budget) else {
            return false
          }
        }
      case .sequence:
        budget -= 1
        if let number = Self.number(field.type) {
          steps.append(.sequence(number))
        } else {
          var body: [Step] = []
          guard append(value: field.type, definitions, name: nil, level: level, to: &body, &budget) else {
            return false
          }
          steps.append(.repeated(body))
        }
      }
    }
    return true
  }

  private func append(
    value type: String, _ definitions: RosDefinitions, name: String?, level: Int, to steps: inout [Step],
    _ budget: inout Int
  ) -> Bool {
    budget -= 1
    guard budget > 0 else { return false }
    if let number = Self.number(type) {
      append(number, name, to: &steps)
    } else if type == "string" {
      steps.append(.text)
    } else if type == "time" || type == "duration" {
      append(type == "time" ? .uint32 : .int32, name.map { "\($0).sec" }, to: &steps)
      append(type == "time" ? .uint32 : .int32, name.map { "\($0).nanosec" }, to: &steps)
    } else {
      return append(
        type, definitions, prefix: name.map { "\($0)." }, level: level + 1, to: &steps, &budget)
    }
    return true
  }

  private func append(_ number: NumberType, _ name: String?, to steps: inout [Step]) {
    guard let name, types.count < Self.mostNumbers else { return steps.append(.numbers(number, 1)) }
    indices[name] = types.count
    types.append(number)
    steps.append(.number(number))
  }

  private static func number(_ type: String) -> NumberType? {
    switch type {
    case "float64": .double
    case "float32": .float
    case "bool", "uint8", "char": .uint8
    case "int8": .int8
    case "byte": .uint8
    case "int16": .int16
    case "uint16": .uint16
    case "int32": .int32
    case "uint32": .uint32
    case "int64": .int64
    case "uint64": .uint64
    default: nil
    }
  }
}

// Messages.
extension RosLayout {
  /// The bytes of a message behind its header, with the places of its numbers ready; nil for a message that is not of this
  /// encoding. Throws if the file has no more work.
  @inline(__always)
  func content(of message: UnsafeRawBufferPointer) throws(LogError) -> ByteCursor? {
    var bytes = message
    if encoding == .json {
      try work.charge(types.count)
      values = RosJSON.values(message, indices) ?? []
      return values.isEmpty ? nil : ByteCursor(message)
    }
    if encoding == .cdr {
      // The kind of encoding: plain, with the order of bytes; then two bytes of options.
      guard message.count >= 4, message[0] == 0, message[1] <= 1 else { return nil }
      let isBigEndian = message[1] == 0
      if isBigEndian != self.isBigEndian { (self.isBigEndian, isKnown) = (isBigEndian, false) }
      bytes = UnsafeRawBufferPointer(rebasing: message[4...])
    }
    let content = ByteCursor(bytes)
    if !isKnown || !hasKnownLengths(content) { try measure(content) }
    return content
  }

  /// Whether a message is CDR of extensible types: lists of parameters, or version 2. Source: OMG, "DDS-XTYPES", version 1.3,
  /// section 7.6.3.1.2.
  func isExtensible(_ message: UnsafeRawBufferPointer) -> Bool {
    encoding == .cdr && message.count >= 4 && message[0] == 0 && 2...11 ~= message[1]
  }

  /// The number of a field; NaN if the message ends before it.
  @inline(__always)
  func number(_ field: Int, in content: ByteCursor) -> Double {
    if encoding == .json { return values[field] }
    return types[field].value(content, at: offsets[field], isBigEndian: isBigEndian)
  }

  @inline(__always)
  private func hasKnownLengths(_ content: ByteCursor) -> Bool {
    for (offset, length) in lengths where self.length(content, at: offset) != length { return false }
    return true
  }

  @inline(__always)
  private func length(_ content: ByteCursor, at offset: Int) -> UInt32? {
    content.integer(at: offset, as: UInt32.self).map { isBigEndian ? $0.byteSwapped : $0 }
  }

  /// Computes the places for a message. Throws if the file has no more work.
  @inline(never)
  private func measure(_ content: ByteCursor) throws(LogError) {
    lengths.removeAll(keepingCapacity: true)
    if offsets.count < types.count { offsets = [Int](repeating: .max, count: types.count) }
    let most = content.bytes.count + Self.mostSteps
    var (position, field, budget) = (0, 0, most)
    isKnown = walk(steps, content, &position, &field, &budget)
    try work.charge(most - budget + lengths.count)
    for rest in field..<offsets.count { offsets[rest] = .max }
  }

  /// Steps through a message; false where it ends early.
  private func walk(
    _ steps: [Step], _ content: ByteCursor, _ position: inout Int, _ field: inout Int, _ budget: inout Int
  ) -> Bool {
    func align(_ size: Int) { if encoding == .cdr { position = (position + size - 1) & -size } }
    func takeLength() -> Int? {
      align(4)
      guard let length = length(content, at: position) else { return nil }
      lengths.append((position, length))
      position += 4
      return Int(length)
    }
    func takeNumbers(_ type: NumberType, _ count: Int) -> Bool {
      guard count > 0 else { return true }
      align(type.size)
      guard count <= (content.bytes.count - position) / type.size else { return false }
      position += count * type.size
      return true
    }
    for step in steps {
      budget -= 1
      guard budget > 0, position <= content.bytes.count else { return false }
      switch step {
      case .number(let type):
        align(type.size)
        offsets[field] = position
        field += 1
        position += type.size
      case .numbers(let type, let count): guard takeNumbers(type, count) else { return false }
      case .text:
        guard let length = takeLength(), length <= content.bytes.count - position else { return false }
        position += length
      case .sequence(let type):
        guard let count = takeLength(), takeNumbers(type, count) else { return false }
      case .repeated(let body):
        guard let count = takeLength() else { return false }
        // The lengths within sequences are compared as well, so that they must not be without bound.
        for _ in 0..<count {
          budget -= 1
          guard budget > 0, walk(body, content, &position, &field, &budget) else { return false }
        }
      }
    }
    return true
  }
}
