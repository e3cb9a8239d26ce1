import TestSupport
import Testing

@testable import LiveSources

@Suite struct LineAssemblerTests {
  /// The lines that come out, whatever the pieces.
  func lines(_ bytes: [UInt8], pieces: (inout SplitMix64) -> Int) -> [String] {
    var (assembler, random, lines) = (LineAssembler(), SplitMix64(seed: 3), [String]())
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(pieces(&random))
      rest = rest.dropFirst(piece.count)
      assembler.append(piece)
      while let line = assembler.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    return lines
  }

  @Test func theLinesDoNotDependOnThePieces() {
    let text = Array("a\nbc\r\n\nlong line of text\nrest".utf8)
    let whole = lines(text) { _ in text.count }
    #expect(whole == ["a", "bc", "", "", "long line of text"])
    for _ in 0..<50 { #expect(lines(text) { Int.random(in: 1...4, using: &$0) } == whole) }
  }

  @Test func anOverlongLineIsLeftOutWhole() {
    let longest = LineAssembler.longestLine
    for length in [longest - 1, longest, longest + 1, 3 * longest] {
      let text = "a\n" + String(repeating: "x", count: length) + "\nb\n"
      for size in [1, 100, longest, 1 << 20] {
        let lengths = lines(Array(text.utf8)) { _ in size }.map(\.count)
        #expect(lengths == (length <= longest ? [1, length, 1] : [1, 1]), "\(length) in pieces of \(size)")
      }
    }
  }
}
