/// `cardan completions`: the script with which a shell completes command lines.
struct CompletionsCommand: Subcommand {
  /// The shell, as it was named.
  var shells: [String] = []

  static var syntax: CommandSyntax<Self> {
    CommandSyntax(
      name: "completions",
      summary: "Write the script with which bash, zsh or fish completes the command lines of cardan.",
      operands: .init(placeholder: "SHELL", help: "bash, zsh or fish.", count: 1...1, target: \.shells),
      options: [],
      examples: [
        .init(line: "source <(cardan completions bash)", purpose: "in ~/.bashrc"),
        .init(line: "cardan completions fish > ~/.config/fish/completions/cardan.fish", purpose: "once"),
      ])
  }

  func validate() throws(UsageError) {
    guard CompletionScript(argument: shells[0]) == nil else { return }
    throw UsageError(
      "SHELL takes \(CompletionScript.expectation), not '\(shells[0])'",
      suggestion: Spelling.nearest(to: shells[0], among: CompletionScript.choices).map { "'\($0)'" })
  }

  func run() throws -> ExitStatus {
    if let script = CompletionScript(argument: shells[0]) { Console.write(script.text(for: CommandList.outlines)) }
    return .success
  }
}
