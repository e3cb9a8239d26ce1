import AttitudeFilters
import Rotations

// A sensor at rest shows only its noise; in motion, scale errors, vibration and an uneven field add to it. The filters' defaults
// include both for a usual sensor. Independent errors add in squares: the measured noise is added to the default, and a parameter
// changes much only if the sensor is noisier than usual.

extension SensorNoise {
  /// The filters with parameters in units of noise.
  public static let tunableFilters: [FilterKind] = [.default, .default14, .mekf]

  /// A filter tuned to this noise; nil for a filter without such parameters.
  public func tuned(_ filter: FilterKind) -> FilterSelection? {
    switch filter {
    case .default, .default14: FilterSelection(filter, tuned(VelocityBoundedParameters<Double>()))
    case .mekf: FilterSelection(filter, tuned(MultiplicativeKalmanParameters<Double>()))
    default: nil
    }
  }

  /// Tunes the parameters of the default filter to this noise; those of unknown sensors stay unchanged.
  func tuned(_ parameters: VelocityBoundedParameters<Double>) -> VelocityBoundedParameters<Double> {
    var tuned = parameters
    if let gyroscope {
      tuned.angleRandomWalk = Self.combined(tuned.angleRandomWalk, gyroscope.whiteNoise)
      tuned.biasWalk = Self.combined(tuned.biasWalk, gyroscope.randomWalk)
    }
    if let accelerometer {
      tuned.accelerometerNoise = Self.combined(tuned.accelerometerNoise, accelerometer.whiteNoise)
    }
    return tuned
  }

  /// Tunes the parameters of the multiplicative Kalman filter to this noise.
  func tuned(_ parameters: MultiplicativeKalmanParameters<Double>) -> MultiplicativeKalmanParameters<Double> {
    var tuned = parameters
    if let gyroscope {
      tuned.gyroscopeNoiseDensity = Self.combined(tuned.gyroscopeNoiseDensity, gyroscope.whiteNoise)
      tuned.biasRandomWalk = Self.combined(tuned.biasRandomWalk, gyroscope.randomWalk)
    }
    if let accelerometer {
      tuned.specificForceNoiseDensity = Self.combined(tuned.specificForceNoiseDensity, accelerometer.whiteNoise)
    }
    if let magnetometer {
      tuned.magneticFieldNoiseDensity = Self.combined(tuned.magneticFieldNoiseDensity, magnetometer.whiteNoise)
    }
    return tuned
  }

  private static func combined(_ parameter: Double, _ measured: [Double?]) -> Double {
    guard let noise = TriadNoise.mean(measured) else { return parameter }
    return (parameter * parameter + noise * noise).squareRoot()
  }
}
