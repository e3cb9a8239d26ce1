import AttitudeSmoothing
import SensorCalibration

extension CalibrationFile {
  /// The smoother's sensor errors as a calibration for causal filters.
  ///
  /// The magnetometer has a section only if hard iron was estimated; its lag is stored beside the sensor model.
  public init(_ errors: SmoothedSensorErrors, provenance: Provenance? = nil) {
    self.init(provenance: provenance)
    gyroscope = GyroscopeSection(model: errors.gyroscope)
    gyroscope?.matrixStandardDeviation = errors.gyroscopeMatrixStandardDeviation
    accelerometer = AccelerometerSection(model: errors.accelerometer)
    if errors.magnetometerHardIron != nil {
      magnetometer = MagnetometerSection(model: errors.magnetometer)
      magnetometer?.delay = errors.magnetometerLag
    }
  }
}
