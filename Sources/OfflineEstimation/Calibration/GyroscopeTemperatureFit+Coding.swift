import Rotations

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
        guard row.count == 3 else { throw invalid(key, "has a row of \(row.count) numbers, and should have 3") }
        return Vector3(x: row[0], y: row[1], z: row[2])
      }
    }
    let coefficients = try vectors(.coefficients)
    guard (1...5).contains(coefficients.count) else {
      throw invalid(.coefficients, "has \(coefficients.count) rows, and should have 1 to 5")
    }
    let range = try container.decode([Double].self, forKey: .range)
    guard range.count == 2, range[0] <= range[1] else {
      throw invalid(.range, "is not a lower and an upper temperature")
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
