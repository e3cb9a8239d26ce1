import Testing

@testable import CardanCommand

/// A subcommand with one option of each kind.
private struct Sample: Equatable {
  enum Color: String, NamedChoice { case red, green, darkBlue = "dark-blue" }

  var files: [String] = []
  var output: String?
  var color = Color.red
  var rate = 1.0
  var isQuiet = false
  var usesField = true

  static var syntax: CommandSyntax<Sample> {
    CommandSyntax(
      name: "sample", summary: "Does nothing.",
      operands: .init(placeholder: "FILE", help: "A file.", count: 1...3, target: \.files, file: { $0 }),
      options: [
        .value("output", short: "o", "OUT", \.output, "Where to."),
        .value("color", short: "c", "COLOR", \.color, "The color."),
        .value("rate", "HZ", \.rate, "The rate.", expectation: "a number above 0") { $0 > 0 },
        .flag("quiet", short: "q", \.isQuiet, true, "Say nothing."),
        .flag("no-field", short: "n", \.usesField, false, "Leave the field out."),
      ],
      examples: [.init(line: "cardan sample a.csv", purpose: "Nothing.")])
  }

  static func parsed(_ arguments: [String]) throws(UsageError) -> Sample? {
    try ArgumentParser(syntax: syntax).parse(arguments, into: Sample())
  }
}

@Suite struct ArgumentParserTests {
  @Test(arguments: [
    (["a"], Sample(files: ["a"])),
    (["a", "b", "c"], Sample(files: ["a", "b", "c"])),
    (["a", "--output", "x"], Sample(files: ["a"], output: "x")),
    (["--output=x", "a"], Sample(files: ["a"], output: "x")),
    (["--output=x=y", "a"], Sample(files: ["a"], output: "x=y")),
    (["-o", "x", "a"], Sample(files: ["a"], output: "x")),
    (["-ox", "a"], Sample(files: ["a"], output: "x")),
    (["-o=x", "a"], Sample(files: ["a"], output: "x")),
    (["-o", "-", "a"], Sample(files: ["a"], output: "-")),
    (["a", "-o", "x", "b"], Sample(files: ["a", "b"], output: "x")),
    (["-qn", "a"], Sample(files: ["a"], isQuiet: true, usesField: false)),
    (["-qnox", "a"], Sample(files: ["a"], output: "x", isQuiet: true, usesField: false)),
    (["a", "--quiet", "--no-field"], Sample(files: ["a"], isQuiet: true, usesField: false)),
    (["--", "-q", "--output"], Sample(files: ["-q", "--output"])),
    (["-q", "--", "--"], Sample(files: ["--"], isQuiet: true)),
    (["-"], Sample(files: ["-"])),
    (["a", "--color", "dark-blue"], Sample(files: ["a"], color: .darkBlue)),
    (["a", "--color=GREEN"], Sample(files: ["a"], color: .green)),
    (["a", "--rate", "1e2"], Sample(files: ["a"], rate: 100)),
    (["a", "--rate=2", "--rate=3"], Sample(files: ["a"], rate: 3)),
  ])
  private func acceptsGNUStyle(arguments: [String], expected: Sample) throws {
    #expect(try Sample.parsed(arguments) == expected)
  }

  @Test(arguments: [
    ([], "no FILE given"),
    (["-q"], "no FILE given"),
    (["a", "b", "c", "d"], "unexpected argument 'd': one FILE at a time"),
    ([""], "'' is not a FILE"),
    (["a", "--otput", "x"], "unknown option '--otput'; did you mean '--output'?"),
    (["a", "--out=x"], "unknown option '--out'; did you mean '--output'?"),
    (["a", "-color", "red"], "unknown option '-color'; did you mean '--color'?"),
    (["a", "-color=red"], "unknown option '-color'; did you mean '--color'?"),
    (["a", "-colr"], "option '--color' takes one of red, green, dark-blue, not 'olr'"),
    (["a", "--frobnicate"], "unknown option '--frobnicate'"),
    (["a", "-z"], "unknown option '-z'"),
    (["a", "--output"], "option '--output' needs a value: --output OUT"),
    (["a", "-o"], "option '--output' needs a value: --output OUT"),
    (["a", "--output", "--quiet"], "option '--output' needs a value: --output OUT"),
    (["a", "--output="], "option '--output' takes non-empty text, not ''"),
    (["a", "--quiet=yes"], "option '--quiet' takes no value"),
    (["a", "--color", "blu"], "option '--color' takes one of red, green, dark-blue, not 'blu'"),
    (
      ["a", "--color", "gren"], "option '--color' takes one of red, green, dark-blue, not 'gren'; did you mean 'green'?"
    ),
    (["a", "--rate", "fast"], "option '--rate' takes a number above 0, not 'fast'"),
    (["a", "--rate", "-1"], "option '--rate' takes a number above 0, not '-1'"),
    (["a", "--rate", "nan"], "option '--rate' takes a number above 0, not 'nan'"),
    (["a", "--rate", "inf"], "option '--rate' takes a number above 0, not 'inf'"),
    (["a", "--rate", "1 "], "option '--rate' takes a number above 0, not '1 '"),
  ])
  func refusesWithTheReason(arguments: [String], reason: String) {
    let error = #expect(throws: UsageError.self) { try Sample.parsed(arguments) }
    #expect(error?.description == reason)
  }

  @Test(arguments: [["--help"], ["-h"], ["a", "--help"], ["a", "--quiet", "-h"]])
  func asksForHelp(arguments: [String]) throws {
    #expect(try Sample.parsed(arguments) == nil)
  }

  @Test func helpListsEveryOptionWithinItsWidth() {
    let text = HelpText(syntax: Sample.syntax, width: 60).text
    for rule in Sample.syntax.options { #expect(text.contains("--\(rule.long)")) }
    #expect(text.contains("Usage: cardan sample FILE... [OPTION...]"))
    #expect(text.contains("-c, --color COLOR"))
    #expect(text.contains("One of: red, green,"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 })
  }
}
