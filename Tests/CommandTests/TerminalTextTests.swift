import AttitudeFilters
import MotionSamples
import Synchronization
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

  @Test func verdictsAndWarningsStandOut() {
    #expect(Emphasis.colored("a.csv: good\n") == "a.csv\u{1B}[32m: good\u{1B}[0m\n")
    #expect(Emphasis.colored("a.csv: take care: x") == "a.csv: \u{1B}[33mtake care:\u{1B}[0m x")
    #expect(Emphasis.colored("a.csv: not usable: x") == "a.csv\u{1B}[31m: not usable\u{1B}[0m: x")
    #expect(Emphasis.colored(#"{"verdict" : "good"}"#) == #"{"verdict" : "good"}"#)
  }

  /// A source that never sent anything is not silent; one that did is told once, and again after it came back.
  @Test func silenceIsToldOnce() {
    let told = Mutex<[String]>([])
    let watch = SilenceWatch { text in told.withLock { $0.append(text) } }
    let start = ContinuousClock.now
    watch.check(at: start + .seconds(60))
    watch.hear(at: start)
    for second in 1..<10 { watch.check(at: start + .seconds(second)) }
    #expect(told.withLock { $0 } == ["no samples for 5 s; waiting"])
    watch.hear(at: start + .seconds(10))
    watch.check(at: start + .seconds(14))
    #expect(told.withLock { $0 }.last == "samples come again" && told.withLock { $0.count } == 2)
    watch.check(at: start + .seconds(15))
    #expect(told.withLock { $0.count } == 3)
  }

  /// A magnetometer of 1 Hz beside a gyroscope of 100 Hz is not silent, one that stops is; one that never was is waited for.
  @Test func silenceOfASensorIsTold() {
    let told = Mutex<[String]>([])
    let watch = SilenceWatch { text in told.withLock { $0.append(text) } }
    for row in 0..<2000 {
      var flags = OutcomeFlags.specificForceAbsent
      if !row.isMultiple(of: 100) || row >= 1000 { flags.rawValue |= OutcomeFlags.magneticFieldAbsent.rawValue }
      watch.hear(flags, at: Timestamp(nanoseconds: Int64(row) * 10_000_000))
    }
    #expect(told.withLock { $0 } == ["no readings of the magnetometer for 5 s"])
  }

  @Test func wrapsAtWords() {
    #expect(TextWrapping.wrap("aa bb cc", width: 5) == ["aa bb", "cc"])
    #expect(TextWrapping.wrap("aaaaaaaa b", width: 5) == ["aaaaaaaa", "b"])
    #expect(TextWrapping.wrap("a\n\nb", width: 5) == ["a", "", "b"])
    #expect(TextWrapping.wrap("", width: 5) == [""])
  }
}
