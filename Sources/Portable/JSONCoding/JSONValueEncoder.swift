#if !hasFeature(Embedded)

  /// Encodes a value into a node.
  struct JSONValueEncoder: Encoder, SingleValueEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      if node.object == nil { node.content = .object([]) }
      return KeyedEncodingContainer(JSONObjectEncoder(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      if node.list == nil { node.content = .list([]) }
      return JSONListEncoder(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { node.content = .null }

    func encode<Value: Encodable>(_ value: Value) throws { try write(value) }

    /// Encodes a value of any type. Those that encode themselves as a single value of their own type are written here.
    func write(_ value: some Encodable) throws {
      switch value {
      case let value as Bool: node.content = .truth(value)
      case let value as String: node.content = .string(value)
      case let value as Double: node.content = Self.number(value)
      case let value as Float: node.content = Self.number(value)
      case let value as any BinaryInteger: node.content = .number("\(value)")
      default: try value.encode(to: self)
      }
    }

    private static func number(_ value: some BinaryFloatingPoint & CustomStringConvertible) -> JSONNode.Content {
      let text = value.description
      guard value.isFinite else { return .string(text) }
      return .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }
  }

  /// Encodes members of an object.
  private struct JSONObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { node.set(key.stringValue, to: JSONNode()) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try member(key).write(value) }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { member(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { member(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { JSONValueEncoder(node: node, codingPath: codingPath) }

    func superEncoder(forKey key: Key) -> any Encoder { member(key) }

    private func member(_ key: Key) -> JSONValueEncoder {
      let member = JSONNode()
      node.set(key.stringValue, to: member)
      return JSONValueEncoder(node: member, codingPath: codingPath + [key])
    }
  }

  /// Encodes values of a list.
  private struct JSONListEncoder: UnkeyedEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var count: Int { node.list?.count ?? 0 }

    func encodeNil() { node.append(JSONNode()) }

    func encode<Value: Encodable>(_ value: Value) throws { try next().write(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      next().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

    func superEncoder() -> any Encoder { next() }

    private func next() -> JSONValueEncoder {
      let value = JSONNode()
      let key = JSONIndex(count)
      node.append(value)
      return JSONValueEncoder(node: value, codingPath: codingPath + [key])
    }
  }

  extension JSONNode {
    /// Makes this an object, unless it is one, and sets the value of a key; keys are kept sorted.
    fileprivate func set(_ key: String, to node: JSONNode) {
      var members = object ?? []
      content = .null
      let place = members.firstIndex { key <= $0.key } ?? members.count
      if place < members.count, members[place].key == key { members.remove(at: place) }
      members.insert((key, node), at: place)
      content = .object(members)
    }
  }

#endif
