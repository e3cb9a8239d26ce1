import MotionSamples

/// What a recording does not say of itself. Units count only where the header has none: header first, then option, else
/// an error that names the column.
public struct LogOptions: Sendable {
  /// The unit of the stamps; the header's where nil.
  public var timeUnit: TimeUnit?
  /// The unit of the gyroscope; the header's where nil.
  public var angularRateUnit: AngularRateUnit?
  /// The unit of the accelerometer; the header's where nil.
  public var accelerationUnit: AccelerationUnit?
  /// The unit of the magnetometer; the header's where nil.
  public var magneticFieldUnit: MagneticFieldUnit?
  /// Rows in a second, for recordings without stamps; the first row is then at 0. Ignored where there are stamps.
  public var samplingRate: Double?
  /// Whether the magnetometer is read; without it its unit need not be known.
  public var usesMagnetometer: Bool

  /// Options from their parts; what is left out is up to the recording.
  public init(
    timeUnit: TimeUnit? = nil,
    angularRateUnit: AngularRateUnit? = nil,
    accelerationUnit: AccelerationUnit? = nil,
    magneticFieldUnit: MagneticFieldUnit? = nil,
    samplingRate: Double? = nil,
    usesMagnetometer: Bool = true
  ) {
    self.timeUnit = timeUnit
    self.angularRateUnit = angularRateUnit
    self.accelerationUnit = accelerationUnit
    self.magneticFieldUnit = magneticFieldUnit
    self.samplingRate = samplingRate
    self.usesMagnetometer = usesMagnetometer
  }
}
