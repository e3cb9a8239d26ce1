/// Parameters that can be listed, read and set by name.
public protocol NamedParameters {
  /// The defaults.
  init()
  /// Shows every parameter to a visitor, always in the same order.
  mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor)
}

/// Somebody who looks at each parameter in turn, and may change it.
public protocol ParameterVisitor {
  /// A number with its unit, the range that it may have, and what it means.
  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString)
  /// A switch.
  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString)
}

extension ParameterVisitor {
  /// A number in the precision of the filters, whose digits in decimals it keeps.
  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Float,
    _ summary: StaticString
  ) {
    var wide = Double(value)
    number(name, unit, range, &wide, summary)
    value = Float(wide)
  }
}

extension ClosedRange<Double> {
  /// From zero on, without end.
  public static var positive: Self { 0...Double.infinity }
}
