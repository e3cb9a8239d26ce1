import FileAccess
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
      guard let content = try? layout.content(of: message), let field = layout.indices[name] else { return nil }
      return layout.number(field, in: content)
    }
  }

  private func layout(_ text: String, _ encoding: RosEncoding) throws -> RosLayout {
    try RosLayout(
      "p/Outer", RosDefinitions(text, of: "p/msg/Outer", encoding), encoding: encoding,
      work: WorkBudget(path: "", bytes: 1 << 20))
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

  @Test func numbersOfCDRAreFoundBehindTexts() throws {
    let layout = try layout(Self.definition, .cdr)
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

  @Test func numbersOfROS1ArePacked() throws {
    let layout = try layout(Self.definition, .ros1)
    let message = [7] + Self.one + [1, 0, 0, 0, 2, 0, 0, 0, 65, 66, 0xfe, 0xff, 3, 0, 0, 0, 0, 0x3f]
    #expect(["a", "b", "c[0]", "c[1]", "inner.x"].map { number($0, layout, message) } == [7, 1, -2, 3, 0.5])
  }

  @Test func bigEndianNumbersAreSwapped() throws {
    let layout = try layout("uint16 a\nfloat64 b", .cdr)
    #expect(number("b", layout, [0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0] + Self.one.reversed()) == 1)
    #expect(number("a", layout, [0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0] + Self.one.reversed()) == 258)
  }

  /// Products of counts: names of a kilobyte for each of 4096 numbers, types of 6000 types.
  @Test func layoutsAreChargedByTheirWork() throws {
    let name = String(repeating: "n", count: 1000)
    #expect(try layout("float64[4096] \(name)\nuint8 y", .ros1).indices.isEmpty == false)
    #expect(try layout("float64[4096] \(name)", .ros1).indices.isEmpty)
    let work = WorkBudget(path: "log", bytes: 100)
    let type = RosType("p/Outer", definition: "B[6000] b\n===\nMSG: p/B\nfloat64 x")
    let rule = try #require(StreamSchema.ros.rule(for: "sensor_msgs/Imu"))
    // Once made, it costs nothing for the next topic.
    for _ in 0..<10_000 { _ = try type.layout(.ros1, for: rule, work: work) }
    #expect(throws: LogError.self) {
      for _ in 0..<100 {
        _ = try RosType("p/Outer", definition: "B[6000] b\n===\nMSG: p/B\nfloat64 x")
          .layout(.ros1, for: rule, work: work)
      }
    }
  }

  /// Types nested in themselves, arrays beyond any message, counts beyond the bytes, sequences of nothing.
  @Test func hostileDefinitionsAndMessagesAreHarmless() throws {
    let counts: [UInt8] = [0, 1, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255]
    for text in [
      "Outer self", "Outer[] self", "Outer[60000] self", "float64[99999999999] x", "string[60000] s", "float64[-1] x",
      "Empty[] x\n====\nMSG: p/Empty\n#", "Empty[60000] x\n====\nMSG: p/Empty\n#", "float64[] x\nuint8 y", "string[] x",
      "wstring x\nfloat64 y", "", "Missing x",
    ] {
      for encoding in [RosEncoding.ros1, .cdr] {
        let layout = try layout(text, encoding)
        #expect(number("y", layout, counts) ?? .nan != 1)
      }
    }
  }
}
