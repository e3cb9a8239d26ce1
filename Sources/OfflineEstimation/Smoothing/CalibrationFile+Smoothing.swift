extension CalibrationFile {
  /// What the smoother found out about the sensors of a recording, as a calibration that a filter can start from.
  ///
  /// The magnetometer has a section where a hard iron was found. Its lag is kept beside the model, which cannot express it.
  public init(_ errors: SmoothedSensorErrors, provenance: Provenance? = nil) {
    self.init(provenance: provenance)
    gyroscope = GyroscopeSection(model: errors.gyroscope)
    gyroscope?.matrixStandardDeviation = errors.gyroscopeMatrixDeviation
    accelerometer = AccelerometerSection(model: errors.accelerometer)
    if errors.magnetometerHardIron != nil {
      magnetometer = MagnetometerSection(model: errors.magnetometer)
      magnetometer?.delay = errors.magnetometerLag
    }
  }
}
