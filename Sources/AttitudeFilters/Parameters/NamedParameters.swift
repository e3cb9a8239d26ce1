import Rotations

/// Parameters that can be listed, read and set by name: the one table from which C, Python and the command take the
/// names, units, ranges and meanings of parameters.
public protocol NamedParameters {
  /// The defaults.
  init()
  /// Shows every parameter to a visitor, always in the same order.
  mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor)
}

/// A visitor that sees each parameter in turn and may change it.
public protocol ParameterVisitor {
  /// Visits a number: its name in C and Python, its unit, the range that it may have, its value, and what it means.
  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString)
  /// Visits a switch: its name, its value, and what it means.
  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString)
}

extension ParameterVisitor {
  /// Visits a number of another precision, or one that is the same in every lane.
  @inlinable
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
  /// Zero and more.
  @inlinable public static var positive: Self { 0...Double.infinity }
}

extension NamedParameters {
  /// The values of other parameters of the same names in the same order, rounded to the number type of these.
  @inlinable
  public init<Other: NamedParameters>(converting other: Other) {
    self.init()
    copyValues(of: other)
  }

  /// Takes the values of other parameters of the same names in the same order, one by one.
  @inlinable
  public mutating func copyValues<Other: NamedParameters>(of other: Other) {
    var copier = ParameterCopier(from: other)
    visit(&copier)
  }
}

/// Gives parameters the values of others, place by place. It visits the source once for each parameter: nothing is stored.
@usableFromInline
struct ParameterCopier<Source: NamedParameters>: ParameterVisitor {
  @usableFromInline var source: Source
  /// The place of the next parameter.
  @usableFromInline var place = 0

  @inlinable
  init(from source: Source) { self.source = source }

  @inlinable
  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) { value = next() }

  @inlinable
  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) { value = next() == 1 }

  @inlinable
  mutating func next() -> Double {
    var reader = ParameterReader(place: place)
    source.visit(&reader)
    place += 1
    return reader.value
  }
}

/// Reads the parameter at a place; a switch that is on is 1.
@usableFromInline
struct ParameterReader: ParameterVisitor {
  /// How many parameters come before it.
  @usableFromInline var remaining: Int
  @usableFromInline var value = 0.0

  @inlinable
  init(place: Int) { remaining = place }

  @inlinable
  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) { take(value) }

  @inlinable
  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) { take(value ? 1 : 0) }

  @inlinable
  mutating func take(_ number: Double) {
    if remaining == 0 { value = number }
    remaining -= 1
  }
}
