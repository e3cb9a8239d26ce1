/// The help of a subcommand.
struct HelpText<Command> {
  var syntax: CommandSyntax<Command>
  /// The width of the lines.
  var width = 100

  /// The help as text that ends with a line feed.
  var text: String {
    var sections = [
      TextWrapping.wrap(syntax.summary, width: width).joined(separator: "\n"), "Usage: cardan \(syntax.name) \(usage)",
    ]
    if let operands = syntax.operands {
      sections.append(section("Arguments", [(operands.placeholder, operands.help)]))
    }
    sections.append(section("Options", syntax.options.map(row) + [("-h, --help", "Show this help")]))
    sections += syntax.lists().map { section($0.title, $0.rows) }
    sections += syntax.notes.map { TextWrapping.wrap($0, width: width).joined(separator: "\n") }
    if !syntax.examples.isEmpty {
      let examples = syntax.examples.map { example in
        (TextWrapping.command(example.line, width: width - 2).map { "  \($0)" }
          + TextWrapping.wrap(example.purpose, width: width - 6).map { "      \($0)" })
          .joined(separator: "\n")
      }
      sections.append((["Examples:"] + examples).joined(separator: "\n"))
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  private var usage: String {
    guard let operands = syntax.operands else { return "[OPTION...]" }
    let many = operands.count.upperBound > operands.count.lowerBound ? "..." : ""
    let name = operands.count.lowerBound == 0 ? "[\(operands.placeholder)\(many)]" : operands.placeholder + many
    return "\(name) [OPTION...]"
  }

  private func row(_ rule: OptionRule<Command>) -> (String, String) {
    let short = rule.short.map { "-\($0), " } ?? "    "
    let value = rule.placeholder.map { " \($0)" } ?? ""
    return ("\(short)--\(rule.long)\(value)", rule.helpWithChoices)
  }

  /// A heading with a two-column table.
  private func section(_ title: String, _ rows: [(name: String, meaning: String)]) -> String {
    (["\(title):"] + rows.flatMap { TextWrapping.row($0.name, $0.meaning, indent: 28, width: width) }).joined(
      separator: "\n")
  }
}

/// Wraps text.
enum TextWrapping {
  /// The words of `text` in lines of up to `width` characters. A longer word has its own line; line feeds are kept.
  static func wrap(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph -> [String] in
      var lines: [String] = []
      var line = ""
      for word in paragraph.split(separator: " ") {
        if !line.isEmpty && line.count + 1 + word.count > width {
          lines.append(line)
          line = ""
        }
        line += line.isEmpty ? String(word) : " \(word)"
      }
      return lines + [line]
    }
  }

  /// A command line in lines of up to `width` characters, which a shell takes as one: those after the first begin with four spaces.
  static func command(_ line: String, width: Int) -> [String] {
    guard line.count > width else { return [line] }
    let parts = wrap(line, width: width - 6)
    return parts.enumerated().map { ($0 == 0 ? "" : "    ") + $1 + ($0 < parts.count - 1 ? " \\" : "") }
  }

  /// A name and its meaning in lines of up to `width` characters, the meaning from column `indent` on, or nearer where one word of it
  /// is too long. A name that is too wide has its own line.
  static func row(_ name: String, _ meaning: String, indent: Int, width: Int) -> [String] {
    let wrapped = wrap(meaning, width: width - indent)
    let isWide = name.count > indent - 4
    let first = isWide ? "  \(name)" : "  \(name)".padding(to: indent) + (wrapped.first ?? "")
    let rest = wrapped.dropFirst(isWide ? 0 : 1)
    return [first] + rest.map { indented($0, by: indent, width: width) }
  }

  /// A line that begins in a column, or nearer where it would be wider than `width` characters.
  static func indented(_ line: String, by indent: Int, width: Int) -> String {
    String(repeating: " ", count: max(2, min(indent, width - line.count))) + line
  }
}
