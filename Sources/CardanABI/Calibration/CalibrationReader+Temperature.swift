#if !hasFeature(Embedded)
  import MotionSamples
  import Rotations

  extension CalibrationReader {
    /// How the gyroscope's bias follows its temperature; nil where the file does not say.
    static func gyroscopeTemperature(of bytes: [UInt8]) throws(Problem) -> BiasTemperatureModel? {
      guard let section = try file(of: bytes)["gyroscope"]?["bias_over_temperature"] else { return nil }
      let name = "gyroscope.bias_over_temperature"
      let (reference, range) = ("reference_degrees_celsius", "range_degrees_celsius")
      let coefficients = "coefficients_radians_per_second_per_power_of_degree"
      guard case .number(let middle)? = section[reference] else { throw .format("\(name).\(reference): is no number") }
      guard case .array(let ends)? = section[range], ends.count == 2, case .number(let lowest) = ends[0],
        case .number(let highest) = ends[1], lowest <= highest
      else { throw .format("\(name).\(range): is not a lower and an upper temperature") }
      guard case .array(let rows)? = section[coefficients], (1...5).contains(rows.count) else {
        throw .format("\(name).\(coefficients): is no list of one to five rows")
      }
      var powers: [Vector3<Double>] = []
      for row in rows {
        guard let coefficient = vector(row) else {
          throw .format("\(name).\(coefficients): a row is no list of three numbers")
        }
        powers.append(coefficient)
      }
      while powers.count < 5 { powers.append(.zero) }
      return BiasTemperatureModel(
        referenceTemperature: middle, lowestTemperature: lowest, highestTemperature: highest, constant: powers[0],
        linear: powers[1], quadratic: powers[2], cubic: powers[3], quartic: powers[4])
    }
  }
#endif
