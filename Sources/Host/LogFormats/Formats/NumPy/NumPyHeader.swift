import FileAccess
import LogTables

/// The header of a `.npy` file.
///
/// Source: "numpy.lib.format", NumPy enhancement proposal 1 and the module's documentation, versions 1.0 to 3.0.
struct NumPyHeader {
  /// A named part of each row; for a plain array, the whole row.
  struct Field: Equatable {
    /// The name; empty for a plain array.
    var name: String
    /// The type of its numbers.
    var element: NumPyElement
    /// The number of components.
    var count: Int
    /// The offset in bytes from the start of the row.
    var offset: Int
  }

  var fields: [Field] = []
  /// The numbers of one row.
  private var columnCount = 0
  var rowCount: Int
  /// Bytes of one row.
  var rowSize = 0
  /// Whether a plain array is stored column after column.
  var isColumnMajor: Bool
  /// The offset of the first row in bytes from the start of the file.
  var dataOffset: Int

  /// The first bytes of every file.
  static let signature: [UInt8] = [0x93] + Array("NUMPY".utf8)

  /// The bytes that hold the length of a header.
  static let lengthSize = 12
  /// The most numbers of a row.
  private static let mostColumns = 1024

  /// The size of a header in bytes from its first `lengthSize` bytes, which may be damaged.
  static func size(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard bytes.count >= lengthSize else { return bytes.count }
    let isLong = bytes[6] >= 2
    let length = (isLong ? bytes[8..<12] : bytes[8..<10]).reversed().reduce(0) { $0 << 8 | Int($1) }
    return (isLong ? 12 : 10) + min(length, 1 << 20)
  }

  /// The header of an array in row order: signature, version 1.0, length, and a dictionary padded for the largest number
  /// of rows, so that its size does not depend on it.
  ///
  /// - Parameters:
  ///   - type: the type of the elements as a Python literal, quoted text or a list of fields.
  ///   - rowCount: the first dimension.
  ///   - width: the second dimension; 1 for a list.
  static func bytes(type: String, rowCount: Int, width: Int = 1) -> [UInt8] {
    let start = "{'descr': \(type), 'fortran_order': False, 'shape': ("
    let (end, mostDigits, prefix) = (",\(width > 1 ? " \(width)" : "")), }", 19, 10)
    let size = (prefix + start.utf8.count + mostDigits + end.utf8.count + 1 + 63) / 64 * 64
    let text = "\(start)\(rowCount)\(end)"
    let length = size - prefix
    return signature + [1, 0, UInt8(length & 0xff), UInt8(length >> 8)] + Array(text.utf8)
      + Array(repeating: UInt8(ascii: " "), count: length - text.utf8.count - 1) + [UInt8(ascii: "\n")]
  }

  /// Reads a header. Throws if it is invalid, or if the array has too many dimensions for a recording.
  init(_ bytes: UnsafeRawBufferPointer, path: String) throws(LogError) {
    func error(_ message: String) -> LogError { LogError(path: path, message: message) }
    guard bytes.starts(with: Self.signature), bytes.count >= Self.lengthSize else { throw error("not a NumPy array") }
    let start = bytes[6] >= 2 ? 12 : 10
    dataOffset = Self.size(bytes)
    guard bytes[6] <= 3, dataOffset <= bytes.count, dataOffset - start < 1 << 20 else {
      throw error("NumPy header truncated or of an unknown version")
    }
    let text = String(decoding: bytes[start..<dataOffset], as: UTF8.self)
    guard case .dictionary(let entries) = PythonLiteral(text), let type = entries["descr"],
      let order = entries["fortran_order"]?.truth, let shape = entries["shape"]?.sequence?.map(\.integer)
    else { throw error("invalid NumPy header") }
    if shape.isEmpty { throw error("a single value; expected an array of rows") }
    guard let rows = shape[0], rows >= 0 else { throw error("invalid NumPy header") }
    rowCount = rows
    isColumnMajor = order && shape.count > 1
    if let name = type.text {
      guard shape.count <= 2, let count = shape.count == 2 ? shape[1] : 1, 0...Self.mostColumns ~= count else {
        throw error("expected an array of up to 2 dimensions, found \(shape.count)")
      }
      try append(name: "", type: name, count: count, path: path)
    } else {
      guard shape.count == 1, let parts = type.sequence else {
        throw error("expected a structured array of 1 dimension, found \(shape.count)")
      }
      for part in parts { try append(part, path: path) }
    }
    // A row without bytes would let a header of a few bytes claim any number of rows.
    guard rowSize > 0 || rowCount == 0 else { throw error("rows without numbers") }
    let (size, overflows) = rowCount.multipliedReportingOverflow(by: rowSize)
    guard !overflows, size <= bytes.count - dataOffset else {
      throw error("file ends before its last row; expected \(rowCount) rows of \(rowSize) bytes")
    }
  }

