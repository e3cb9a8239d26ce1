import Rotations

/// Parameters that can be listed, read and set by name.
protocol NamedParameters {
  /// The defaults.
  init()
  /// Shows every parameter to a visitor, always in the same order.
  mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor)
}

/// Somebody who looks at each parameter in turn, and may change it.
protocol ParameterVisitor {
  /// A number with its unit, the range that it may have, and what it means.
  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString)
  /// A switch.
  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString)
}

/// What a parameter can be: a number, or the same number in every lane.
protocol ParameterNumber: RealLanes {
  /// The number, whose digits it keeps.
  var number: Double { get }
}

extension Double: ParameterNumber {
  var number: Double { self }
}

extension Float: ParameterNumber {
  var number: Double { Double(self) }
}

#if !hasFeature(Embedded)
  extension Lanes: ParameterNumber where Backend == DoubleBy8 {
    var number: Double { self[0] }
  }
#endif

extension ParameterVisitor {
  /// A number in the precision and the lanes of the filters.
  mutating func number<Number: ParameterNumber>(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Number,
    _ summary: StaticString
  ) {
    var number = value.number
    self.number(name, unit, range, &number, summary)
    value = Number(number)
  }
}

extension ClosedRange<Double> {
  /// From zero on, without end.
  static var positive: Self { 0...Double.infinity }
}
