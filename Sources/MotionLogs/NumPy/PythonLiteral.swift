/// A literal of Python, as far as the headers of NumPy's files have them.
enum PythonLiteral: Equatable {
  case text(String)
  case integer(Int)
  case truth(Bool)
  /// A tuple or a list.
  case sequence([PythonLiteral])
  case dictionary([String: PythonLiteral])

  /// The literal that a text is; nil where it is none.
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

    /// Deeper nesting is no header.
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

    /// Whether a byte comes next, after blanks; takes it.
    mutating func take(_ byte: UInt8) -> Bool {
      skipBlanks()
      guard rest.first == byte else { return false }
      rest.removeFirst()
      return true
    }

    /// A text without escapes, which the names of fields do not need.
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
