import AttitudeFilters
import Rotations

/// A filter with parameters in units of noise; the raw value is its name.
public enum TunableFilter: String, CaseIterable, Sendable {
  /// The velocity-bounded Kalman filter with 11 states.
  case `default`
  /// The same with 14 states.
  case default14
  /// The multiplicative extended Kalman filter.
  case mekf
}

// A sensor at rest shows only its noise; in motion, scale errors, vibration and an uneven field add to it. The filters' defaults
// include both for a usual sensor. Independent errors add in squares: the measured noise is added to the default, and a parameter
// changes much only if the sensor is noisier than usual.

extension SensorNoise {
  /// Tunes the parameters of the default filter to this noise; those of unknown sensors stay unchanged.
  public func tuned(_ parameters: VelocityBoundedParameters<Double>) -> VelocityBoundedParameters<Double> {
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
  public func tuned(_ parameters: MultiplicativeKalmanParameters<Double>) -> MultiplicativeKalmanParameters<Double> {
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
