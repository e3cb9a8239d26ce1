/// A listed parameter: name, unit, range, value and meaning.
@frozen
public struct ParameterDescription: Sendable {
  /// The name in C, Python and the command.
  public let name: StaticString
  /// The unit; empty for ratios, switches and choices.
  public let unit: StaticString
  /// The range of valid values.
  public let range: ClosedRange<Double>
  /// The value; 0 or 1 for a switch, the index of a choice.
  public let value: Double
  /// Whether it is a switch.
  public let isSwitch: Bool
  /// The names of the values of a choice in order, with a space between two; empty for numbers and switches.
  public let choices: StaticString
  /// The meaning, in sentences.
  public let summary: StaticString

  @export(implementation)
  init(
    name: StaticString, unit: StaticString, range: ClosedRange<Double>, value: Double, isSwitch: Bool,
    choices: StaticString, summary: StaticString
  ) {
    self.name = name
    self.unit = unit
    self.range = range
    self.value = value
    self.isSwitch = isSwitch
    self.choices = choices
    self.summary = summary
  }
}

extension NamedParameters {
  /// The number of parameters.
  @export(implementation)
  public var parameterCount: Int {
    var (parameters, counter) = (self, ParameterCounter())
    parameters.visit(&counter)
    return counter.count
  }

  /// The parameter at an index, counted from 0; nil at the end.
  @export(implementation)
  public func parameter(at place: Int) -> ParameterDescription? {
    var (parameters, describer) = (self, ParameterDescriber(remaining: place))
    parameters.visit(&describer)
    return describer.description
  }

  /// The value of the parameter with this zero-terminated name; nil for an unknown name. A switch is 0 or 1, a choice
  /// its index.
  @export(implementation)
  public func value(ofParameter name: UnsafePointer<CChar>) -> Double? {
    var (parameters, getter) = (self, ParameterGetter(wanted: name))
    parameters.visit(&getter)
    return getter.value
  }

  /// Sets the parameter with this zero-terminated name. A switch takes 0 and 1, a choice
  /// the index of a value.
  @export(implementation)
  public mutating func set(_ name: UnsafePointer<CChar>, to value: Double) -> ParameterSetting {
    var setter = ParameterSetter(wanted: name, newValue: value)
    visit(&setter)
    return setter.result
  }
}

/// The result of setting a parameter by name.
@frozen
public enum ParameterSetting: Sendable {
  /// The parameter was set.
  case done
  /// The name is unknown.
  case unknownName
  /// The value is not finite or outside the range; the parameter is unchanged.
  case outOfRange
}

@usableFromInline
struct ParameterCounter: ParameterVisitor {
  @usableFromInline var count = 0

  @export(implementation)
  init() {}

  @export(implementation)
  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) { count += 1 }

  @export(implementation)
  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) { count += 1 }

  @export(implementation)
  mutating func choice(
    _ name: StaticString, _ choices: StaticString, _ value: inout Int, _ summary: StaticString
  ) { count += 1 }
}

@usableFromInline
struct ParameterDescriber: ParameterVisitor {
  /// The number of parameters before it.
  @usableFromInline var remaining: Int
  @usableFromInline var description: ParameterDescription?

  @export(implementation)
  init(remaining: Int) { self.remaining = remaining }

  @export(implementation)
  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) { describe(name, unit, range, value, summary) }

  @export(implementation)
  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) {
    describe(name, "", 0...1, value ? 1 : 0, summary, isSwitch: true)
  }

  @export(implementation)
  mutating func choice(
    _ name: StaticString, _ choices: StaticString, _ value: inout Int, _ summary: StaticString
  ) { describe(name, "", choices.wordIndices, Double(value), summary, choices: choices) }

  @export(implementation)
  mutating func describe(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: Double,
    _ summary: StaticString, isSwitch: Bool = false, choices: StaticString = ""
  ) {
    if remaining == 0 {
      description = ParameterDescription(
        name: name, unit: unit, range: range, value: value, isSwitch: isSwitch, choices: choices,
        summary: summary)
    }
    remaining -= 1
  }
}

@usableFromInline
struct ParameterGetter: ParameterVisitor {
  @usableFromInline let wanted: UnsafePointer<CChar>
  @usableFromInline var value: Double?

  @export(implementation)
  init(wanted: UnsafePointer<CChar>) { self.wanted = wanted }

  @export(implementation)
  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) { if name.equals(wanted) { self.value = value } }

  @export(implementation)
  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) {
    if name.equals(wanted) { self.value = value ? 1 : 0 }
  }

  @export(implementation)
  mutating func choice(
    _ name: StaticString, _ choices: StaticString, _ value: inout Int, _ summary: StaticString
  ) { if name.equals(wanted) { self.value = Double(value) } }
}

@usableFromInline
struct ParameterSetter: ParameterVisitor {
  @usableFromInline let wanted: UnsafePointer<CChar>
  @usableFromInline let newValue: Double
  @usableFromInline var result = ParameterSetting.unknownName

  @export(implementation)
  init(wanted: UnsafePointer<CChar>, newValue: Double) {
    self.wanted = wanted
    self.newValue = newValue
  }

  @export(implementation)
  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) {
    guard name.equals(wanted) else { return }
    result = newValue.isFinite && range.contains(newValue) ? .done : .outOfRange
    if result == .done { value = newValue }
  }

  @export(implementation)
  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) {
    guard name.equals(wanted) else { return }
    result = newValue == 0 || newValue == 1 ? .done : .outOfRange
    if result == .done { value = newValue == 1 }
  }

  @export(implementation)
  mutating func choice(
    _ name: StaticString, _ choices: StaticString, _ value: inout Int, _ summary: StaticString
  ) {
    guard name.equals(wanted) else { return }
    result = .outOfRange
    if let index = choices.wordIndex(newValue) { (result, value) = (.done, index) }
  }
}

extension StaticString {
  /// Whether this text equals a zero-terminated one.
  @export(implementation)
  public func equals(_ text: UnsafePointer<CChar>) -> Bool {
    for index in 0..<utf8CodeUnitCount where UInt8(bitPattern: text[index]) != utf8Start[index] { return false }
    return text[utf8CodeUnitCount] == 0
  }

  /// The range of the indices of words with a space between two.
  @export(implementation)
  var wordIndices: ClosedRange<Double> {
    var last = 0.0
    for index in 0..<utf8CodeUnitCount where utf8Start[index] == UInt8(ascii: " ") { last += 1 }
    return 0...last
  }

  /// A number as the index of one of the words; nil for a number that is not an index. It counts,
  /// since firmware has no conversion of `Double`.
  @export(implementation)
  func wordIndex(_ number: Double) -> Int? {
    var (index, candidate) = (0, 0.0)
    while candidate <= wordIndices.upperBound {
      if candidate == number { return index }
      (index, candidate) = (index + 1, candidate + 1)
    }
    return nil
  }
}
