/// A type of option values.
protocol ArgumentValue {
  /// Parses a value; nil for invalid text.
  init?(argument: String)
  /// A description of valid text for error messages, such as "a number".
  static var expectation: String { get }
  /// All valid texts, if they can be listed, for help and suggestions.
  static var choices: [String] { get }
  /// The specific fault of invalid text; nil to report `expectation`.
  static func objection(to argument: String) -> String?
}

extension ArgumentValue {
  static var choices: [String] { [] }
  static func objection(to argument: String) -> String? { nil }
}

extension String: ArgumentValue {
  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self = argument
  }
  static var expectation: String { "non-empty text" }
}

extension Double: ArgumentValue {
  init?(argument: String) {
    guard let value = Double(argument), value.isFinite else { return nil }
    self = value
  }
  static var expectation: String { "a number" }
}

extension Int: ArgumentValue {
  init?(argument: String) { self.init(argument, radix: 10) }
  static var expectation: String { "a whole number" }
}

extension UInt64: ArgumentValue {
  init?(argument: String) { self.init(argument, radix: 10) }
  static var expectation: String { "a whole number, zero or above" }
}

/// An enumeration whose raw values are the texts of an option.
protocol NamedChoice: ArgumentValue, CaseIterable, RawRepresentable where RawValue == String {}

extension NamedChoice {
  init?(argument: String) { self.init(rawValue: argument.lowercased()) }
  static var expectation: String { "one of " + choices.joined(separator: ", ") }
  static var choices: [String] { allCases.map(\.rawValue) }
}
