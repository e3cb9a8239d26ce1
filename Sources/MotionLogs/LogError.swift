/// What can be wrong with a recording, with the place where it is.
public struct LogError: Error, Sendable, CustomStringConvertible {
  /// The file as it was named.
  public var path: String
  /// The line, counted from 1, where there is one.
  public var line: Int?
  /// The column of the table by its name or number, or the option at fault, where there is one.
  public var column: String?
  /// What is wrong and what would be right, in one sentence.
  public var message: String

  /// An error from its parts.
  public init(path: String, line: Int? = nil, column: String? = nil, message: String) {
    self.path = path
    self.line = line
    self.column = column
    self.message = message
  }

  /// `file:line: column: message`, as compilers write it.
  public var description: String {
    var place = path
    if let line { place += ":\(line)" }
    if let column { place += ": \(column)" }
    return "\(place): \(message)"
  }
}
