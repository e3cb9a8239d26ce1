/// The one table of a subcommand: parsing, errors and help all come from it.
struct CommandSyntax<Command> {
  /// What stands beside the options on the command line.
  struct Operands {
    /// What stands for one of them in the help: "LOG".
    var placeholder: String
    /// What they are.
    var help: String
    /// How many there must be at least and may be at most.
    var count: ClosedRange<Int>
    /// Where they go.
    var target: WritableKeyPath<Command, [String]>
  }

  /// A command line and what it does.
  struct Example {
    var line: String
    var purpose: String
  }

  /// The name of the subcommand.
  var name: String
  /// What it does, in one sentence.
  var summary: String
  /// What stands beside the options; nil where nothing may.
  var operands: Operands?
  /// The options, in the order of the help.
  var options: [OptionRule<Command>]
  /// Lists below the options: a title, and names with their meaning.
  var lists: [(title: String, rows: [(name: String, meaning: String)])] = []
  /// Paragraphs below the lists.
  var notes: [String] = []
  /// Command lines to copy.
  var examples: [Example] = []
}

/// One option of a subcommand: how it is written, what it means, and where its value goes.
struct OptionRule<Command> {
  /// The letter of the short form, without its dash.
  var short: Character?
  /// The name of the long form, without its dashes.
  var long: String
  /// What stands for the value in the help; nil where the option takes none.
  var placeholder: String?
  /// One or two sentences of help.
  var help: String
  /// All right values, where they can be listed.
  var choices: [String]
  /// Stores the value; the text is empty where the option takes none.
  var store: (inout Command, String) throws(UsageError) -> Void

  /// The option as a user would write it.
  var name: String { "--\(long)" }
}

extension OptionRule {
  /// An option with a value. `isValid` narrows the values further; `expectation` then says to what.
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

  /// An option with a value that may be given several times: `value` makes one of a text, or nil of one that is wrong.
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

  /// An option without a value, which sets its target.
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

/// A subcommand of `cardan`: its properties are its options, with their defaults.
protocol Subcommand: Sendable {
  /// The command with every option at its default.
  init()
  /// The table of options and operands.
  static var syntax: CommandSyntax<Self> { get }
  /// Checks what a table cannot say: options that exclude each other.
  func validate() throws(UsageError)
  /// Does the work and says how it went.
  func run() throws -> ExitStatus
}

extension Subcommand {
  func validate() throws(UsageError) {}

  /// The command that the arguments ask for; nil where they ask for help. Making the syntax takes a while: who has it gives it.
  static func parsed(_ arguments: [String], by syntax: CommandSyntax<Self> = Self.syntax) throws(UsageError) -> Self? {
    guard let command = try ArgumentParser(syntax: syntax).parse(arguments, into: Self()) else { return nil }
    try command.validate()
    return command
  }
}

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
