import MotionSamples
import Rotations

/// The settings around a filter: conditioning and timing of raw samples, and the frame of the output.
public struct StreamSettings<Scalar: LaneElement>: Sendable {
  /// Axes, calibration and selection of sensors. The magnetometer is also unused if the frame excludes it.
  public var conditioner = SampleConditioner<Scalar>()
  /// The clock's parameters, for samples with timestamps.
  public var clock = SampleClock.Parameters()
  /// The frame of the attitude. Default: ENU.
  public var frame = ReferenceFrame.enu
  /// The angle from true to magnetic north in radians, positive east. It turns frames with `takesDeclination` to true
  /// north. Default: 0.
  public var declination: Scalar = 0.0
  /// The magnitude of gravity subtracted from the acceleration, m/s². Default: standard gravity, 9.80665. Local gravity
  /// is between 9.76 and 9.84 on land. It does not affect the attitude.
  public var gravityMagnitude: Scalar = .standardGravity

  /// The defaults.
  @export(implementation)
  public init() {}

  /// Whether the filter receives the magnetometer's readings.
  @export(implementation)
  public var usesMagnetometer: Bool { conditioner.usesMagnetometer && frame.usesMagnetometer }

  /// The conditioner, without magnetometer if the frame excludes it.
  @export(implementation)
  public var conditionerForFrame: SampleConditioner<Scalar> {
    var result = conditioner
    result.usesMagnetometer = usesMagnetometer
    return result
  }

  /// The frame before the first sample.
  @export(implementation)
  public var outputFrame: OutputFrame<Scalar> { OutputFrame(frame, declination: declination) }
}

extension SampleMerger.Parameters: NamedParameters {
  @export(implementation)
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "merger_reordering_window", "s", 0...1, &reorderingWindow,
      "For separate sensors: how late a reading may come. A long window delays every sample by as much.")
    visitor.number(
      "merger_longest_jump", "s", 1...1e8, &longestJump,
      "For separate sensors: a timestamp further than this from the newest needs a second one to be believed.")
  }
}

extension StreamSettings: NamedParameters {
  @export(implementation)
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "gravity_magnitude", "m/s^2", 1...30, &gravityMagnitude,
      "Size of gravity that is taken out of the acceleration. It does not change the attitude.")
    visitor.number(
      "declination", "rad", -Double.pi...Double.pi, &declination,
      "Angle from true to magnetic north, positive to the east: it turns the frames enu, ned, nwu and x-true-north-z-vertical to true north."
    )
    var nominalInterval = clock.nominalInterval ?? 0
    visitor.number(
      "clock_nominal_interval", "s", 0...60, &nominalInterval,
      "Interval to use before four timestamps have been seen; 0 for none, so that the first sample has no interval.")
    clock.nominalInterval = nominalInterval == 0 ? nil : nominalInterval
    visitor.number(
      "clock_gap_factor", "", 1...1e6, &clock.gapFactor,
      "A step between timestamps that is longer than this many usual ones is a gap. Near 1 jitter is taken for gaps.")
    visitor.number(
      "clock_longest_gap", "s", 60...1e8, &clock.longestGap,
      "A longer step between timestamps means that the clock was set.")
  }
}
