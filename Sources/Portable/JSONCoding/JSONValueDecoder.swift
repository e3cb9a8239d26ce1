#if !hasFeature(Embedded)

  /// Decodes a value from a node.
  struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      guard let members = node.object else { throw mismatch([String: Any].self) }
      return KeyedDecodingContainer(JSONObjectDecoder(decoder: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      guard let nodes = node.list else { throw mismatch([Any].self) }
      return JSONListDecoder(decoder: self, nodes: nodes)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { node.isNull }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

    /// Decodes a value of any type. Those that decode themselves as a single value of their own type are read here.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let found: Any?
      switch type {
      case is Bool.Type: found = truth
      case is String.Type: found = string
      case is Double.Type: found = try number(type).flatMap { Double($0) }
      case is Float.Type: found = try number(type).flatMap { Float($0) }
      case let type as any FixedWidthInteger.Type: found = try number(type).flatMap { Self.integer(type, $0) }
      default: return try Value(from: self)
      }
      guard let value = found as? Value else { throw mismatch(type) }
      return value
    }

    private var truth: Bool? { if case .truth(let value) = node.content { value } else { nil } }

    private var string: String? { if case .string(let text) = node.content { text } else { nil } }

    /// The text of a number; nil for another value. Throws for one beyond the range of Double.
    private func number(_ type: Any.Type) throws -> String? {
      guard case .number(let text) = node.content else { return nil }
      guard Double(text)?.isFinite == true else {
        throw DecodingError.dataCorrupted(context("\(text) is beyond the range of numbers"))
      }
      return text
    }

    private static func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, _ text: String) -> Integer? {
      Integer(text) ?? Double(text).flatMap { Integer(exactly: $0) }
    }

    private func mismatch(_ type: Any.Type) -> DecodingError {
      node.isNull ? .valueNotFound(type, context("null")) : .typeMismatch(type, context("another type"))
    }

    private func context(_ text: String) -> DecodingError.Context {
      DecodingError.Context(codingPath: codingPath, debugDescription: text)
    }

    /// The decoder of a value in this one.
    func inner(_ node: JSONNode, _ key: any CodingKey) -> JSONValueDecoder {
      JSONValueDecoder(node: node, codingPath: codingPath + [key])
    }
  }

  /// Decodes members of an object.
  private struct JSONObjectDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: JSONValueDecoder
    let members: [JSONNode.Member]
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }

    func contains(_ key: Key) -> Bool { members.contains { $0.key == key.stringValue } }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try member(key).value(type) }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try member(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try member(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

    private func member(_ key: Key) throws -> JSONValueDecoder {
      guard let node = members.first(where: { $0.key == key.stringValue })?.value else {
        throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: "missing"))
      }
      return decoder.inner(node, key)
    }
  }

  /// Decodes values of a list in their order.
  private struct JSONListDecoder: UnkeyedDecodingContainer {
    let decoder: JSONValueDecoder
    let nodes: [JSONNode]
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { nodes.count }
    var isAtEnd: Bool { currentIndex == nodes.count }

    init(decoder: JSONValueDecoder, nodes: [JSONNode]) {
      self.decoder = decoder
      self.nodes = nodes
    }

    mutating func decodeNil() throws -> Bool {
      guard try value().decodeNil() else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try $0.value(type) } }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
      try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }

    /// Reads the next value, and goes on unless that throws.
    private mutating func next<Value>(_ read: (JSONValueDecoder) throws -> Value) throws -> Value {
      let result = try read(value())
      currentIndex += 1
      return result
    }

    private func value() throws -> JSONValueDecoder {
      let key = JSONIndex(currentIndex)
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(
          Any.self, DecodingError.Context(codingPath: codingPath + [key], debugDescription: "end of the list"))
      }
      return decoder.inner(nodes[currentIndex], key)
    }
  }

#endif
