/// The table of a subcommand, from which its parsing, errors, help, completions and manual are made.
struct CommandSyntax<Command> {
  /// The operands on the command line.
  struct Operands {
    /// The name of one in the help, such as "LOG".
    var placeholder: String
    /// Their meaning.
    var help: String
    /// The allowed number of operands.
    var count: ClosedRange<Int>
    /// The property that stores them.
    var target: WritableKeyPath<Command, [String]>
    /// The file to read of an operand; nil for one that names no file.
    var file: (_ operand: String) -> String?
  }

  /// A command line and its purpose.
  struct Example {
    var line: String
    var purpose: String
  }

  /// The name of the subcommand.
  var name: String
  /// The purpose of the subcommand in one sentence.
  var summary: String
  /// The operands; nil if it takes none.
  var operands: Operands?
  /// The options, in the order of the help.
  var options: [OptionRule<Command>]
  /// Lists below the options: a title and names with their meaning.
  /// Made on demand: to list the scenarios takes longer than fusing a short log.
  var lists: () -> [(title: String, rows: [(name: String, meaning: String)])] = { [] }
  /// Paragraphs below the lists.
  var notes: [String] = []
  /// Command lines to copy.
  var examples: [Example] = []
}

/// An option of a subcommand.
struct OptionRule<Command> {
  /// The letter of the short form, without its dash.
  var short: Character?
  /// The name of the long form, without its dashes.
  var long: String
  /// The name of the value in the help; nil for an option without a value.
  var placeholder: String?
  /// The meaning as an imperative line, with the default in brackets.
  var help: String
  /// All valid values, if they can be listed.
  var choices: [String]
  /// Stores the value; the text is empty for an option without one.
  var store: (inout Command, String) throws(UsageError) -> Void
  /// What the command does with the file that the value names; nil for a value that names none.
  var access: FileAccess?
  /// The path of that file; nil without one.
  var path: (Command) -> String? = { _ in nil }

  /// The option as a user writes it.
  var name: String { "--\(long)" }

  /// The help, followed by the valid values.
  var helpWithChoices: String { CommandOutline.help(help, choices: choices) }
}

extension OptionRule {
  /// An option with a value. `isValid` restricts the values; `expectation` then describes the valid ones.
  static func value<Value: ArgumentValue>(
    _ long: String, short: Character? = nil, _ placeholder: String, _ target: WritableKeyPath<Command, Value>,
    _ help: String, expectation: String = Value.expectation, where isValid: @escaping (Value) -> Bool = { _ in true }
  ) -> OptionRule {
    OptionRule(
      short: short, long: long, placeholder: placeholder, help: help, choices: Value.choices,
      store: { (command, text) throws(UsageError) in
        command[keyPath: target] = try parsed(text, of: long, expectation, isValid)
      })
  }

  /// An option with a value that stays nil when it is not given.
  static func value<Value: ArgumentValue>(
    _ long: String, short: Character? = nil, _ placeholder: String, _ target: WritableKeyPath<Command, Value?>,
    _ help: String, expectation: String = Value.expectation, where isValid: @escaping (Value) -> Bool = { _ in true }
  ) -> OptionRule {
    OptionRule(
      short: short, long: long, placeholder: placeholder, help: help, choices: Value.choices,
      store: { (command, text) throws(UsageError) in
        command[keyPath: target] = try parsed(text, of: long, expectation, isValid)
      })
  }

  /// An option with a value that may be repeated. `value` parses one; nil for invalid text.
  static func each<Value>(
    _ long: String, _ placeholder: String, _ target: WritableKeyPath<Command, [Value]>, _ help: String,
    expectation: String, value: @escaping (String) -> Value?
  ) -> OptionRule {
    OptionRule(
      short: nil, long: long, placeholder: placeholder, help: help, choices: [],
      store: { (command, text) throws(UsageError) in
        guard let value = value(text) else {
          throw UsageError("option '--\(long)' takes \(expectation), not '\(text)'")
        }
        command[keyPath: target].append(value)
      })
  }

