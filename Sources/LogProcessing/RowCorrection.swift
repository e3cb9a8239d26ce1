import AttitudeFilters
import MotionLogs
import MotionSamples
import OfflineEstimation
import Rotations

/// What is done to the rows of a log before the filter sees them: they are turned to body axes, their truth included,
/// calibrated, and what is not to be used is taken away.
struct RowCorrection {
  private let axisMapping: AxisMapping
  private let isMapped: Bool
  /// Nil for perfect sensors.
  private let deviceModel: DeviceModel<Double>?
  private let gyroscopeTemperature: BiasTemperatureModel?
  private let usesMagnetometer: Bool

  /// What a fusion asks for.
  init(_ fusion: LogFusion) {
    axisMapping = fusion.axisMapping
    isMapped = fusion.axisMapping != .identity
    let isCalibrated = fusion.deviceModel != .identity || fusion.gyroscopeTemperature != nil
    deviceModel = isCalibrated ? fusion.deviceModel : nil
    gyroscopeTemperature = fusion.gyroscopeTemperature
    usesMagnetometer = fusion.usesMagnetometer && fusion.referenceFrame.usesMagnetometer
  }

  /// Corrects rows in place; mostly there is nothing to do, and none is looked at.
  func apply(to records: inout [LogRecord]) {
    guard isMapped || deviceModel != nil || !usesMagnetometer else { return }
    var rows = records.mutableSpan
    for index in rows.indices { apply(to: &rows[index]) }
  }

  private func apply(to record: inout LogRecord) {
    if isMapped {
      record.angularRate = axisMapping.apply(to: record.angularRate)
      record.specificForce = axisMapping.apply(to: record.specificForce)
      record.magneticField = axisMapping.apply(to: record.magneticField)
      let sensorFromBody = Rotation<Double>(matrix: axisMapping.inverse.bodyFromSensor())
      record.trueENUFromBody = record.trueENUFromBody.map { $0 * sensorFromBody }
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
}
