import Rotations

/// The bias of a sensor as a polynomial of its temperature, of degree up to four.
///
/// Replaces the constant bias of a `SensorModel`. Constant size, no allocation. Coefficients are in the sensor's unit
/// per power of the difference from the reference temperature in degrees Celsius.
@frozen
public struct BiasTemperatureModel: Equatable, Sendable {
  /// The reference temperature, degrees Celsius.
  public var referenceTemperature: Double
  /// The lowest temperature of the calibration, degrees Celsius; the bias is constant below it.
  public var lowestTemperature: Double
  /// The highest temperature of the calibration, degrees Celsius; the bias is constant above it.
  public var highestTemperature: Double
  /// The bias at the reference temperature.
  public var constant: Vector3<Double>
  /// The coefficient of the first power. Default: zero.
  public var linear: Vector3<Double>
  /// The coefficient of the second power. Default: zero.
  public var quadratic: Vector3<Double>
  /// The coefficient of the third power. Default: zero.
  public var cubic: Vector3<Double>
  /// The coefficient of the fourth power. Default: zero.
  public var quartic: Vector3<Double>

  /// A polynomial from its coefficients.
  @export(implementation)
  public init(
    referenceTemperature: Double, lowestTemperature: Double, highestTemperature: Double, constant: Vector3<Double>,
    linear: Vector3<Double> = .zero, quadratic: Vector3<Double> = .zero, cubic: Vector3<Double> = .zero,
    quartic: Vector3<Double> = .zero
  ) {
    self.referenceTemperature = referenceTemperature
    self.lowestTemperature = lowestTemperature
    self.highestTemperature = highestTemperature
    self.constant = constant
    self.linear = linear
    self.quadratic = quadratic
    self.cubic = cubic
    self.quartic = quartic
  }

  /// No bias at any temperature.
  @export(implementation)
  public static var zero: Self {
    Self(referenceTemperature: 0, lowestTemperature: 0, highestTemperature: 0, constant: .zero)
  }

  /// Passes the numbers to a visitor.
  @export(implementation)
  public mutating func visitState(_ visitor: inout some SnapshotVisitor, with other: Self) {
    visitor.visit(double: &referenceTemperature, with: other.referenceTemperature)
    visitor.visit(double: &lowestTemperature, with: other.lowestTemperature)
    visitor.visit(double: &highestTemperature, with: other.highestTemperature)
    visitor.visit(doubles: &constant, with: other.constant)
    visitor.visit(doubles: &linear, with: other.linear)
    visitor.visit(doubles: &quadratic, with: other.quadratic)
    visitor.visit(doubles: &cubic, with: other.cubic)
    visitor.visit(doubles: &quartic, with: other.quartic)
  }

  /// The bias at a temperature in degrees Celsius. Temperatures out of range are clamped; a non-finite temperature
  /// gives the bias at the reference.
  @export(implementation)
  public func bias(at temperature: Double) -> Vector3<Double> {
    guard temperature.isFinite else { return constant }
    let above = temperature > lowestTemperature ? temperature : lowestTemperature
    let step = (above < highestTemperature ? above : highestTemperature) - referenceTemperature
    return constant + (linear + (quadratic + (cubic + quartic * step) * step) * step) * step
  }
}
