/// A parameter as it is listed: name, unit, range, value and meaning.
public struct ParameterDescription: Sendable {
  /// The name in C, Python and the command.
  public let name: StaticString
  /// The unit; empty for a ratio and for a switch.
  public let unit: StaticString
  /// The values that it may have.
  public let range: ClosedRange<Double>
  /// The value; of a switch 0 or 1.
  public let value: Double
  /// Whether it is a switch.
  public let isSwitch: Bool
  /// What it means, in sentences.
  public let summary: StaticString
}

extension NamedParameters {
  /// The number of parameters.
  public var parameterCount: Int {
    var (parameters, counter) = (self, ParameterCounter())
    parameters.visit(&counter)
    return counter.count
  }

  /// The parameter at a place, counted from 0; nil at the end.
  public func parameter(at place: Int) -> ParameterDescription? {
    var (parameters, describer) = (self, ParameterDescriber(remaining: place))
    parameters.visit(&describer)
    return describer.description
  }

  /// The value of the parameter with a name, which ends with a zero byte; nil for an unknown name. A switch is 0 or 1.
  public func value(ofParameter name: UnsafePointer<CChar>) -> Double? {
    var (parameters, getter) = (self, ParameterGetter(wanted: name))
    parameters.visit(&getter)
    return getter.value
  }

  /// Sets the parameter with a name, which ends with a zero byte. A switch takes 0 and 1.
  public mutating func set(_ name: UnsafePointer<CChar>, to value: Double) -> ParameterSetting {
    var setter = ParameterSetter(wanted: name, newValue: value)
    visit(&setter)
    return setter.result
  }
}

/// What became of setting a parameter by its name.
public enum ParameterSetting: Sendable {
  /// The parameter has the new value.
  case done
  /// No parameter has the name.
  case unknownName
  /// The value is not finite or outside of the range: nothing was changed.
  case outOfRange
}

private struct ParameterCounter: ParameterVisitor {
  private(set) var count = 0

  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) { count += 1 }

  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) { count += 1 }
}

private struct ParameterDescriber: ParameterVisitor {
  /// How many parameters come before it.
  var remaining: Int
  private(set) var description: ParameterDescription?

  init(remaining: Int) { self.remaining = remaining }

  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) { describe(name, unit, range, value, summary, isSwitch: false) }

  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) {
    describe(name, "", 0...1, value ? 1 : 0, summary, isSwitch: true)
  }

  private mutating func describe(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: Double,
    _ summary: StaticString, isSwitch: Bool
  ) {
    if remaining == 0 {
      description = ParameterDescription(
        name: name, unit: unit, range: range, value: value, isSwitch: isSwitch, summary: summary)
    }
    remaining -= 1
  }
}

private struct ParameterGetter: ParameterVisitor {
  let wanted: UnsafePointer<CChar>
  private(set) var value: Double?

  init(wanted: UnsafePointer<CChar>) { self.wanted = wanted }

  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) { if name.equals(wanted) { self.value = value } }

  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) {
    if name.equals(wanted) { self.value = value ? 1 : 0 }
  }
}

private struct ParameterSetter: ParameterVisitor {
  let wanted: UnsafePointer<CChar>
  let newValue: Double
  private(set) var result = ParameterSetting.unknownName

  init(wanted: UnsafePointer<CChar>, newValue: Double) {
    self.wanted = wanted
    self.newValue = newValue
  }

  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) {
    guard name.equals(wanted) else { return }
    result = newValue.isFinite && range.contains(newValue) ? .done : .outOfRange
    if result == .done { value = newValue }
  }

  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) {
    guard name.equals(wanted) else { return }
    result = newValue == 0 || newValue == 1 ? .done : .outOfRange
    if result == .done { value = newValue == 1 }
  }
}

extension StaticString {
  /// Whether a text that ends with a zero byte is this one.
  public func equals(_ text: UnsafePointer<CChar>) -> Bool {
    for index in 0..<utf8CodeUnitCount where UInt8(bitPattern: text[index]) != utf8Start[index] { return false }
    return text[utf8CodeUnitCount] == 0
  }
}
