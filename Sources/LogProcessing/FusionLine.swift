import AttitudeFilters
import MotionLogs
import MotionSamples
import Rotations

/// The state of one log on its way from body axes to attitude, row by row: clock, filter, gravity, frame.
struct FusionLine<Filter: AttitudeFilter> where Filter.Scalar == Double {
  /// The filter, whose attitude is in ENU.
  private(set) var filter: Filter
  private var clock = SampleClock()
  private let separator = GravitySeparator<Double>()
  private let referenceFrame: ReferenceFrame
  private let usesMagnetometer: Bool
  private var outputFromENU = Rotation<Double>.identity
  private var isFrameFixed = false
  private let needsGravity: Bool
  private let needsSigma: Bool

  init(filter: Filter, fusion: LogFusion) {
    self.filter = filter
    referenceFrame = fusion.referenceFrame
    needsGravity = !fusion.columns.isDisjoint(with: [.gravity, .userAcceleration])
    needsSigma = fusion.columns.contains(.sigma)
    usesMagnetometer = fusion.usesMagnetometer && fusion.referenceFrame.usesMagnetometer
  }

  /// Takes a row in body axes and fills in the attitude after it, in the frame of the results, turned to true north by the
  /// declination in rad. Gravity and standard deviations are not numbers where they are not asked for.
  @inline(__always)
  mutating func process(_ record: borrowing LogRecord, declination: Double, into attitude: inout AttitudeRecord) {
    let reading = clock.read(Timestamp(nanoseconds: record.timestamp))
    let outcome = filter.update(
      MotionSample(
        interval: reading.interval, angularRate: record.angularRate, specificForce: record.specificForce,
        magneticField: record.magneticField))
    let enuFromBody = filter.enuFromBody
    if !isFrameFixed { fixFrame(enuFromBody, declination, isInitializing: outcome.isInitializing) }
    attitude.timestamp = record.timestamp
    attitude.outputFromBody = outputFromENU * enuFromBody
    if needsGravity {
      attitude.gravity = separator.gravity(inBodyOf: enuFromBody)
      attitude.userAcceleration = record.specificForce + attitude.gravity
    }
    attitude.angularRate = filter.correctedAngularRate
    attitude.gyroscopeBias = filter.gyroscopeBias
    if needsSigma {
      attitude.tiltStandardDeviation = tiltStandardDeviation
      attitude.headingStandardDeviation = headingStandardDeviation
    }
    attitude.flags = outcome.flags
    attitude.flags.set(.discontinuity, when: reading.isDiscontinuity)
  }

  /// The filter's standard deviation of the direction of up, in rad; not a number where it has none.
  @inline(__always)
  var tiltStandardDeviation: Double { filter.tiltStandardDeviation ?? .nan }

  /// The filter's standard deviation of the heading, in rad; not a number where it has none.
  @inline(__always)
  var headingStandardDeviation: Double { filter.headingStandardDeviation ?? .nan }

  /// Finds the frame of the results. One whose heading is that of the start follows the body until the filter, which may
  /// be learning where north is, has found its heading; without a magnetometer there is nothing to wait for.
  private mutating func fixFrame(
    _ enuFromBody: Rotation<Double>, _ declination: Double, isInitializing: Bool
  ) {
    outputFromENU = referenceFrame.outputFromENU(startingAt: enuFromBody, declination: declination)
    isFrameFixed = !referenceFrame.startsAtZeroHeading || !usesMagnetometer || !isInitializing
  }
}
