/// Parses the arguments of a subcommand by GNU conventions.
///
/// Options may stand anywhere, as `--name value`, `--name=value`, `-n value` or `-nvalue`. Letters without values may share a
/// dash. `--` ends the options. `-` and negative numbers are operands.
struct ArgumentParser<Command> {
  var syntax: CommandSyntax<Command>

  /// The command with every argument stored in it; nil if `--help` is among them.
  func parse(_ arguments: [String], into defaults: Command) throws(UsageError) -> Command? {
    var command = defaults
    var operands: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      if argument == "--help" || argument == "-h" { return nil }
      if argument.hasPrefix("--") {
        try storeLong(argument, &rest, &command)
      } else if argument.hasPrefix("-") && argument != "-" && !startsAsNumber(argument) {
        try storeShort(argument, &rest, &command)
      } else {
        operands.append(argument)
      }
    }
    try store(operands, &command)
    return command
  }

  private func startsAsNumber(_ argument: String) -> Bool {
    argument.dropFirst().first.map { $0 == "." || ("0"..."9").contains($0) } ?? false
  }

  private func storeLong(
    _ argument: String, _ rest: inout ArraySlice<String>, _ command: inout Command
  ) throws(UsageError) {
    let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let rule = try rule(long: String(parts[0]))
    if rule.placeholder == nil {
      guard parts.count == 1 else { throw UsageError("option '\(rule.name)' takes no value") }
      try rule.store(&command, "")
    } else if parts.count == 2 {
      try rule.store(&command, String(parts[1]))
    } else {
      try rule.store(&command, try value(of: rule, from: &rest))
    }
  }

  private func storeShort(
    _ argument: String, _ rest: inout ArraySlice<String>, _ command: inout Command
  ) throws(UsageError) {
    var letters = argument.dropFirst()
    let word = letters.prefix { $0 != "=" }
    if word.count > 1, syntax.options.contains(where: { $0.long == word }) {
      throw UsageError("unknown option '-\(word)'", suggestion: "'--\(word)'")
    }
    while let letter = letters.popFirst() {
      guard let rule = syntax.options.first(where: { $0.short == letter }) else {
        throw UsageError("unknown option '-\(letter)'", suggestion: suggestion(for: String(argument.dropFirst())))
      }
      if rule.placeholder == nil {
        try rule.store(&command, "")
      } else {
        let attached = letters.hasPrefix("=") ? letters.dropFirst() : letters
        try rule.store(&command, letters.isEmpty ? try value(of: rule, from: &rest) : String(attached))
        return
      }
    }
  }

  private func rule(long name: String) throws(UsageError) -> OptionRule<Command> {
    if let rule = syntax.options.first(where: { $0.long == name }) { return rule }
    throw UsageError("unknown option '--\(name)'", suggestion: suggestion(for: name))
  }

  private func suggestion(for name: String) -> String? {
    Spelling.nearest(to: name, among: syntax.options.map(\.long) + ["help"]).map { "'--\($0)'" }
  }

  /// The next argument as the value of an option: any text that is not an option of the table.
  private func value(
    of rule: OptionRule<Command>, from rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let next = rest.first, !syntax.options.contains(where: { $0.name == next }) else {
      throw UsageError("option '\(rule.name)' needs a value: \(rule.name) \(rule.placeholder ?? "")")
    }
    return rest.removeFirst()
  }

  private func store(_ operands: [String], _ command: inout Command) throws(UsageError) {
    guard let rule = syntax.operands else {
      guard let first = operands.first else { return }
      throw UsageError("unexpected argument '\(first)'")
    }
    if operands.count < rule.count.lowerBound {
      guard let last = operands.last else { throw UsageError("no \(rule.placeholder) given") }
      throw UsageError("expected \(rule.placeholder), found '\(last)' alone")
    }
    if operands.count > rule.count.upperBound {
      throw UsageError("unexpected argument '\(operands[rule.count.upperBound])': one \(rule.placeholder) at a time")
    }
    if let empty = operands.first(where: \.isEmpty) { throw UsageError("'\(empty)' is not a \(rule.placeholder)") }
    command[keyPath: rule.target] = operands
  }
}
