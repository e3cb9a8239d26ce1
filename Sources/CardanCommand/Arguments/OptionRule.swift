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
