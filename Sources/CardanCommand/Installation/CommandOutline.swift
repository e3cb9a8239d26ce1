/// What a shell or a manual has to know about a subcommand: its table without its type.
struct CommandOutline {
  /// One option.
  struct Option {
    var short: Character?
    var long: String
    /// Nil where the option takes no value.
    var placeholder: String?
    var help: String
    /// All right values, where they can be listed.
    var choices: [String]
  }

  var name: String
  var summary: String
  /// What stands beside the options, and its help; nil where nothing may.
  var operands: (placeholder: String, help: String)?
  /// The options, with the one for help.
  var options: [Option]
  /// Paragraphs.
  var notes: [String]
  var examples: [(line: String, purpose: String)]

  init<Command>(_ syntax: CommandSyntax<Command>) {
    name = syntax.name
    summary = syntax.summary
    operands = syntax.operands.map { ($0.placeholder, $0.help) }
    options = syntax.options.map {
      Option(short: $0.short, long: $0.long, placeholder: $0.placeholder, help: $0.help, choices: $0.choices)
    }
    options.append(Option(short: "h", long: "help", placeholder: nil, help: "Show this help.", choices: []))
    notes = syntax.notes
    examples = syntax.examples.map { ($0.line, $0.purpose) }
  }
}
