import AttitudeFilters
import Rotations

// A sensor that lies still shows the noise of the sensor; one that moves errs by more: scale, vibration, the unevenness of
// the field. The filters' defaults hold both for a usual sensor. Independent errors add in their squares, so a measured
// noise is added to the part of the default that is not the sensor's own, and a parameter changes much only where the
// sensor is worse than usual.

extension SensorNoise {
  /// The parameters of the default filter for sensors with this noise; the others, and those of sensors of which nothing
  /// is known, stay as they are.
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

  /// The parameters of the multiplicative Kalman filter for sensors with this noise.
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