  /// An option without a value, which sets its target to `setting`.
  static func flag<Value>(
    _ long: String, short: Character? = nil, _ target: WritableKeyPath<Command, Value>, _ setting: Value, _ help: String
  ) -> OptionRule {
    OptionRule(
      short: short, long: long, placeholder: nil, help: help, choices: [],
      store: { (command, _) throws(UsageError) in command[keyPath: target] = setting })
  }

  private static func parsed<Value: ArgumentValue>(
    _ text: String, of long: String, _ expectation: String, _ isValid: (Value) -> Bool
  ) throws(UsageError) -> Value {
    guard let value = Value(argument: text), isValid(value) else {
      if let objection = Value.objection(to: text) { throw UsageError("option '--\(long)': \(objection)") }
      throw UsageError(
        "option '--\(long)' takes \(expectation), not '\(text)'",
        suggestion: Spelling.nearest(to: text.lowercased(), among: Value.choices).map { "'\($0)'" })
    }
    return value
  }
}

/// A subcommand of `cardan`, whose properties are its options with their defaults.
protocol Subcommand: Sendable {
  /// The command with every option at its default.
  init()
  /// The table of options and operands.
  static var syntax: CommandSyntax<Self> { get }
  /// Checks the combination of options.
  func validate() throws(UsageError)
  /// The files that the command writes without an option that names them as they are.
  var derivedFiles: [FileUse] { get }
  /// Runs the command.
  func run() throws -> ExitStatus
}

extension Subcommand {
  func validate() throws(UsageError) {}
  var derivedFiles: [FileUse] { [] }

  /// Parses and validates arguments; nil if they ask for help. Making a syntax is slow, so pass one that exists.
  static func parsed(_ arguments: [String], by syntax: CommandSyntax<Self> = Self.syntax) throws(UsageError) -> Self? {
    guard let command = try ArgumentParser(syntax: syntax).parse(arguments, into: Self()) else { return nil }
    try command.validate()
    try OutputPlan(files: command.files(by: syntax) + command.derivedFiles).validate()
    return command
  }
}

/// The table of a subcommand without its type, for completions and the manual.
struct CommandOutline {
  /// One option.
  struct Option {
    var short: Character?
    var long: String
    /// Nil for an option without a value.
    var placeholder: String?
    var help: String
    /// All valid values, if they can be listed.
    var choices: [String]
    /// What the command does with the file that the value names; nil for a value that names none.
    var access: FileAccess?
    /// The help, followed by the valid values.
    var helpWithChoices: String { CommandOutline.help(help, choices: choices) }
  }

  /// The help of an option, followed by its valid values.
  fileprivate static func help(_ text: String, choices: [String]) -> String {
    guard !choices.isEmpty else { return text }
    let list = "One of: \(choices.joined(separator: ", "))"
    return text.hasSuffix(".") ? "\(text) \(list)." : "\(text). \(list)"
  }

  var name: String
  var summary: String
  /// The operands and their help; nil if it takes none.
  var operands: (placeholder: String, help: String)?
  /// The options, including `--help`.
  var options: [Option]
  var notes: [String]
  var examples: [(line: String, purpose: String)]

  init<Command>(_ syntax: CommandSyntax<Command>) {
    name = syntax.name
    summary = syntax.summary
    operands = syntax.operands.map { ($0.placeholder, $0.help) }
    options = syntax.options.map {
      Option(
        short: $0.short, long: $0.long, placeholder: $0.placeholder, help: $0.help, choices: $0.choices,
        access: $0.access)
    }
    options.append(Option(short: "h", long: "help", placeholder: nil, help: "Show this help", choices: []))
    notes = syntax.notes
    examples = syntax.examples.map { ($0.line, $0.purpose) }
  }
}
