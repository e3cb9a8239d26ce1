import MotionSamples
import Rotations

// A stream as bytes: settings, parameters of the filter, state. What a reader returns was validated field by field.

extension MotionStream {
  /// Writes everything that the stream's next results depend on.
  @export(implementation)
  public func write(to writer: inout SnapshotWriter<Scalar>) {
    var (settings, parameters, state) = (settings, filter.parameters, self)
    settings.visitState(&writer, with: settings)
    writer.visit(parameters: &parameters, with: parameters)
    state.visitState(&writer, with: self)
  }

  /// Reads a stream; nil if a field is impossible or the bytes end early.
  @export(implementation)
  public init?(reading reader: inout SnapshotReader<Scalar>) {
    var (settings, parameters) = (StreamSettings<Scalar>(), Filter.Parameters())
    settings.visitState(&reader, with: settings)
    reader.visit(parameters: &parameters, with: parameters)
    guard reader.isValid else { return nil }
    self.init(filter: Filter(parameters: parameters), settings: settings)
    visitState(&reader, with: self)
    guard reader.isValid else { return nil }
  }

  /// Passes the state to a visitor. Settings and parameters are not part of it; those of both streams must be equal.
  @export(implementation)
  mutating func visitState(_ visitor: inout some SnapshotVisitor<Scalar>, with other: Self) {
    visitor.visit(&filter, with: other.filter)
    clock.visitState(&visitor, with: other.clock)
    stages.frame.visitState(&visitor, with: other.stages.frame)
    visitor.visit(&timestamp, with: other.timestamp)
    visitor.visit(&isDiscontinuous, with: other.isDiscontinuous)
    visitor.visit(&stages.areBypassed, with: other.stages.areBypassed)
    let canBypassStages = stages.conditioner.isIdentity && stages.frame.isSettled
    let bypassesStages = bypassesStages
    visitor.check(!bypassesStages || canBypassStages)
    visitor.visit(&lastForce, with: other.lastForce, .any)
    visitor.visit(&lastOutcome, with: other.lastOutcome)
  }
}

extension StreamSettings {
  /// Passes the settings to a visitor.
  @export(implementation)
  public mutating func visitState(_ visitor: inout some SnapshotVisitor<Scalar>, with other: Self) {
    visitor.visit(parameters: &self, with: other)
    conditioner.visitState(&visitor, with: other.conditioner)
    var number = frame.rawValue
    visitor.visit(&number, with: other.frame.rawValue)
    let known = ReferenceFrame(rawValue: number)
    visitor.check(known != nil)
    frame = known ?? .enu
  }
}

extension SnapshotVisitor {
  /// Visits named parameters, each a finite number in its range.
  @export(implementation)
  public mutating func visit<Parameters: NamedParameters>(
    parameters: inout Parameters, with other: Parameters
  ) {
    var values = parameters.values
    let others = other.values
    for place in 0..<values.count { visit(double: &values.numbers[place], with: others.numbers[place]) }
    var validator = ParameterValidator(values: values, isSinglePrecision: Scalar.isSinglePrecision)
    parameters.visit(&validator)
    check(validator.isValid)
    if validator.isValid { parameters.copyValues(values) }
  }
}

/// Checks values against the ranges of the parameters in the same order.
@usableFromInline
struct ParameterValidator: ParameterVisitor {
  @usableFromInline let values: ParameterValues
  @usableFromInline let isSinglePrecision: Bool
  /// The index of the next value.
  @usableFromInline var place = 0
  @usableFromInline var isValid = true

  @export(implementation)
  init(values: ParameterValues, isSinglePrecision: Bool) {
    self.values = values
    self.isSinglePrecision = isSinglePrecision
  }

  @export(implementation)
  mutating func number(
    _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
    _ summary: StaticString
  ) {
    let number = values.numbers[place]
    // An end of the range is rounded with the parameter.
    let isRoundedEnd =
      isSinglePrecision
      && (number == Double(Float(range.lowerBound)) || number == Double(Float(range.upperBound)))
    isValid = isValid && number.isFinite && (range.contains(number) || isRoundedEnd)
    place += 1
  }

  @export(implementation)
  mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) {
    let number = values.numbers[place]
    isValid = isValid && (number == 0 || number == 1)
    place += 1
  }

  @export(implementation)
  mutating func choice(
    _ name: StaticString, _ choices: StaticString, _ value: inout Int, _ summary: StaticString
  ) {
    isValid = isValid && choices.wordIndex(values.numbers[place]) != nil
    place += 1
  }
}
