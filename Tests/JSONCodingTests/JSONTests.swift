import Foundation
import Testing

@testable import JSONCoding

@Suite struct JSONTests {
  private struct Sample: Codable, Equatable {
    enum Kind: String, Codable { case still, moving }
    struct Part: Codable, Equatable { var limits: [Double?] }

    var text = "a/\"\\\u{1}\u{8}\u{c}\r\n\t\u{7f}é\u{2028}😀"
    var whole = 3.0
    var zero = -0.0
    var large = 1e300
    var small = 1.0 / 3e7
    var single: Float = 0.1
    var unsigned = UInt64.max
    var kind = Kind.moving
    var parts = [Part(limits: [1.5, nil]), Part(limits: [])]
    var counts = ["b": 2, "a": 1, "a10": 3, "a9": 4, "Z": 5]
    var none: [String: Int] = [:]
    var absent: Int?
    var truth = true
  }

  /// Foundation is the reference: files that it wrote and files of this module are the same.
  @Test func textsEqualThoseOfFoundation() throws {
    let reference = JSONEncoder()
    for layout in [JSON.Layout.line, .lines] {
      reference.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      if layout == .lines { reference.outputFormatting.insert(.prettyPrinted) }
      let expected = String(decoding: try reference.encode(Sample()), as: UTF8.self)
      #expect(try JSON.text(of: Sample(), layout) == expected)
      #expect(try JSON.value(Sample.self, from: expected.utf8) == Sample())
    }
  }

  @Test func numbersThatAreNotFiniteAreWords() throws {
    #expect(try JSON.text(of: [Double.nan, .infinity, -.infinity]) == #"["nan","inf","-inf"]"#)
  }

  @Test(
    arguments: [
      (#"["\u00e9\ud83d\ude00\/\b"]"#, "é😀/\u{8}"), (" [ \"a\" ]\r\n\t", "a"), ("\u{FEFF}[\"\"]", ""),
    ])
  func stringsAreRead(_ text: String, _ expected: String) throws {
    #expect(try JSON.value(from: text.utf8) == [expected])
  }

  @Test(
    arguments: [
      ("", 1, 1), ("[1", 1, 3), ("[1,]", 1, 4), ("[01]", 1, 3), ("[1.]", 1, 4), ("[-]", 1, 3), ("[1e]", 1, 4),
      ("[1] 2", 1, 5),
      ("[\n 1\n 2]", 3, 2), ("[\"a\u{1}\"]", 1, 4), (#"["\x"]"#, 1, 3), (#"["\ud800"]"#, 1, 9), ("[nul]", 1, 2),
      ("[NaN]", 1, 2),
    ])
  func whatIsNotJSONIsRefusedWithItsPlace(_ text: String, _ line: Int, _ column: Int) throws {
    let error = #expect(throws: DecodingError.self) { try JSON.value([Int].self, from: text.utf8) }
    guard case .dataCorrupted(let context)? = error else { return }
    #expect(context.debugDescription == "not valid JSON in line \(line), column \(column)")
  }

  @Test func invalidUTF8AndDeepNestingAreRefused() {
    #expect(throws: DecodingError.self) { try JSON.value([String].self, from: [0x5b, 0x22, 0xff, 0x22, 0x5d]) }
    let deep = Array(repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(throws: DecodingError.self) { try JSON.value([Int].self, from: deep) }
  }

  @Test func numbersKeepTheirRange() throws {
    #expect(try JSON.value([Int].self, from: "[2.0,-1e3]".utf8) == [2, -1000])
    #expect(try JSON.value([UInt64].self, from: "[18446744073709551615]".utf8) == [.max])
    for text in ["[1.5]", "[1e30]", "[true]", "[\"1\"]", "[null]"] {
      #expect(throws: DecodingError.self) { try JSON.value([Int].self, from: text.utf8) }
    }
    #expect(throws: DecodingError.self) { try JSON.value([Double].self, from: "[1e999]".utf8) }
  }

  @Test func errorsNameTheirPlace() {
    let error = #expect(throws: DecodingError.self) {
      try JSON.value([String: [Sample.Part]].self, from: #"{"a": [{"limits": []}, {"limits": [1, "x"]}]}"#.utf8)
    }
    guard case .typeMismatch(_, let context)? = error else {
      Issue.record("expected a type mismatch, found \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["a", "1", "limits", "1"])
  }
}
