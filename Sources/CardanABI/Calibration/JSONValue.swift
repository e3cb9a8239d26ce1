#if !hasFeature(Embedded)
  /// A value of JSON (RFC 8259), as far as a calibration needs it: the members of an object in their order.
  enum JSONValue {
    case object([(key: String, value: JSONValue)])
    case array([JSONValue])
    case number(Double)
    case text(String)
    case other

    /// The member of an object; nil where there is none, or it is null.
    subscript(key: String) -> JSONValue? {
      guard case .object(let members) = self else { return nil }
      return members.last { $0.key == key }?.value
    }
  }

  /// Reads JSON from bytes: the whole of the grammar, with a limit to how deep it is nested.
  struct JSONReader {
    private var bytes: ArraySlice<UInt8>

    /// The value that some bytes are; nil where they are no JSON.
    static func value(of bytes: [UInt8]) -> JSONValue? {
      var reader = JSONReader(bytes: bytes[...])
      guard let value = reader.value(depth: 0) else { return nil }
      reader.skipSpace()
      return reader.bytes.isEmpty ? value : nil
    }

    private init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    private mutating func value(depth: Int) -> JSONValue? {
      skipSpace()
      guard depth < 64, let first = bytes.first else { return nil }
      switch first {
      case UInt8(ascii: "{"): return object(depth: depth + 1)
      case UInt8(ascii: "["): return array(depth: depth + 1)
      case UInt8(ascii: "\""): return text().map(JSONValue.text)
      case UInt8(ascii: "t"): return takeWord("true") ? .other : nil
      case UInt8(ascii: "f"): return takeWord("false") ? .other : nil
      case UInt8(ascii: "n"): return takeWord("null") ? .other : nil
      default: return number().map(JSONValue.number)
      }
    }

    private mutating func object(depth: Int) -> JSONValue? {
      bytes.removeFirst()
      var members: [(key: String, value: JSONValue)] = []
      if take("}") { return .object(members) }
      while true {
        skipSpace()
        guard bytes.first == UInt8(ascii: "\""), let key = text(), take(":"), let value = value(depth: depth) else {
          return nil
        }
        members.append((key, value))
        if take("}") { return .object(members) }
        guard take(",") else { return nil }
      }
    }

    private mutating func array(depth: Int) -> JSONValue? {
      bytes.removeFirst()
      var values: [JSONValue] = []
      if take("]") { return .array(values) }
      while true {
        guard let value = value(depth: depth) else { return nil }
        values.append(value)
        if take("]") { return .array(values) }
        guard take(",") else { return nil }
      }
    }

    /// A number as `Double` reads it: rounded once, whatever the language of the system.
    private mutating func number() -> Double? {
      let digits = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 || "+-.eE".utf8.contains($0) }
      guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: ".") else { return nil }
      bytes = bytes.dropFirst(digits.count)
      return Double(String(decoding: digits, as: UTF8.self))
    }

    /// A text. Escaped letters beyond ASCII become question marks: no key and no value of a calibration has any.
    private mutating func text() -> String? {
      bytes.removeFirst()
      var content: [UInt8] = []
      while let byte = bytes.popFirst() {
        if byte == UInt8(ascii: "\"") { return String(decoding: content, as: UTF8.self) }
        guard byte >= 0x20 else { return nil }
        guard byte == UInt8(ascii: "\\") else {
          content.append(byte)
          continue
        }
        guard let escaped = bytes.popFirst(), let letter = letter(escaped: escaped) else { return nil }
        content.append(letter)
      }
      return nil
    }

    private mutating func letter(escaped: UInt8) -> UInt8? {
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
