import Testing

@testable import CardanCommand

@Suite struct TerminalTextTests {
  @Test func progressFitsTheTerminal() {
    for width in [1, 5, 12, 20, 40, 80, 200] {
      for fraction in [nil, -1, 0, 0.5, 0.999, 1, 2] as [Double?] {
        let text = ProgressLine(fraction: fraction, label: "3/16 logs, 120000 rows").text(width: width)
        #expect(text.count < max(width, 1) || text.isEmpty)
      }
    }
  }

  @Test func progressShowsTheShare() {
    #expect(ProgressLine(fraction: 0, label: "x").text(width: 20) == "[" + "----------" + "]   0% x")
    #expect(ProgressLine(fraction: 1, label: "x").text(width: 20) == "[" + "##########" + "] 100% x")
    #expect(
      ProgressLine(fraction: 0.5, label: "x").text(width: 80).contains(
        "####################--------------------]  50% x"))
    #expect(ProgressLine(fraction: nil, label: "7 rows").text(width: 80) == "7 rows")
  }

  @Test func tableAligns() {
    var table = TextTable(headings: ["log", "error"])
    table.rows = [.cells(["a", "1.5"]), .cells(["longer", "10.25"]), .rule, .cells(["mean", ""])]
    #expect(
      table.text == """
        log     error
        ------  -----
        a         1.5
        longer  10.25
        ------  -----
        mean

        """)
  }

  @Test func wrapsAtWords() {
    #expect(TextWrapping.wrap("aa bb cc", width: 5) == ["aa bb", "cc"])
    #expect(TextWrapping.wrap("aaaaaaaa b", width: 5) == ["aaaaaaaa", "b"])
    #expect(TextWrapping.wrap("a\n\nb", width: 5) == ["a", "", "b"])
    #expect(TextWrapping.wrap("", width: 5) == [""])
  }
}
