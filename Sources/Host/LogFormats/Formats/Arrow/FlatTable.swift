import FileAccess
import LogTables

/// A table of a FlatBuffers message, with checked access: an offset outside of the bytes gives nil.
///
/// It owns nothing; the bytes must outlive it. Source: "FlatBuffers Internals", flatbuffers.dev.
struct FlatTable {
  private let bytes: ByteCursor
  /// The place of the table.
  private let place: Int
  /// The place of its list of fields, and the size of that list in bytes.
  private let (fields, fieldsSize): (Int, Int)

  /// The root of a message; nil if it is invalid.
  init?(rootOf bytes: UnsafeRawBufferPointer) {
    let cursor = ByteCursor(bytes)
    guard let offset = cursor.integer(at: 0, as: UInt32.self) else { return nil }
    self.init(cursor, at: Int(offset))
  }

  private init?(_ bytes: ByteCursor, at place: Int) {
    guard let distance = bytes.integer(at: place, as: Int32.self) else { return nil }
    let fields = place - Int(distance)
    guard let size = bytes.integer(at: fields, as: UInt16.self), size >= 4 else { return nil }
    self.bytes = bytes
    self.place = place
    (self.fields, fieldsSize) = (fields, Int(size))
  }

  /// The number of a field, or `missing` for a field that is not in the message; nil outside of the bytes.
  func integer<Integer: FixedWidthInteger & BitwiseCopyable>(_ field: Int, missing: Integer = 0) -> Integer? {
    guard let place = self.place(of: field) else { return missing }
    return bytes.integer(at: place, as: Integer.self)
  }

  /// A table in a field; nil without one.
  func table(_ field: Int) -> FlatTable? { place(of: field).flatMap(target).flatMap { FlatTable(bytes, at: $0) } }

  /// A text in a field of up to `longest` bytes; nil for others.
  func text(_ field: Int, longest: Int) -> String? {
    guard let vector = vector(field, elementSize: 1), vector.count <= longest else { return nil }
    return String(decoding: bytes.bytes[vector.start..<(vector.start + vector.count)], as: UTF8.self)
  }

  /// The tables in a field; empty without the field, nil if there are more than `most` or one is invalid.
  func tables(_ field: Int, most: Int) -> [FlatTable]? {
    guard place(of: field) != nil else { return [] }
    guard let vector = vector(field, elementSize: 4), vector.count <= most else { return nil }
    var tables: [FlatTable] = []
    for index in 0..<vector.count {
      guard let table = target(of: vector.start + 4 * index).flatMap({ FlatTable(bytes, at: $0) }) else { return nil }
      tables.append(table)
    }
    return tables
  }

  /// The structures of some numbers each in a field, one after another; empty without the field, nil if they are outside of
  /// the bytes.
  func structures(_ field: Int, of count: Int) -> [Int64]? {
    guard place(of: field) != nil else { return [] }
    guard let vector = vector(field, elementSize: 8 * count) else { return nil }
    return (0..<(vector.count * count)).map { bytes.integer(at: vector.start + 8 * $0, as: Int64.self) ?? 0 }
  }

  /// The place of a field's value; nil for a field that is not in the message.
  private func place(of field: Int) -> Int? {
    guard 4 + 2 * field + 2 <= fieldsSize, let offset = bytes.integer(at: fields + 4 + 2 * field, as: UInt16.self),
      offset > 0
    else { return nil }
    return place + Int(offset)
  }

  /// What the offset at a place leads to.
  private func target(of place: Int) -> Int? { bytes.integer(at: place, as: UInt32.self).map { place + Int($0) } }

  /// The elements of a vector, all of which lie in the bytes.
  private func vector(_ field: Int, elementSize: Int) -> (start: Int, count: Int)? {
    guard let place = place(of: field).flatMap(target), let count = bytes.integer(at: place, as: UInt32.self),
      Int(count) <= (bytes.bytes.count - place - 4) / elementSize
    else { return nil }
    return (place + 4, Int(count))
  }
}
