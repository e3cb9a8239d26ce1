#if !hasFeature(Embedded)
  /// A value of JSON (RFC 8259) in the bytes of a text whose grammar is right. A calibration needs little of it: what is asked
  /// for is read again, so that nothing has to be built for the rest. The bytes must outlive it.
  struct JSONValue {
    /// The text from the value on.
    fileprivate let bytes: Slice<UnsafeRawBufferPointer>

    /// Whether it is an object.
    var isObject: Bool { bytes.first == UInt8(ascii: "{") }

    /// The number that it is; nil for anything else.
    var number: Double? {
      var reader = JSONReader(bytes: bytes)
      return reader.number()
    }

    /// The text that it is; nil for anything else.
    var text: String? {
      guard bytes.first == UInt8(ascii: "\"") else { return nil }
      var reader = JSONReader(bytes: bytes)
      return reader.text()
    }

    /// How many elements there are in an array; nil for anything else.
    var count: Int? {
      guard bytes.first == UInt8(ascii: "[") else { return nil }
      var (reader, count) = (JSONReader(bytes: bytes), 0)
      _ = reader.takeMembers(depth: 0) { _, _ in count += 1 }
      return count
    }

    /// The element of an array at a place; nil where there is none.
    subscript(index: Int) -> JSONValue? {
      guard bytes.first == UInt8(ascii: "[") else { return nil }
      var (reader, place, found) = (JSONReader(bytes: bytes), 0, JSONValue?.none)
      _ = reader.takeMembers(depth: 0) { _, value in
        if place == index { found = value }
        place += 1
      }
      return found
    }

    /// The last member of an object with a key; nil where there is none, or it is null.
    subscript(key: String) -> JSONValue? {
      guard isObject else { return nil }
      var (reader, found) = (JSONReader(bytes: bytes), JSONValue?.none)
      _ = reader.takeMembers(depth: 0) { name, value in
        if name == key { found = value.bytes.first == UInt8(ascii: "n") ? nil : value }
      }
      return found
    }
  }

  /// Reads JSON from bytes: the whole of the grammar, with a limit to how deep it is nested.
  struct JSONReader {
    private var bytes: Slice<UnsafeRawBufferPointer>

    /// The value that some bytes are; nil where they are no JSON.
    static func value(of bytes: UnsafeRawBufferPointer) -> JSONValue? {
      var reader = JSONReader(bytes: bytes[...])
      reader.skipSpace()
      let value = JSONValue(bytes: reader.bytes)
      guard reader.takeValue(depth: 0) else { return nil }
      reader.skipSpace()
      return reader.bytes.isEmpty ? value : nil
    }

    fileprivate init(bytes: Slice<UnsafeRawBufferPointer>) { self.bytes = bytes }

    /// Takes a value; false where there is none.
    private mutating func takeValue(depth: Int) -> Bool {
      guard depth < 64, let first = bytes.first else { return false }
      switch first {
      case UInt8(ascii: "{"), UInt8(ascii: "["): return takeMembers(depth: depth + 1) { _, _ in }
      case UInt8(ascii: "\""): return text() != nil
      case UInt8(ascii: "t"): return takeWord("true")
      case UInt8(ascii: "f"): return takeWord("false")
      case UInt8(ascii: "n"): return takeWord("null")
      default: return number() != nil
      }
    }

    /// Takes an object, or an array, whose members have no names, and shows each member; false where something is wrong.
    fileprivate mutating func takeMembers(depth: Int, _ show: (_ name: String?, _ value: JSONValue) -> Void) -> Bool {
      let isObject = bytes.removeFirst() == UInt8(ascii: "{")
      let end: Unicode.Scalar = isObject ? "}" : "]"
      if take(end) { return true }
      while true {
        var name: String?
        skipSpace()
        if isObject {
          guard bytes.first == UInt8(ascii: "\""), let key = text(), take(":") else { return false }
          name = key
          skipSpace()
        }
        let value = JSONValue(bytes: bytes)
        guard takeValue(depth: depth) else { return false }
        show(name, value)
        if take(end) { return true }
        guard take(",") else { return false }
      }
    }

    /// A number as `Double` reads it: rounded once, whatever the language of the system.
    fileprivate mutating func number() -> Double? {
      let digits = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 || "+-.eE".utf8.contains($0) }
      guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: ".") else { return nil }
      bytes = bytes.dropFirst(digits.count)
      return Double(String(decoding: digits, as: UTF8.self))
    }

    /// A text. Escaped letters beyond ASCII become question marks: no key and no value of a calibration has any.
    fileprivate mutating func text() -> String? {
      bytes.removeFirst()
      guard let length = lengthOfText() else { return nil }
      var isRight = true
      let text = String(unsafeUninitializedCapacity: length) { content in
        var count = 0
        while let byte = bytes.popFirst(), byte != UInt8(ascii: "\"") {
          guard let letter = byte == UInt8(ascii: "\\") ? escapedLetter() : byte >= 0x20 ? byte : nil else {
            isRight = false
            return 0
          }
          content[count] = letter
          count += 1
        }
        return count
      }
      return isRight ? text : nil
    }

    /// How many bytes there are up to the end of a text; nil where it has none.
    private func lengthOfText() -> Int? {
      var rest = bytes
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "\"") { return bytes.count - rest.count - 1 }
        if byte == UInt8(ascii: "\\") { _ = rest.popFirst() }
      }
      return nil
    }

    private mutating func escapedLetter() -> UInt8? {
      guard let escaped = bytes.popFirst() else { return nil }
      switch escaped {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return escaped
      case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): return 0x20
      case UInt8(ascii: "u"):
        let digits = String(decoding: bytes.prefix(4), as: UTF8.self)
        guard digits.utf8.count == 4, let code = UInt16(digits, radix: 16) else { return nil }
        bytes = bytes.dropFirst(4)
        return code < 0x80 ? UInt8(code) : UInt8(ascii: "?")
      default: return nil
      }
    }

    private mutating func takeWord(_ word: String) -> Bool {
      guard bytes.starts(with: word.utf8) else { return false }
      bytes = bytes.dropFirst(word.utf8.count)
      return true
    }

    /// Takes one sign, with the space in front of it.
    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
      skipSpace()
      guard bytes.first == UInt8(ascii: sign) else { return false }
      bytes.removeFirst()
      return true
    }

    private mutating func skipSpace() { bytes = bytes.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 } }
  }
#endif
