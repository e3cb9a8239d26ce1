import CFileShims
import FileAccess
import LogTables
import SystemLibrary

/// The standard streams: results go to the standard output, everything else to the error stream.
enum Console {
  /// The name of the program in messages.
  static let programName = "cardan"

  /// The arguments of the program, its name first; also where there is no /proc.
  static let arguments: [String] = {
    var count: Int32 = 0
    guard let values = cardan_arguments(&count) else { return CommandLine.arguments }
    return (0..<Int(count)).map { String(cString: values[$0]) }
  }()

  /// The command line that started the program, as a shell takes it.
  static var commandLine: String {
    arguments.map { argument in
      let isPlain = argument.allSatisfy { $0.isLetter || $0.isNumber || "-_./,=:+@%".contains($0) }
      return isPlain && !argument.isEmpty ? argument : "'\(argument.substituting("'", with: "'\\''"))'"
    }.joined(separator: " ")
  }

  /// Writes a result, without adding a line feed. Throws if the standard output takes no more.
  static func write(_ text: String) throws(LogError) {
    try draw(Emphasis.text(text.printableLines, on: STDOUT_FILENO))
  }

  /// Writes a text with control sequences for the terminal. Throws if the standard output takes no more.
  static func draw(_ text: String) throws(LogError) {
    if let reason = send(text, to: STDOUT_FILENO) {
      throw LogError(path: AtomicFile.standardOutputName, .notWritten(reason))
    }
  }

  /// Writes a line to the error stream. Errors are ignored: there is no place left to report them.
  static func note(_ line: String) { show(Emphasis.text(line.printableLines, on: STDERR_FILENO) + "\n") }

  /// Writes a text with control sequences to the error stream, without adding a line feed.
  static func show(_ text: String) { _ = send(text, to: STDERR_FILENO) }

  private static func send(_ text: String, to descriptor: Int32) -> String? {
    var text = text
    return text.withUTF8 { DescriptorOutput.write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Writes an error, preceded by the name of the program.
  static func error(_ message: String) {
    note("\(programName): \(message)")
  }

  /// The width of the terminal of the error stream, in characters; nil without a terminal.
  static var terminalWidth: Int? { width(of: STDERR_FILENO) }

  /// The width of the terminal of a stream, in characters; nil without a terminal.
  static func width(of descriptor: Int32) -> Int? { size(of: descriptor)?.width }

  /// The width of text on the standard output: that of its terminal, from 60 to 100 characters; 100 without a terminal.
  static var textWidth: Int { min(100, max(60, width(of: STDOUT_FILENO) ?? 100)) }

  /// A paragraph for the standard output with a line feed at its end, wrapped to its terminal; elsewhere one line, for programs.
  static func wrapped(_ text: String) -> String {
    guard width(of: STDOUT_FILENO) != nil else { return text + "\n" }
    return TextWrapping.wrap(text, width: textWidth).map { $0 + "\n" }.joined()
  }

  /// The size of the terminal of a stream, in characters; nil without a terminal.
  static func size(of descriptor: Int32) -> TerminalSize? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return TerminalSize(width: 80, height: 24)
    }
    return TerminalSize(width: Int(size.ws_col), height: Int(size.ws_row))
  }

  /// Whether the locale supports characters beyond ASCII.
  static var isUnicode: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { getenv($0) }.map { String(cString: $0) }.first { !$0.isEmpty } ?? ""
    return locale.lowercased().includes("utf")
  }
}

/// The size of a terminal in characters.
struct TerminalSize: Equatable {
  var width: Int
  var height: Int
}
