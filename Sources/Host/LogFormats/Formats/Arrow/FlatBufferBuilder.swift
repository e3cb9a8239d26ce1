import FileAccess
import LogTables

/// A value in a FlatBuffers message to be written.
indirect enum FlatValue {
  /// A number in its little-endian bytes, aligned to their count.
  case number([UInt8])
  case text(String)
  /// A table by the numbers of its fields; nil for a missing one.
  case table([FlatValue?])
  /// Structures of 64-bit numbers, `of` of them each.
  case structures([Int64], of: Int)
  /// Tables.
  case list([FlatValue])

  /// A number.
  static func number(_ value: some FixedWidthInteger) -> FlatValue { .number(FlatBufferBuilder.bytes(value)) }
}

/// Writes FlatBuffers messages, each part before the parts that it refers to.
///
/// Source: "FlatBuffers Internals", flatbuffers.dev.
struct FlatBufferBuilder {
  private var bytes: [UInt8] = [0, 0, 0, 0]

  /// The message of a table, of a multiple of 8 bytes.
  static func message(_ root: FlatValue) -> [UInt8] {
    var builder = FlatBufferBuilder()
    builder.refer(from: 0, to: root)
    builder.align(to: 8)
    return builder.bytes
  }

  /// The little-endian bytes of a number.
  static func bytes<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
    (0..<(Integer.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> Integer(8 * $0)) }
  }

  private mutating func align(to size: Int, ahead: Int = 0) {
    while (bytes.count + ahead) % size != 0 { bytes.append(0) }
  }

  private mutating func replace(at place: Int, by new: [UInt8]) {
    bytes.replaceSubrange(place..<(place + new.count), with: new)
  }

  /// Appends a value and puts its distance at a place.
  private mutating func refer(from place: Int, to value: FlatValue) {
    let target = append(value)
    replace(at: place, by: Self.bytes(UInt32(target - place)))
  }

  /// Appends a value and returns its place.
  private mutating func append(_ value: FlatValue) -> Int {
    switch value {
    case .number(let number):
      align(to: number.count)
      bytes += number
      return bytes.count - number.count
    case .text(let text):
      align(to: 4)
      let place = bytes.count
      bytes += Self.bytes(UInt32(text.utf8.count)) + Array(text.utf8) + [0]
      return place
    case .structures(let numbers, let count):
      align(to: 8, ahead: 4)
      let place = bytes.count
      bytes += Self.bytes(UInt32(numbers.count / count))
      for number in numbers { bytes += Self.bytes(number) }
      return place
    case .list(let values):
      align(to: 4)
      let place = bytes.count
      bytes += Self.bytes(UInt32(values.count)) + [UInt8](repeating: 0, count: 4 * values.count)
      for (index, value) in values.enumerated() { refer(from: place + 4 + 4 * index, to: value) }
      return place
    case .table(let fields): return append(table: fields)
    }
  }

  private mutating func append(table fields: [FlatValue?]) -> Int {
    align(to: 2)
    let list = bytes.count
    bytes += [UInt8](repeating: 0, count: 4 + 2 * fields.count)
    align(to: 8)
    let table = bytes.count
    bytes += Self.bytes(Int32(table - list))
    var references: [(place: Int, value: FlatValue)] = []
    for (index, field) in fields.enumerated() {
      guard let field else { continue }
      if case .number = field {
        replace(at: list + 4 + 2 * index, by: Self.bytes(UInt16(append(field) - table)))
      } else {
        align(to: 4)
        replace(at: list + 4 + 2 * index, by: Self.bytes(UInt16(bytes.count - table)))
        references.append((bytes.count, field))
        bytes += [0, 0, 0, 0]
      }
    }
    replace(at: list, by: Self.bytes(UInt16(4 + 2 * fields.count)) + Self.bytes(UInt16(bytes.count - table)))
    for (place, value) in references { refer(from: place, to: value) }
    return table
  }
}
