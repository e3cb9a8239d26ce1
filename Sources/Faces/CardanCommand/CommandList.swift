// CardanCommand: the command line: arguments, help, output on a terminal.
// It computes nothing that another face could want.

import CCardan
import LogFormats
import LogTables
import MotionSessions

/// The subcommands, and the program's help and version.
enum CommandList {
  /// The version of the program.
  static let version = String(cString: cardan_version_text())

  /// A subcommand without its type.
  struct Entry {
    var name: String
    var summary: String
    /// Made on demand: making the help takes longer than fusing a short log.
    fileprivate var makeHelp: () -> String
    fileprivate var makeOutline: () -> CommandOutline
    fileprivate var run: ([String]) throws -> ExitStatus?

    var help: String { makeHelp() }
    var outline: CommandOutline { makeOutline() }
  }

  private static let commands: [any Subcommand.Type] = [
    FuseCommand.self, EvaluateCommand.self, BenchCommand.self, ReportCommand.self, InfoCommand.self,
    DoctorCommand.self, SimulateCommand.self, ConvertCommand.self,
    CalibrateCommand.self, AllanCommand.self, AlignCommand.self, FieldCommand.self, LiveCommand.self,
    LevelCommand.self, EventsCommand.self, ProvideCommand.self, ReplayCommand.self, CompletionsCommand.self,
    ManualCommand.self,
  ]

  /// All subcommands, in the order of the help.
  static var entries: [Entry] { commands.map { entry($0) } }

  /// The subcommands for completions and the manual.
  static var outlines: [CommandOutline] { entries.map(\.outline) }

  private static func entry(named name: String) -> Entry? {
    commands.lazy.map { entry($0) }.first { $0.name == name }
  }

  private static func entry<Command: Subcommand>(_ command: Command.Type) -> Entry {
    let syntax = command.syntax
    return Entry(
      name: syntax.name, summary: syntax.summary, makeHelp: { HelpText(syntax: syntax, width: Console.textWidth).text },
      makeOutline: { CommandOutline(syntax) },
      run: { arguments in
        CommandOptions.take(syntax.options.map(\.long))
        return try command.parsed(arguments, by: syntax)?.run()
      })
  }

  /// Runs the program on its arguments, without the name of the program.
  static func run(_ arguments: [String]) -> ExitStatus {
    guard let first = arguments.first else {
      Console.note(help)
      return .usage
    }
    switch first {
    case "--help", "-h", "help": return showHelp(of: arguments.dropFirst().first)
    case "--version", "-V": return show("\(Console.programName) \(version)\n")
    default: return run(first, Array(arguments.dropFirst()))
    }
  }

  private static func run(_ name: String, _ arguments: [String]) -> ExitStatus {
    guard let entry = entry(named: name) else { return unknown(name) }
    do {
      return try entry.run(arguments) ?? show(entry.help)
    } catch let error as UsageError {
      Console.error("\(name): \(error)")
      Console.note("Try '\(Console.programName) \(name) --help'.")
      return .usage
    } catch let error as MotionError {
      Console.error(error)
      return .logsFailed
    } catch {
      Console.error("\(name): \(error)")
      return Interruption.isRequested ? .interrupted : .outputFailed
    }
  }

  private static func showHelp(of name: String?) -> ExitStatus {
    guard let name, !name.hasPrefix("-") else { return show(help) }
    if name == FormatsHelp.name { return show(FormatsHelp.text) }
    guard let entry = entry(named: name) else { return unknown(name) }
    return show(entry.help)
  }

  private static func unknown(_ name: String) -> ExitStatus {
    let kind = name.hasPrefix("-") ? "option" : "subcommand"
    let nearest = Spelling.nearest(to: name, among: entries.map(\.name) + ["--help", "--version"])
    Console.error("\(UsageError("unknown \(kind) '\(name)'", suggestion: nearest.map { "'\($0)'" }))")
    Console.note("Try '\(Console.programName) --help'.")
    return .usage
  }

  private static func show(_ text: String) -> ExitStatus {
    do throws(LogError) {
      // Without colours: help names verdicts and warnings, it gives none.
      try Console.draw(text)
      return .success
    } catch {
      Console.error(error)
      return error.status
    }
  }

  /// The help of the program.
  static var help: String {
    func table(_ rows: [(name: String, meaning: String)], indent: Int) -> String {
      rows.flatMap { TextWrapping.row($0.name, $0.meaning, indent: indent, width: Console.textWidth) }
        .joined(separator: "\n")
    }
    let purpose = "Turn gyroscope, accelerometer and magnetometer samples into attitude, live or from logs."
    let options = [
      ("-h, --help", "Show this help; 'cardan SUBCOMMAND --help' shows that of a subcommand"),
      ("-V, --version", "Show the version"),
    ]
    let formats = "'cardan help formats' lists the formats of logs, their columns and units."
    return """
      \(TextWrapping.wrap(purpose, width: Console.textWidth).joined(separator: "\n"))

      Usage: cardan SUBCOMMAND [ARGUMENT...]

      Subcommands:
      \(table(entries.map { ($0.name, $0.summary) }, indent: 16))

      Options:
      \(table(options, indent: 18))

      \(TextWrapping.wrap(formats, width: Console.textWidth).joined(separator: "\n"))

      Exit codes:
      \(table(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }, indent: 16))

      """
  }
}

extension String {
  /// The text padded with spaces to `width` characters.
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
