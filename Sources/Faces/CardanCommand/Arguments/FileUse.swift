/// What a command does with the file that an option names.
enum FileAccess {
  /// The command reads the file.
  case reads
  /// The command writes the file.
  case writes
  /// The command derives from the value the files that it writes, `Subcommand.derivedFiles`.
  case namesOutputs
}

/// A file that a command reads or writes.
struct FileUse {
  /// The path; "-" is a standard stream.
  var path: String
  /// The option or the operand that names the file, as the help writes it: `--output`, `LOG`.
  var role: String
  /// Whether the command writes the file.
  var isWritten: Bool
}

/// An option value that names a file.
protocol FileArgument: ArgumentValue {
  /// The path as the user wrote it.
  var filePath: String { get }
}

extension String: FileArgument {
  var filePath: String { self }
}

extension OptionRule {
  /// An option that names a file and stays nil when it is not given.
  static func file<Value: FileArgument>(
    _ long: String, short: Character? = nil, _ placeholder: String, _ target: WritableKeyPath<Command, Value?>,
    _ access: FileAccess, _ help: String
  ) -> OptionRule {
    var rule = value(long, short: short, placeholder, target, help)
    rule.access = access
    rule.path = { $0[keyPath: target]?.filePath }
    return rule
  }

  /// An option that names a file.
  static func file<Value: FileArgument>(
    _ long: String, short: Character? = nil, _ placeholder: String, _ target: WritableKeyPath<Command, Value>,
    _ access: FileAccess, _ help: String
  ) -> OptionRule {
    var rule = value(long, short: short, placeholder, target, help)
    rule.access = access
    rule.path = { $0[keyPath: target].filePath }
    return rule
  }
}

extension Subcommand {
  /// The files that the operands and the options of a table name, with their present values.
  func files(by syntax: CommandSyntax<Self>) -> [FileUse] {
    let operands = syntax.operands.map { rule in
      self[keyPath: rule.target].compactMap(rule.file).map {
        FileUse(path: $0, role: rule.placeholder, isWritten: false)
      }
    }
    let options = syntax.options.compactMap { rule -> FileUse? in
      guard let access = rule.access, access != .namesOutputs, let path = rule.path(self) else { return nil }
      return FileUse(path: path, role: rule.name, isWritten: access == .writes)
    }
    return (operands ?? []) + options
  }
}
