/// Parses a text in UTF-8 (RFC 8259).
struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  /// Deeper nesting is refused: it would take the stack.
  private static let deepestNesting = 512

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The place of the first error, from 1; columns are bytes.
  var line: Int { bytes[..<position].count { $0 == 10 } + 1 }
  var column: Int { position - (bytes[..<position].lastIndex(of: 10).map { $0 + 1 } ?? 0) + 1 }

  /// The value of the text; nil for anything else.
  mutating func document() -> JSONNode? {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
    guard let node = value(depth: 0) else { return nil }
    skipBlanks()
    return position == bytes.count ? node : nil
  }

  private mutating func value(depth: Int) -> JSONNode? {
    skipBlanks()
    guard depth < Self.deepestNesting, let next else { return nil }
    switch next {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["): return list(depth: depth)
    case UInt8(ascii: "\""): return string().map { JSONNode(.string($0)) }
    case UInt8(ascii: "t"): return take("true") ? JSONNode(.truth(true)) : nil
    case UInt8(ascii: "f"): return take("false") ? JSONNode(.truth(false)) : nil
    case UInt8(ascii: "n"): return take("null") ? JSONNode() : nil
    default: return number()
    }
  }

  private mutating func object(depth: Int) -> JSONNode? {
    var members: [JSONNode.Member] = []
    position += 1
    skipBlanks()
    if take("}") { return JSONNode(.object(members)) }
    while true {
      skipBlanks()
      guard let key = string() else { return nil }
      skipBlanks()
      guard take(":"), let value = value(depth: depth + 1) else { return nil }
      members.append((key, value))
      skipBlanks()
      if take("}") { return JSONNode(.object(members)) }
      guard take(",") else { return nil }
    }
  }

  private mutating func list(depth: Int) -> JSONNode? {
    var values: [JSONNode] = []
    position += 1
    skipBlanks()
    if take("]") { return JSONNode(.list(values)) }
    while true {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
      skipBlanks()
      if take("]") { return JSONNode(.list(values)) }
      guard take(",") else { return nil }
    }
  }

  private mutating func number() -> JSONNode? {
    let start = position
    _ = take("-")
    guard take("0") || takeDigits() else { return nil }
    if take("."), !takeDigits() { return nil }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      guard takeDigits() else { return nil }
    }
    return JSONNode(.number(String(decoding: bytes[start..<position], as: UTF8.self)))
  }

  private mutating func takeDigits() -> Bool {
    let start = position
    while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { position += 1 }
    return position > start
  }

  private mutating func string() -> String? {
    guard take("\"") else { return nil }
    var text: [UInt8] = []
    while let byte = next, byte >= 32 {
      if byte == UInt8(ascii: "\\") {
        guard let scalar = escape() else { return nil }
        text += UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter
        continue
      }
      position += 1
      if byte == UInt8(ascii: "\"") { return String(validating: text, as: UTF8.self) }
      text.append(byte)
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    let marks: [(String, Unicode.Scalar)] = [
      ("\\\"", "\""), ("\\\\", "\\"), ("\\/", "/"), ("\\b", "\u{8}"), ("\\f", "\u{c}"), ("\\n", "\n"), ("\\r", "\r"),
      ("\\t", "\t"),
    ]
    for (mark, scalar) in marks where take(mark) { return scalar }
    guard let unit = codeUnit() else { return nil }
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
    // Two escapes for one character beyond the basic plane.
    guard let trail = codeUnit(), UTF16.isTrailSurrogate(trail) else { return nil }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  /// The number of an escape with four hexadecimal digits.
  private mutating func codeUnit() -> UInt16? {
    guard take("\\u"), position + 4 <= bytes.count else { return nil }
    let digits = bytes[position..<position + 4].compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 4 else { return nil }
    position += 4
    return UInt16(digits.reduce(0) { 16 * $0 + $1 })
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Takes a text, if it is the next one.
  private mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func skipBlanks() {
    while let next, next == 32 || next == 9 || next == 10 || next == 13 { position += 1 }
  }
}
