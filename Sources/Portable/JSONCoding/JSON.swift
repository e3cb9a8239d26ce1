// JSONCoding: JSON without Foundation: values, text, and on a system also `Codable`.
// It reads and writes text in memory; files are opened elsewhere.

/// JSON (RFC 8259) of `Codable` values, without Foundation, whose coders add six megabytes to a static program.
///
/// The same value gives the same bytes: keys are sorted, and numbers are the shortest that read back exactly.
public enum JSON {
  /// The layout of a text.
  public enum Layout: Sendable {
    /// One line without blanks.
    case line
    /// A value per line, indented by two blanks per level.
    case lines
  }

  /// A value as text without a line feed at its end.
  package static func text(of value: JSONNode, _ layout: Layout = .line) -> String {
    var writer = JSONWriter(layout: layout)
    writer.write(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  #if !hasFeature(Embedded)
    /// A value as text without a line feed at its end. JSON has no numbers that are not finite: they become the strings `nan`,
    /// `inf` and `-inf`. Throws only what the value throws.
    public static func text(of value: some Encodable, _ layout: Layout = .line) throws -> String {
      let node = JSONNode()
      try JSONValueEncoder(node: node, codingPath: []).write(value)
      return text(of: node, layout)
    }

    /// The value in a text. Keys that it does not have are ignored; of equal keys in an object, the first counts.
    public static func value<Value: Decodable>(
      _ type: Value.Type = Value.self, from bytes: some Sequence<UInt8>
    ) throws -> Value {
      var parser = JSONParser(Array(bytes))
      guard let node = parser.document() else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: [], debugDescription: "not valid JSON in line \(parser.line), column \(parser.column)"))
      }
      return try JSONValueDecoder(node: node, codingPath: []).value(type)
    }
  #endif
}

/// A value of a text, read or under construction.
package final class JSONNode {
  /// A member of an object.
  package typealias Member = (key: String, value: JSONNode)

  enum Content {
    case null
    case truth(Bool)
    case number(String)
    case string(String)
    case list([JSONNode])
    case object([Member])
  }

  var content: Content

  init(_ content: Content = .null) { self.content = content }

  /// Makes this a list, unless it is one, and appends a value.
  func append(_ node: JSONNode) {
    var nodes = list ?? []
    content = .null
    nodes.append(node)
    content = .list(nodes)
  }

  /// The values of a list.
  var list: [JSONNode]? { if case .list(let nodes) = content { nodes } else { nil } }

  /// The members of an object.
  var object: [Member]? { if case .object(let members) = content { members } else { nil } }

  /// Whether this is null.
  var isNull: Bool { if case .null = content { true } else { false } }
}

extension JSONNode {
  /// An object, with its members in the order given.
  package static func object(_ members: [Member]) -> JSONNode { JSONNode(.object(members)) }

  /// A text.
  package static func text(_ text: String) -> JSONNode { JSONNode(.string(text)) }

  /// A number, the shortest text that reads back exactly; a text for one that is not finite, which JSON does not have.
  package static func number(_ value: Double) -> JSONNode {
    JSONNode(value.isFinite ? .number("\(value)") : .string("\(value)"))
  }

  /// A list.
  package static func list(_ values: [JSONNode]) -> JSONNode { JSONNode(.list(values)) }
}

#if !hasFeature(Embedded)
  /// A key of a list.
  struct JSONIndex: CodingKey {
    let index: Int

    init(_ index: Int) { self.index = index }
    init?(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }

    var intValue: Int? { index }
    var stringValue: String { "\(index)" }
  }
#endif
