import LogDiagnosis
import SystemLibrary

/// Colours of verdicts, warnings and errors on a terminal: none where the output goes elsewhere, where NO_COLOR is set, and on a
/// terminal without colours.
enum Emphasis: String {
  /// Green.
  case good = "32"
  /// Yellow.
  case doubt = "33"
  /// Red.
  case bad = "31"

  /// What stands out, as it is written in reports.
  private static let phrases: [(text: String, emphasis: Emphasis)] =
    [Verdict.good, .doubtful, .unusable].map { (": \($0)", of($0)) } + [
      ("take care:", .doubt), (" doubt:", .doubt), (" unusable:", .bad), ("interrupted;", .doubt),
      ("\(Console.programName): ", .bad),
    ]

  private static func of(_ verdict: Verdict) -> Emphasis {
    switch verdict {
    case .good: .good
    case .doubtful: .doubt
    case .unusable: .bad
    }
  }

  /// A text with colours for a stream.
  static func text(_ text: String, on descriptor: Int32) -> String { hasColors(descriptor) ? colored(text) : text }

  /// A text with colours.
  static func colored(_ text: String) -> String {
    phrases.reduce(text) { text, phrase in
      text.substituting(phrase.text, with: "\u{1B}[\(phrase.emphasis.rawValue)m\(phrase.text)\u{1B}[0m")
    }
  }

  /// Whether a stream is a terminal with colours that are wanted.
  private static func hasColors(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && variable("NO_COLOR").isEmpty && !["", "dumb"].contains(variable("TERM"))
  }

  private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
}
