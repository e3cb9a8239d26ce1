/// `cardan manual`: the manual page.
struct ManualCommand: Subcommand {
  static var syntax: CommandSyntax<Self> {
    CommandSyntax(
      name: "manual", summary: "Write the manual page, for man(1).", operands: nil, options: [],
      examples: [.init(line: "cardan manual | man -l -", purpose: "Read the manual page.")])
  }

  func run() throws -> ExitStatus {
    try Console.write(ManualPage(commands: CommandList.outlines).text)
    return .success
  }
}

/// The manual page of `cardan`, for man(1).
struct ManualPage {
  /// The subcommands in order.
  var commands: [CommandOutline]

  /// The page in the format of man(7).
  var text: String {
    let version = "cardan \(CommandList.version)"
    var lines = [
      ".TH CARDAN 1 \"\" \"\(version)\" \"User Commands\"", ".SH NAME",
      "cardan \\- attitude from gyroscope, accelerometer and magnetometer", ".SH SYNOPSIS",
      ".B cardan", ".I SUBCOMMAND", "[\\fIARGUMENT\\fR...]", ".SH DESCRIPTION",
      "Cardan turns gyroscope, accelerometer and magnetometer recordings into attitude.", ".SH SUBCOMMANDS",
    ]
    lines += commands.flatMap(subcommand)
    lines.append(".SH EXIT STATUS")
    lines += ExitStatus.allCases.flatMap { [".TP", ".B \($0.rawValue)", escaped($0.meaning)] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func subcommand(_ command: CommandOutline) -> [String] {
    let operands = command.operands.map { " \\fI\($0.placeholder)\\fR..." } ?? ""
    var lines = [".SS cardan \(command.name)\(operands) [\\fIOPTION\\fR...]", escaped(command.summary)]
    if let operands = command.operands { lines += [".TP", ".I \(operands.placeholder)", escaped(operands.help)] }
    for option in command.options {
      let short = option.short.map { "\\-\($0)\\fR, \\fB" } ?? ""
      let value = option.placeholder.map { "\\fR \\fI\(escaped($0))" } ?? ""
      lines += [
        ".TP", "\\fB\(short)\\-\\-\(option.long.substituting("-", with: "\\-"))\(value)\\fR",
        escaped(option.helpWithChoices),
      ]
    }
    lines += command.notes.flatMap { [".PP", escaped($0)] }
    for example in command.examples {
      lines += [".PP", escaped(example.purpose), ".br", "\\fB\(escaped(example.line))\\fR"]
    }
    return lines
  }

  /// Text without requests and escapes of roff.
  private func escaped(_ text: String) -> String {
    let plain = text.substituting("\\", with: "\\e").substituting("-", with: "\\-").substituting("\n", with: " ")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
