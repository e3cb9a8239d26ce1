import Foundation

/// The standard streams: results go to the output, everything else to the error stream.
enum Console {
  /// The name of the program in messages.
  static let programName = "cardan"

  /// Writes a result as it is, without a line feed.
  static func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  /// Writes a line for people.
  static func note(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// Writes an error with the name of the program in front of it, as every Unix command does.
  static func error(_ message: String) {
    note("\(programName): \(message)")
  }

  /// The width of the terminal behind the error stream, in characters; nil where there is none.
  static var terminalWidth: Int? { width(of: STDERR_FILENO) }

  /// The width of the terminal behind a stream, in characters; nil where there is none.
  static func width(of descriptor: Int32) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
