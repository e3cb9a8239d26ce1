/// What can be given as the value of an option.
protocol ArgumentValue {
  /// The value that the text stands for; nil where it stands for none.
  init?(argument: String)
  /// What a right value looks like, for error messages: "a number".
  static var expectation: String { get }
  /// All right values, where they can be listed: for help and for suggestions.
  static var choices: [String] { get }
  /// What exactly is wrong with a text that stands for no value, where more can be said than `expectation`.
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
  static var expectation: String { "a text that is not empty" }
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

/// A choice among names: every enumeration with names as raw values is one.
protocol NamedChoice: ArgumentValue, CaseIterable, RawRepresentable where RawValue == String {}

extension NamedChoice {
  init?(argument: String) { self.init(rawValue: argument.lowercased()) }
  static var expectation: String { "one of " + choices.joined(separator: ", ") }
  static var choices: [String] { allCases.map(\.rawValue) }
}
