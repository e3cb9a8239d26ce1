/// A command line that cannot be understood.
struct UsageError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, naming the option or operand.
  var message: String
  /// What was probably meant.
  var suggestion: String?

  init(_ message: String, suggestion: String? = nil) {
    self.message = message
    self.suggestion = suggestion
  }

  var description: String {
    guard let suggestion else { return message }
    return "\(message); did you mean \(suggestion)?"
  }
}
