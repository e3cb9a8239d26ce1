import Rotations

/// Parameters that can be listed, read and set by name: the single source of parameter names, units, ranges and
/// meanings for C, Python and the command.
public protocol NamedParameters {
  /// The defaults.
  init()
  /// Passes every parameter to a visitor, always in the same order.
  mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor)
}

/// A visitor that receives each parameter in turn and may change it.
public protocol ParameterVisitor {
  /// Visits a number: its name in C and Python, unit, range, value and meaning.
  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString)
  /// Visits a switch: its name, value and meaning.
  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString)
  /// Visits a choice: its name, the names of its values with a space between two, the index of its value, and its meaning.
  mutating func choice(
    _ name: StaticString, _ choices: StaticString, _ value: inout Int, _ summary: StaticString)
}

extension ParameterVisitor {
  /// Visits a number of another precision, or one shared by all lanes.
  @export(implementation)
  public mutating func number<Scalar: RealLanes>(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Scalar,
    _ summary: StaticString
  ) {
    var number = value.firstLane
    self.number(name, unit, range, &number, summary)
    value = Scalar(number)
  }
}

extension ClosedRange<Double> {
  /// Zero and above, to an end that is far beyond every sensor and at which no filter overflows, in `Float` neither.
  @export(implementation) public static var positive: Self { 0...1e6 }
}

/// Parameter values without names, in the order of `NamedParameters.visit`, for callers independent of the parameters'
/// type. A switch is 0 or 1, a choice its index.
@frozen
public struct ParameterValues: Sendable {
  /// Larger than any filter needs.
  @usableFromInline var numbers = InlineArray<64, Double>(repeating: 0)
  @usableFromInline var count = 0

  @export(implementation)
  init() {}

  @export(implementation)
  mutating func append(_ number: Double) {
    numbers[count] = number
    count += 1
  }
}

extension NamedParameters {
  /// The values of all parameters.
  @export(implementation)
  public var values: ParameterValues {
    var (parameters, reader) = (self, ParameterReader())
    parameters.visit(&reader)
    return reader.values
  }

  /// Parameters from values with the same names in the same order, rounded to their number type.
  @export(implementation)
  public init(_ values: ParameterValues) {
    self.init()
    copyValues(values)
  }

  /// The parameters in another number type.
  @export(implementation)
  public init<Other: NamedParameters>(converting other: Other) { self.init(other.values) }

  /// Sets values one by one; padding stays unchanged.
  @export(implementation)
  public mutating func copyValues(_ values: ParameterValues) {
    var writer = ParameterWriter(values: values)
    visit(&writer)
  }
}

@usableFromInline
struct ParameterReader: ParameterVisitor {
  @usableFromInline var values = ParameterValues()

  @export(implementation)
  init() {}

  @export(implementation)
  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) { values.append(value) }

  @export(implementation)
  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) {
    values.append(value ? 1 : 0)
  }

  @export(implementation)
  mutating func choice(
    _ name: StaticString, _ choices: StaticString, _ value: inout Int, _ summary: StaticString
  ) { values.append(Double(value)) }
}

@usableFromInline
struct ParameterWriter: ParameterVisitor {
  @usableFromInline let values: ParameterValues
  /// The index of the next value.
  @usableFromInline var place = 0

  @export(implementation)
  init(values: ParameterValues) { self.values = values }

  @export(implementation)
  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) { value = next() }

  @export(implementation)
  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) { value = next() == 1 }

  @export(implementation)
  mutating func choice(
    _ name: StaticString, _ choices: StaticString, _ value: inout Int, _ summary: StaticString
  ) {
    let number = next()
    if let index = choices.wordIndex(number) { value = index }
  }

  @export(implementation)
  mutating func next() -> Double {
    defer { place += 1 }
    return values.numbers[place]
  }
}
