#if !hasFeature(Embedded)
  import MotionSamples
  import Rotations

  extension CalibrationReader {
    /// How the gyroscope's bias follows its temperature; nil where the file does not say.
    static func gyroscopeTemperature(of bytes: UnsafeRawBufferPointer) throws(Problem) -> BiasTemperatureModel? {
      guard let section = try file(of: bytes)["gyroscope"]?["bias_over_temperature"] else { return nil }
      let name = "gyroscope.bias_over_temperature"
      let (reference, range) = ("reference_degrees_celsius", "range_degrees_celsius")
      let coefficients = "coefficients_radians_per_second_per_power_of_degree"
      guard let middle = section[reference]?.number else { throw .format("\(name).\(reference): is no number") }
      guard let ends = section[range], ends.count == 2, let lowest = ends[0]?.number, let highest = ends[1]?.number,
        lowest <= highest
      else { throw .format("\(name).\(range): is not a lower and an upper temperature") }
      guard let rows = section[coefficients], let count = rows.count, (1...5).contains(count) else {
        throw .format("\(name).\(coefficients): is no list of one to five rows")
      }
      func power(_ exponent: Int) throws(Problem) -> Vector3<Double> {
        guard let row = rows[exponent] else { return .zero }
        guard let coefficient = vector(row) else {
          throw .format("\(name).\(coefficients): a row is no list of three numbers")
        }
        return coefficient
      }
      return BiasTemperatureModel(
        referenceTemperature: middle, lowestTemperature: lowest, highestTemperature: highest, constant: try power(0),
        linear: try power(1), quadratic: try power(2), cubic: try power(3), quartic: try power(4))
    }
  }
#endif
