/// Writes values as text in UTF-8.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let layout: JSON.Layout
  private var depth = 0

  init(layout: JSON.Layout) { self.layout = layout }

  mutating func write(_ node: JSONNode) {
    switch node.content {
    case .null: write("null")
    case .truth(let value): write(value ? "true" : "false")
    case .number(let text): write(text)
    case .string(let text): writeQuoted(text)
    case .list(let nodes):
      write("[")
      writeLines(nodes) { $0.write($1) }
      write("]")
    case .object(let members):
      write("{")
      writeLines(members) { writer, member in
        writer.writeQuoted(member.key)
        writer.write(writer.layout == .line ? ":" : " : ")
        writer.write(member.value)
      }
      write("}")
    }
  }

  /// The parts between two brackets. An empty list has an empty line.
  private mutating func writeLines<Part>(_ parts: [Part], _ writePart: (inout JSONWriter, Part) -> Void) {
    depth += 1
    breakLine()
    for (index, part) in parts.enumerated() {
      if index > 0 {
        write(",")
        breakLine()
      }
      writePart(&self, part)
    }
    if layout == .lines, parts.isEmpty { bytes.removeLast(2 * depth) }
    depth -= 1
    breakLine()
  }

  private mutating func breakLine() {
    guard layout == .lines else { return }
    write("\n")
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
  }

  private mutating func write(_ text: String) { bytes += text.utf8 }

  private mutating func writeQuoted(_ text: String) {
    write("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): write("\\\"")
      case UInt8(ascii: "\\"): write("\\\\")
      case 8: write("\\b")
      case 9: write("\\t")
      case 10: write("\\n")
      case 12: write("\\f")
      case 13: write("\\r")
      case 0..<32: write("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    write("\"")
  }
}
