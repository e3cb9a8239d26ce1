/// `cardan manual`: the manual page.
struct ManualCommand: Subcommand {
  static var syntax: CommandSyntax<Self> {
    CommandSyntax(
      name: "manual", summary: "Write the manual page, for man(1).", operands: nil, options: [],
      examples: [.init(line: "cardan manual | man -l -", purpose: "read it")])
  }

  func run() throws -> ExitStatus {
    Console.write(ManualPage(commands: CommandList.outlines).text)
    return .success
  }
}
