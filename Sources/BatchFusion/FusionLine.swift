import AttitudeFilters
import MotionLogs
import MotionSamples
import OfflineEstimation
import Rotations

/// The state of one log on its way to attitude, row by row: axes, clock, filter, gravity, frame.
struct FusionLine<Filter: AttitudeFilter> where Filter.Scalar == Double {
  /// The filter, whose attitude is in ENU.
  private(set) var filter: Filter
  private var clock = SampleClock()
  private let separator = GravitySeparator<Double>()
  private let referenceFrame: ReferenceFrame
  private let axisMapping: AxisMapping
  private let isMapped: Bool
  /// Nil for perfect sensors.
  private let deviceModel: DeviceModel<Double>?
  private let gyroscopeTemperature: BiasTemperatureModel?
  private let usesMagnetometer: Bool
  private var outputFromENU = Rotation<Double>.identity
  private var isFrameFixed = false
  private let needsGravity: Bool
  private let needsSigma: Bool

  init(filter: Filter, fusion: LogFusion) {
    self.filter = filter
    referenceFrame = fusion.referenceFrame
    axisMapping = fusion.axisMapping
    isMapped = fusion.axisMapping != .identity
    needsGravity = !fusion.columns.isDisjoint(with: [.gravity, .userAcceleration])
    needsSigma = fusion.columns.contains(.sigma)
    gyroscopeTemperature = fusion.gyroscopeTemperature
    let isCalibrated = fusion.deviceModel != .identity || fusion.gyroscopeTemperature != nil
    deviceModel = isCalibrated ? fusion.deviceModel : nil
    usesMagnetometer = fusion.usesMagnetometer && fusion.referenceFrame.usesMagnetometer
  }

  /// Turns a row to body axes, its truth included, calibrates it and takes away what is not to be used; mostly there is
  /// nothing to do, and nothing is copied. Always inlined: a call would copy the whole filter.
  @inline(__always)
  func bringToBody(_ record: inout LogRecord) {
    if isMapped {
      record.angularRate = axisMapping.apply(to: record.angularRate)
      record.specificForce = axisMapping.apply(to: record.specificForce)
      record.magneticField = axisMapping.apply(to: record.magneticField)
      let sensorFromBody = Rotation<Double>(matrix: axisMapping.inverse.bodyFromSensor())
      record.trueReferenceFromBody = record.trueReferenceFromBody.map { $0 * sensorFromBody }
    }
    if let deviceModel {
      var gyroscope = deviceModel.gyroscope
      if let gyroscopeTemperature { gyroscope.bias = gyroscopeTemperature.bias(at: record.temperature) }
      record.angularRate = gyroscope.apply(to: record.angularRate)
      record.specificForce = deviceModel.accelerometer.apply(to: record.specificForce)
      record.magneticField = deviceModel.magnetometer.apply(to: record.magneticField)
    }
    if !usesMagnetometer { record.magneticField = .absent }
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
    let enuFromBody = filter.referenceFromBody
    fixFrame(enuFromBody, declination, isInitializing: outcome.isInitializing)
    attitude.timestamp = record.timestamp
    attitude.referenceFromBody = outputFromENU * enuFromBody
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
    guard !isFrameFixed else { return }
    outputFromENU = referenceFrame.outputFromENU(startingAt: enuFromBody, declination: declination)
    isFrameFixed = !referenceFrame.startsAtZeroHeading || !usesMagnetometer || !isInitializing
  }
}
