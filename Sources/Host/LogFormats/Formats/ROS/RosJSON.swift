import FileAccess
import LogTables

/// The numbers of a message that is a JSON object (RFC 8259), by the names of its fields: `angular_velocity.x`, `q[0]`.
struct RosJSON {
  private var bytes: ByteCursor
  private let indices: [String: Int]
  private var values: [Double]

  private static let deepestNesting = 16
  /// The longest path of a value that can be a field, in bytes.
  private static let longestPath = 256

  /// The values of the fields in `indices`, NaN for those that are missing; nil for bytes that are no JSON object.
  static func values(_ message: UnsafeRawBufferPointer, _ indices: [String: Int]) -> [Double]? {
    var reader = RosJSON(
      bytes: ByteCursor(message), indices: indices, values: [Double](repeating: .nan, count: indices.count))
    guard reader.peek() == UInt8(ascii: "{"), reader.take(at: "", depth: 0) else { return nil }
    return reader.values
  }

  /// The next byte that is not blank.
  private mutating func peek() -> UInt8? {
    while let byte = bytes.integer(at: bytes.position, as: UInt8.self) {
      guard byte == 32 || (9...13).contains(byte) else { return byte }
      _ = bytes.nextBytes(1)
    }
    return nil
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    return bytes.nextBytes(1) != nil
  }

  /// Takes the value at a path, nil for one that is no field; false for invalid text.
  private mutating func take(at path: String?, depth: Int) -> Bool {
    guard depth < Self.deepestNesting else { return false }
    switch peek() {
    case UInt8(ascii: "{"):
      _ = skip("{")
      if skip("}") { return true }
      repeat {
        guard let key = text(), skip(":") else { return false }
        // Seconds and nanoseconds have other names in the JSON of ROS 1 and of Foxglove.
        let name = ["secs": "sec", "nsec": "nanosec", "nsecs": "nanosec"][key] ?? key
        guard take(at: Self.joined(path, path == "" ? name : ".\(name)"), depth: depth + 1) else { return false }
      } while skip(",")
      return skip("}")
    case UInt8(ascii: "["):
      _ = skip("[")
      if skip("]") { return true }
      var index = 0
      repeat {
        guard take(at: Self.joined(path, "[\(index)]"), depth: depth + 1) else { return false }
        index += 1
      } while skip(",")
      return skip("]")
    case UInt8(ascii: "\""): return text() != nil
    default:
      var word = ""
      while let byte = bytes.integer(at: bytes.position, as: UInt8.self), byte > 32, byte != UInt8(ascii: ","),
        byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]"), word.utf8.count < 64
      {
        word.unicodeScalars.append(Unicode.Scalar(byte))
        _ = bytes.nextBytes(1)
      }
      if let index = path.flatMap({ indices[$0] }), let value = Double(word) { values[index] = value }
      return !word.isEmpty
    }
  }

  private static func joined(_ path: String?, _ end: String) -> String? {
    path.flatMap { $0.utf8.count + end.utf8.count <= longestPath ? $0 + end : nil }
  }

  /// Takes a text without resolving its escapes; nil without one.
  private mutating func text() -> String? {
    guard skip("\"") else { return nil }
    let start = bytes.position
    while let byte = bytes.next(UInt8.self) {
      if byte == UInt8(ascii: "\\") {
        _ = bytes.nextBytes(1)
      } else if byte == UInt8(ascii: "\"") {
        return String(decoding: bytes.bytes[start..<(bytes.position - 1)], as: UTF8.self)
      }
    }
    return nil
  }
}
