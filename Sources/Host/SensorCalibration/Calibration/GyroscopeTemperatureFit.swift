import MotionSamples
import NumericalMethods
import Rotations

/// A gyroscope's bias over temperature: a polynomial fitted to the means of rests.
public struct GyroscopeTemperatureFit: Equatable, Sendable {
  /// The temperature about which the powers are taken, degrees Celsius: the middle of the range.
  public let referenceTemperature: Double
  /// The coefficients, lowest power first, in rad/s per power of a degree; the first is the bias at the reference.
  public let coefficients: [Vector3<Double>]
  /// One standard deviation of each coefficient; empty if unknown.
  public let standardDeviations: [Vector3<Double>]
  /// The temperature range of the rests, degrees Celsius.
  public let temperatureRange: ClosedRange<Double>
  /// The root mean square distance of the rests from the polynomial, rad/s.
  public let residual: Vector3<Double>

  /// Rests at temperatures closer than this count as one, degrees.
  private static let resolution = 0.1

  /// A polynomial of one to five coefficients.
  public init(
    referenceTemperature: Double, coefficients: [Vector3<Double>], standardDeviations: [Vector3<Double>] = [],
    temperatureRange: ClosedRange<Double>, residual: Vector3<Double> = .zero
  ) {
    precondition((1...5).contains(coefficients.count), "a polynomial has one to five coefficients")
    self.referenceTemperature = referenceTemperature
    self.coefficients = coefficients
    self.standardDeviations = standardDeviations
    self.temperatureRange = temperatureRange
    self.residual = residual
  }

  /// Fits rests with known temperature.
  ///
  /// - Parameters:
  ///   - rests: At more different temperatures than the degree; those without temperature are ignored.
  ///   - degree: The highest power: 0 for a constant bias, 1 for a line, at most 4. Default 1.
  init(_ rests: [RestSegment], degree: Int = 1) throws(CalibrationError) {
    precondition((0...4).contains(degree), "a polynomial of the bias has a degree from 0 to 4")
    let known = rests.filter { $0.temperature?.isFinite == true && $0.angularRate.isFiniteInLane }
    let temperatures = known.compactMap(\.temperature)
    let different = Set(temperatures.map { ($0 / Self.resolution).rounded() }).count
    guard different > degree, let least = temperatures.min(), let largest = temperatures.max() else {
      throw .tooFewTemperatures(count: different, needed: degree + 1)
    }
    let middle = (least + largest) / 2
    let unit = max((largest - least) / 2, Self.resolution)
    let powers = temperatures.map { temperature in
      (0...degree).reduce(into: [Double]()) { row, _ in
        row.append((row.last ?? 1) * (row.isEmpty ? 1 : (temperature - middle) / unit))
      }
    }
    let rows = DenseMatrix(rowCount: known.count, columnCount: degree + 1, entries: powers.flatMap { $0 })
    var equations = NormalEquations(unknownCount: degree + 1)
    for row in powers { equations.add(row: row[...], right: 0) }
    var coefficients = [Vector3<Double>](repeating: .zero, count: degree + 1)
    var deviations = coefficients
    var residual = Vector3<Double>.zero
    do throws(LinearAlgebraError) {
      let inverseDiagonal = try equations.inverse().diagonal
      for axis in 0..<3 {
        let right = known.map { $0.angularRate[axis] }
        let scaled = try LeastSquares.solve(rows, right)
        let fitted = rows * DenseMatrix(rowCount: degree + 1, columnCount: 1, entries: scaled)
        let squares = zip(fitted.entries, right).reduce(0) { $0 + ($1.0 - $1.1).squared }
        residual[axis] = (squares / Double(known.count)).squareRoot()
        // The scatter about the polynomial, at least the scatter within the rests.
        let within = known.reduce(0) { $0 + $1.angularRateDeviation[axis].squared } / Double(known.count)
        let variance = max(within, squares / Double(max(known.count - degree - 1, 1)))
        var power = 1.0
        for column in 0...degree {
          coefficients[column][axis] = scaled[column] / power
          deviations[column][axis] = (inverseDiagonal[column] * variance).squareRoot() / power
          power *= unit
        }
      }
    } catch {
      throw .undetermined(.gyroscope)
    }
    self.init(
      referenceTemperature: middle, coefficients: coefficients, standardDeviations: deviations,
      temperatureRange: least...largest, residual: residual)
  }

  /// The bias at a temperature in degrees Celsius, rad/s. Outside the range: that of the nearest end; for a non-finite
  /// temperature: that at the reference.
  public func bias(at temperature: Double) -> Vector3<Double> { model.bias(at: temperature) }

  /// The polynomial without its statistics.
  public var model: BiasTemperatureModel {
    let padded = coefficients + [Vector3<Double>](repeating: .zero, count: 5 - coefficients.count)
    return BiasTemperatureModel(
      referenceTemperature: referenceTemperature, lowestTemperature: temperatureRange.lowerBound,
      highestTemperature: temperatureRange.upperBound, constant: padded[0], linear: padded[1], quadratic: padded[2],
      cubic: padded[3], quartic: padded[4])
  }
}

extension GyroscopeTemperatureFit: Codable {
  enum CodingKeys: String, CodingKey {
    case coefficients = "coefficients_radians_per_second_per_power_of_degree"
    case range = "range_degrees_celsius"
    case reference = "reference_degrees_celsius"
    case residual = "residual_radians_per_second"
    case standardDeviations = "standard_deviations"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func invalid(_ key: CodingKeys, _ message: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: container, debugDescription: message)
    }
    func vectors(_ key: CodingKeys) throws -> [Vector3<Double>] {
      try (container.decodeIfPresent([[Double]].self, forKey: key) ?? []).map { row in
        guard row.count == 3 else { throw invalid(key, "expected 3 numbers in a row, found \(row.count)") }
        return Vector3(x: row[0], y: row[1], z: row[2])
      }
    }
    let coefficients = try vectors(.coefficients)
    guard (1...5).contains(coefficients.count) else {
      throw invalid(.coefficients, "expected 1 to 5 rows, found \(coefficients.count)")
    }
    let range = try container.decode([Double].self, forKey: .range)
    guard range.count == 2, range[0] <= range[1] else {
      throw invalid(.range, "expected a lower and an upper temperature")
    }
    self.init(
      referenceTemperature: try container.decode(Double.self, forKey: .reference), coefficients: coefficients,
      standardDeviations: try vectors(.standardDeviations), temperatureRange: range[0]...range[1],
      residual: try container.decodeVectorIfPresent(forKey: .residual) ?? .zero)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(coefficients.map(\.entries), forKey: .coefficients)
    try container.encode([temperatureRange.lowerBound, temperatureRange.upperBound], forKey: .range)
    try container.encode(referenceTemperature, forKey: .reference)
    try container.encode(residual.entries, forKey: .residual)
    if !standardDeviations.isEmpty {
      try container.encode(standardDeviations.map(\.entries), forKey: .standardDeviations)
    }
  }
}
