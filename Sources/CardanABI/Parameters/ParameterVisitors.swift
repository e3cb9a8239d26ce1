import CCardan

/// Counts parameters.
public struct ParameterCounter: ParameterVisitor {
  /// How many there were.
  public private(set) var count = 0

  /// None yet.
  public init() {}

  public mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) { count += 1 }

  public mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) { count += 1 }
}

/// Describes the parameter at a place.
public struct ParameterDescriber: ParameterVisitor {
  /// How many parameters are still in front of it.
  private var remaining: Int
  /// The description; nil where there are not as many parameters.
  public private(set) var info: cardan_parameter_info?

  /// The place, from 0.
  public init(index: Int) { remaining = index }

  public mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) { describe(name, unit, range, value, summary, isSwitch: false) }

  public mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) {
    describe(name, "", 0...1, value ? 1 : 0, summary, isSwitch: true)
  }

  private mutating func describe(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: Double,
    _ summary: StaticString, isSwitch: Bool
  ) {
    if remaining == 0 {
      info = cardan_parameter_info(
        size: MemoryLayout<cardan_parameter_info>.size, name: name.cString, unit: unit.cString,
        summary: summary.cString, default_value: value, minimum: range.lowerBound, maximum: range.upperBound,
        is_switch: isSwitch ? 1 : 0)
    }
    remaining -= 1
  }
}

/// Reads the parameter of a name.
struct ParameterGetter: ParameterVisitor {
  /// The name that is sought.
  let wanted: UnsafePointer<CChar>
  /// Its value; nil where there is none of that name.
  private(set) var value: Double?

  init(_ name: UnsafePointer<CChar>) { wanted = name }

  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) { if name.equals(wanted) { self.value = value } }

  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) {
    if name.equals(wanted) { self.value = value ? 1 : 0 }
  }
}

/// Sets the parameter of a name, where its value is allowed.
public struct ParameterSetter: ParameterVisitor {
  /// The name that is sought.
  let wanted: UnsafePointer<CChar>
  /// What it is to be.
  let newValue: Double
  /// What became of it.
  public private(set) var status = CARDAN_UNKNOWN_PARAMETER

  /// A name and the value that it is to have.
  public init(_ name: UnsafePointer<CChar>, _ value: Double) {
    wanted = name
    newValue = value
  }

  public mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) {
    guard name.equals(wanted) else { return }
    status = newValue.isFinite && range.contains(newValue) ? CARDAN_OK : CARDAN_PARAMETER_OUT_OF_RANGE
    if status == CARDAN_OK { value = newValue }
  }

  public mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) {
    guard name.equals(wanted) else { return }
    status = newValue == 0 || newValue == 1 ? CARDAN_OK : CARDAN_PARAMETER_OUT_OF_RANGE
    if status == CARDAN_OK { value = newValue == 1 }
  }
}

/// Gives parameters the values of others of the same type.
struct ParameterCopier<Source: NamedParameters>: ParameterVisitor {
  private var source: Source
  /// The place of the next parameter.
  private var index = 0

  init(from source: Source) { self.source = source }

  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) { value = next() }

  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) { value = next() == 1 }

  private mutating func next() -> Double {
    var reader = ParameterReader(index: index)
    source.visit(&reader)
    index += 1
    return reader.value
  }
}

/// Reads the parameter at a place.
private struct ParameterReader: ParameterVisitor {
  /// How many parameters are still in front of it.
  private var remaining: Int
  /// Its value; a switch that is on is 1.
  private(set) var value = 0.0

  init(index: Int) { remaining = index }

  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) { take(value) }

  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) { take(value ? 1 : 0) }

  private mutating func take(_ number: Double) {
    if remaining == 0 { value = number }
    remaining -= 1
  }
}
