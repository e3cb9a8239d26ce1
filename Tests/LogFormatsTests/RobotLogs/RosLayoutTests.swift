import Testing

@testable import LogFormats

/// Messages of ROS by their definitions, with bytes counted by hand.
@Suite struct RosLayoutTests {
  static let definition = """
    # A comment
    uint8 LIMIT=5
    string NAME = "x"
    uint8 a 3
    float64 b
    string[] names
    int16[2] c
    Inner inner   # nested
    ================================================================================
    MSG: p/Inner
    float32 x
    """

  private func number(_ name: String, _ layout: RosLayout, _ bytes: [UInt8]) -> Double? {
    bytes.withUnsafeBytes { message in
      guard let content = layout.content(of: message), let field = layout.indices[name] else { return nil }
      return layout.number(field, in: content)
    }
  }

  private func layout(_ text: String, _ encoding: RosEncoding) -> RosLayout {
    RosLayout("p/Outer", RosDefinitions(text, of: "p/msg/Outer", encoding), encoding: encoding)
  }

  private static let one: [UInt8] = [0, 0, 0, 0, 0, 0, 0xf0, 0x3f]

  /// 7, 1.0, the texts, -2 and 3, 0.5 in CDR: each number aligned to its size.
  private func cdr(_ texts: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = [7, 0, 0, 0, 0, 0, 0, 0] + Self.one + [UInt8(texts.count), 0, 0, 0]
    func align(_ size: Int) { while bytes.count % size != 0 { bytes.append(0) } }
    for text in texts {
      align(4)
      bytes += [UInt8(text.count + 1), 0, 0, 0] + text + [0]
    }
    align(2)
    bytes += [0xfe, 0xff, 3, 0]
    align(4)
    return [0, 1, 0, 0] + bytes + [0, 0, 0, 0x3f]
  }

  @Test func numbersOfCDRAreFoundBehindTexts() {
    let layout = layout(Self.definition, .cdr)
    #expect(layout.indices.keys.sorted() == ["a", "b", "c[0]", "c[1]", "inner.x"])
    for texts in [[], [[65]], [[65, 66, 67, 68], [69]], [[65]], [[66, 67]]] as [[[UInt8]]] {
      let message = cdr(texts)
      #expect(["a", "b", "c[0]", "c[1]", "inner.x"].map { number($0, layout, message) } == [7, 1, -2, 3, 0.5])
      #expect(number("c[1]", layout, Array(message.dropLast(8)))?.isNaN == true)
      #expect(number("b", layout, Array(message.dropLast(8))) == 1)
    }
    // Other encodings than plain CDR.
    #expect(number("a", layout, [0, 7] + cdr([]).dropFirst(2)) == nil && number("a", layout, [0, 1]) == nil)
  }

  @Test func numbersOfROS1ArePacked() {
    let layout = layout(Self.definition, .ros1)
    let message = [7] + Self.one + [1, 0, 0, 0, 2, 0, 0, 0, 65, 66, 0xfe, 0xff, 3, 0, 0, 0, 0, 0x3f]
    #expect(["a", "b", "c[0]", "c[1]", "inner.x"].map { number($0, layout, message) } == [7, 1, -2, 3, 0.5])
  }

  @Test func bigEndianNumbersAreSwapped() {
    let layout = layout("uint16 a\nfloat64 b", .cdr)
    #expect(number("b", layout, [0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0] + Self.one.reversed()) == 1)
    #expect(number("a", layout, [0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0] + Self.one.reversed()) == 258)
  }

  /// Types nested in themselves, arrays beyond any message, counts beyond the bytes, sequences of nothing.
  @Test func hostileDefinitionsAndMessagesAreHarmless() {
    let counts: [UInt8] = [0, 1, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255]
    for text in [
      "Outer self", "Outer[] self", "Outer[60000] self", "float64[99999999999] x", "string[60000] s", "float64[-1] x",
      "Empty[] x\n====\nMSG: p/Empty\n#", "Empty[60000] x\n====\nMSG: p/Empty\n#", "float64[] x\nuint8 y", "string[] x",
      "wstring x\nfloat64 y", "", "Missing x",
    ] {
      for encoding in [RosEncoding.ros1, .cdr] {
        let layout = layout(text, encoding)
        #expect(number("y", layout, counts) ?? .nan != 1)
      }
    }
  }
}