  /// Appends a field of a structured type: its name, or title and name; its type; the shape of a vector.
  private mutating func append(_ part: PythonLiteral, path: String) throws(LogError) {
    guard let parts = part.sequence, 2...3 ~= parts.count, let name = parts[0].text ?? parts[0].sequence?.last?.text,
      let type = parts[1].text
    else { throw LogError(path: path, message: "nested fields; expected numbers and vectors") }
    let shape = parts.count == 3 ? parts[2].sequence?.map { $0.integer ?? 0 } ?? [parts[2].integer ?? 0] : []
    let count = shape.reduce(1) { $0.multipliedReportingOverflow(by: $1).partialValue }
    guard shape.allSatisfy({ 0...Self.mostColumns ~= $0 }), 0...Self.mostColumns ~= count else {
      throw LogError(path: path, name: name, message: "expected a vector, found the shape \(shape)")
    }
    try append(name: name, type: type, count: count, path: path)
  }

  private mutating func append(name: String, type: String, count: Int, path: String) throws(LogError) {
    guard let element = NumPyElement(type) else {
      throw LogError(
        path: path, name: name.isEmpty ? nil : name,
        message: "unsupported type '\(type)'; save little-endian numbers, as with .astype('<f8')")
    }
    guard fields.count < Self.mostColumns, columnCount + count <= Self.mostColumns else {
      throw LogError(path: path, message: "more than \(Self.mostColumns) numbers in a row")
    }
    columnCount += count
    fields.append(Field(name: name, element: element, count: count, offset: rowSize))
    rowSize += count * element.size
  }
}

/// A Python literal of the kinds in NumPy headers.
enum PythonLiteral: Equatable {
  case text(String)
  case integer(Int)
  case truth(Bool)
  /// A tuple or a list.
  case sequence([PythonLiteral])
  case dictionary([String: PythonLiteral])

  /// Parses a literal; nil if it is invalid.
  init?(_ text: some StringProtocol) {
    var parser = Parser(rest: Array(text.utf8)[...])
    guard let literal = parser.literal(depth: 0), parser.isAtEnd else { return nil }
    self = literal
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }
  var truth: Bool? { if case .truth(let truth) = self { truth } else { nil } }
  var sequence: [PythonLiteral]? { if case .sequence(let elements) = self { elements } else { nil } }

  private struct Parser {
    var rest: ArraySlice<UInt8>

    /// Headers are not nested deeper.
    static let deepest = 8

    var isAtEnd: Bool { rest.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") } }

    mutating func literal(depth: Int) -> PythonLiteral? {
      skipBlanks()
      guard depth < Self.deepest, let first = rest.first else { return nil }
      switch first {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): return quoted(by: rest.removeFirst())
      case UInt8(ascii: "("): return sequence(to: UInt8(ascii: ")"), depth: depth)
      case UInt8(ascii: "["): return sequence(to: UInt8(ascii: "]"), depth: depth)
      case UInt8(ascii: "{"): return dictionary(depth: depth)
      default: return word()
      }
    }

    mutating func skipBlanks() {
      while rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\n") { rest.removeFirst() }
    }

    /// Consumes a byte after blanks; false if another byte follows.
    mutating func take(_ byte: UInt8) -> Bool {
      skipBlanks()
      guard rest.first == byte else { return false }
      rest.removeFirst()
      return true
    }

    /// A string without escapes, which names of fields do not need.
    mutating func quoted(by mark: UInt8) -> PythonLiteral? {
      guard let end = rest.firstIndex(of: mark) else { return nil }
      let bytes = rest[..<end]
      rest = rest[(end + 1)...]
      return bytes.contains(UInt8(ascii: "\\")) ? nil : .text(String(decoding: bytes, as: UTF8.self))
    }

    mutating func sequence(to end: UInt8, depth: Int) -> PythonLiteral? {
      rest.removeFirst()
      var elements: [PythonLiteral] = []
      while !take(end) {
        guard let element = literal(depth: depth + 1) else { return nil }
        elements.append(element)
        if take(UInt8(ascii: ",")) { continue }
        return take(end) ? .sequence(elements) : nil
      }
      return .sequence(elements)
    }

    mutating func dictionary(depth: Int) -> PythonLiteral? {
      rest.removeFirst()
      var pairs: [String: PythonLiteral] = [:]
      let end = UInt8(ascii: "}")
      while !take(end) {
        guard let key = literal(depth: depth + 1)?.text, take(UInt8(ascii: ":")), let value = literal(depth: depth + 1)
        else { return nil }
        pairs[key] = value
        if take(UInt8(ascii: ",")) { continue }
        return take(end) ? .dictionary(pairs) : nil
      }
      return .dictionary(pairs)
    }

    /// A number, `True` or `False`.
    mutating func word() -> PythonLiteral? {
      let ends = Array(" ,:()[]{}\n".utf8)
      let bytes = rest.prefix { !ends.contains($0) }
      rest = rest[bytes.endIndex...]
      switch String(decoding: bytes, as: UTF8.self) {
      case "True": return .truth(true)
      case "False": return .truth(false)
      case let text: return Int(text).map(PythonLiteral.integer)
      }
    }
  }
}
