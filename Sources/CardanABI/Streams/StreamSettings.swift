import AttitudeFilters
import MotionSamples
import Rotations

/// What surrounds a filter: how raw samples become samples in body axes, and in what frame its attitude is given.
public struct StreamSettings {
  /// The frame of the attitude.
  public internal(set) var frame = ReferenceFrame.enu
  /// Whether the filter gets to see the magnetometer.
  public internal(set) var usesMagnetometer = true { didSet { findWhetherPlain() } }
  /// How the sensor is mounted in the body.
  public internal(set) var axisMapping = AxisMapping.identity { didSet { findWhetherPlain() } }
  /// The errors of the sensors in body axes.
  public internal(set) var deviceModel = DeviceModel<Real>.identity { didSet { findWhetherPlain() } }
  /// The angle from true to magnetic north in rad, positive to the east.
  public internal(set) var declination: Real = 0
  /// Tells gravity from acceleration.
  public internal(set) var separator = GravitySeparator<Real>()
  /// What can be tuned in the clock.
  public internal(set) var clock = SampleClock.Parameters()
  /// What can be tuned in the merger of separate sensors.
  var merger = SeparateSensors.Parameters()
  /// Whether raw samples are samples in body axes as they are.
  private(set) var isPlain = true
  private var isMapped = false
  private var isCalibrated = false

  /// The defaults.
  public init() {}

  private mutating func findWhetherPlain() {
    isMapped = axisMapping != .identity
    isCalibrated = deviceModel != .identity
    isPlain = !isMapped && !isCalibrated && usesMagnetometer
  }

  /// Takes every field of others by itself: the bytes between fields stay.
  mutating func copyFields(of other: Self) {
    frame = other.frame
    usesMagnetometer = other.usesMagnetometer
    axisMapping = other.axisMapping
    deviceModel.replace(with: other.deviceModel, where: true)
    declination = other.declination
    separator = other.separator
    clock.nominalInterval = other.clock.nominalInterval
    clock.gapFactor = other.clock.gapFactor
    clock.longestGap = other.clock.longestGap
    merger = other.merger
  }

  /// From ENU to a frame.
  public func outputFromENU(in frame: ReferenceFrame, startingAt firstENUFromBody: Rotation<Real>) -> Rotation<Real> {
    frame.outputFromENU(startingAt: firstENUFromBody, declination: declination)
  }

  /// The sample in body axes, calibrated and without what is not to be used. Always inlined: a call would copy the settings.
  @inline(__always)
  public func bodySample(of raw: MotionSample<Real>) -> MotionSample<Real> {
    var sample = raw
    if isMapped { sample = axisMapping.apply(to: sample) }
    if isCalibrated { sample = deviceModel.apply(to: sample) }
    if !usesMagnetometer { sample.magneticField = .absent }
    return sample
  }
}

/// The readings of separate sensors that wait for one another.
typealias SeparateSensors = SampleMerger<64, Real>
