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
