import Rotations

/// How a gyroscope's bias follows its temperature: a polynomial through the means of rests.
public struct GyroscopeTemperatureFit: Sendable {
  /// The temperature about which the powers are taken, degrees Celsius.
  public let referenceTemperature: Double
  /// The coefficients, lowest power first, in rad/s per power of a degree.
  public let coefficients: [Vector3<Double>]
  /// The temperatures between which rests were seen, degrees Celsius; beyond them nothing is known.
  public let temperatureRange: ClosedRange<Double>
  /// The root mean square distance of the rests from the polynomial, rad/s.
  public let residual: Vector3<Double>

  /// Fits rests that know their temperature.
  ///
  /// - Parameters:
  ///   - rests: At least one more than the degree; those without temperature are left out.
  ///   - degree: The highest power: 0 for a constant bias, 1 for a line, at most 4. Default 1.
  public init(_ rests: [RestSegment], degree: Int = 1) throws(CalibrationError) {
    precondition((0...4).contains(degree), "a polynomial of the bias has a degree from 0 to 4")
    let known = rests.filter { $0.temperature?.isFinite == true && $0.angularRate.isFiniteInLane }
    let temperatures = known.compactMap(\.temperature)
    guard known.count > degree, let least = temperatures.min(), let largest = temperatures.max() else {
      throw .tooFewReadings(.gyroscope, count: known.count, needed: degree + 1)
    }
    let middle = (least + largest) / 2
    let unit = max((largest - least) / 2, 1e-6)
    var rows = DenseMatrix(rowCount: known.count, columnCount: degree + 1)
    for (row, temperature) in temperatures.enumerated() {
      var power = 1.0
      for column in 0...degree {
        rows[row, column] = power
        power *= (temperature - middle) / unit
      }
    }
    var coefficients = [Vector3<Double>](repeating: .zero, count: degree + 1)
    var residual = Vector3<Double>.zero
    for axis in 0..<3 {
      let right = known.map { $0.angularRate[axis] }
      let scaled: [Double]
      do throws(LinearAlgebraError) {
        scaled = try LeastSquares.solve(rows, right)
      } catch {
        throw .undetermined(.gyroscope)
      }
      var power = 1.0
      for column in 0...degree {
        coefficients[column][axis] = scaled[column] / power
        power *= unit
      }
      let fitted = rows * DenseMatrix(rowCount: degree + 1, columnCount: 1, entries: scaled)
      let squares = zip(fitted.entries, right).reduce(0) { $0 + ($1.0 - $1.1).squared }
      residual[axis] = (squares / Double(known.count)).squareRoot()
    }
    referenceTemperature = middle
    self.coefficients = coefficients
    temperatureRange = least...largest
    self.residual = residual
  }

  /// The bias at a temperature in degrees Celsius, rad/s; that of the nearest end outside of the range.
  public func bias(at temperature: Double) -> Vector3<Double> {
    let inside = min(max(temperature, temperatureRange.lowerBound), temperatureRange.upperBound)
    return coefficients.reversed().reduce(Vector3.zero) { $0 * (inside - referenceTemperature) + $1 }
  }
}
