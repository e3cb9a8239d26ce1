import Testing

@testable import LogTables

@Suite struct StringPartsTests {
  @Test(
    arguments: [
      ("", ",", [""]), ("a", ",", ["a"]), (",a,,b,", ",", ["", "a", "", "b", ""]), ("aaa", "aa", ["", "a"]),
      ("a{b{{c{{{d", "{{", ["a{b", "c", "{d"]), ("é°ü°", "°", ["é", "ü", ""]), ("abab", "abc", ["abab"]),
    ])
  func partsAreBetweenTheOccurrences(_ text: String, _ separator: String, _ parts: [String]) {
    #expect(text.parts(separatedBy: separator) == parts)
    #expect(parts.joined(separator: separator) == text)
    #expect(text.includes(separator) == (parts.count > 1))
    #expect(text.substituting(separator, with: "--") == text.replacing(separator, with: "--"))
  }
}
