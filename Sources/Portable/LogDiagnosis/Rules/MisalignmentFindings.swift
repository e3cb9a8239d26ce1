import LogTables
import MotionSamples
import Rotations

// Small rotations between the sensors (check F). Gravity shows the angle between gyroscope and accelerometer where the log turns, the
// field that between gyroscope and magnetometer; a gyroscope is turned against both.

extension LogInspection {
  /// A sensor whose axes are turned by a small angle.
  var misalignmentFindings: [Finding] {
    guard let (sensor, found) = turnedSensor else { return [] }
    let (angle, sigma) = (found.angle, found.sigma)
    let degrees = 180 / Double.pi
    let parts = zip(["about x", "y", "z"], 0..<3).map { Finding.Evidence($0, angle[$1] * degrees, "deg") }
    return Threshold.misalignment.finding(
      .misaligned(sensor), of: angle.length * degrees, "angle", nil,
      [.init("standard deviation", sigma * degrees, "deg")] + parts,
      advice: Finding.Advice(
        action: "write the angle with 'cardan doctor LOG --save-calibration FILE' and use --calibration FILE; "
          + "or correct the mounting"))
  }

  /// The sensor whose axes are turned, and its angle; nil if none is.
  private var turnedSensor: (sensor: Finding.Sensor, angle: Angle)? {
    let (ofForce, ofField) = (forceAngle, fieldAngle)
    if let ofForce, isLarge(ofForce) {
      let isGyroscope = ofField.map { ($0.angle - ofForce.angle).length < 0.5 * ofForce.angle.length } ?? false
      return (isGyroscope ? .gyroscope : .accelerometer, ofForce)
    }
    guard let ofField, isLarge(ofField) else { return nil }
    // Gravity shows that it is the magnetometer, or the dip.
    if let ofForce, (ofForce.angle - ofField.angle).length > 4 * ofForce.sigma + 0.5 * ofField.angle.length {
      return (.magnetometer, ofField)
    }
    let back = Rotation(rotationVector: -ofField.angle)
    guard let asGiven = dip.sineAboveHorizon(), let turned = dip.sineAboveHorizon(field: back.matrix) else {
      return nil
    }
    if turned.variance < 0.95 * asGiven.variance { return (.magnetometer, ofField) }
    return turned.variance > 1.05 * asGiven.variance ? (.gyroscope, ofField) : nil
  }

  /// The calibration that undoes the turned axes, the gains of single axes and the iron among findings, as far as the motion shows them; nil without.
  package func correction(of findings: [Finding]) -> DeviceCalibration<Double>? {
    let facts = Set(findings.filter { $0.severity > .note }.map { $0.fact })
    var calibration = DeviceCalibration<Double>.identity
    var fieldMatrix = Matrix3<Double>.identity
    if let (sensor, found) = turnedSensor, facts.contains(.misaligned(sensor)), case let angle = found.angle {
      switch sensor {
      case .gyroscope: calibration.gyroscope.matrix = Rotation(rotationVector: angle).matrix
      case .magnetometer: fieldMatrix = Rotation(rotationVector: -angle).matrix
      default: calibration.accelerometer.matrix = Rotation(rotationVector: -angle).matrix
      }
    }
    if let gain = gyroscopeGain, facts.contains(.wrongAxisScale(.gyroscope, axis: gain.axis.place)) {
      calibration.gyroscope.matrix = calibration.gyroscope.matrix * gain.matrix
    }
    if let gain = accelerometerGain, facts.contains(.wrongAxisScale(.accelerometer, axis: gain.axis.place)) {
      calibration.accelerometer.matrix = calibration.accelerometer.matrix * gain.matrix
    }
    var offset = Vector3<Double>.zero
    if let found = fieldAgreement.estimate {
      let iron = Set(ironByRotation.map { $0.fact }).intersection(facts)
      if iron.contains(.hardIron) { offset = found.offset }
      if iron.contains(.softIron) { fieldMatrix = fieldMatrix * (.identity - found.softIron) }
    }
    calibration.magnetometer =
      SensorModel(softIron: fieldMatrix, hardIronAfterSoftIron: offset) ?? .identity
    return calibration == .identity ? nil : calibration
  }

  /// The least part of the squared residuals that an angle explains: motion that is tied to the rotation seems an angle, too.
  private static let leastExplained = 0.4

  /// A rotation between two sensors, the standard deviation of a component, rad, and the part of the squared residuals that only it
  /// explains.
  private typealias Angle = (angle: Vector3<Double>, sigma: Double, explained: Double)

  /// The angle between gyroscope and accelerometer. A large bias of the gyroscope seems an angle, and so does motion, but not in both
  /// bands of frequencies.
  private var forceAngle: Angle? {
    guard let (fast, slow) = forceAgreement.estimates, slow.angle.length < 0.5, slow.angleDeviation < 0.052,
      fast.angleDeviation < 0.07, slow.bias.length - 2 * slow.biasDeviation < 0.026,
      (fast.angle - slow.angle).length < max(0.5 * slow.angle.length, 3 * slow.angleDeviation)
    else { return nil }
    return (slow.angle, slow.angleDeviation, slow.explained.angle)
  }

  /// The angle between gyroscope and magnetometer; a field that differs from place to place seems to turn.
  private var fieldAngle: Angle? {
    guard gyroscopeInMagnetometer.fit?.best.isIdentity ?? false, let found = fieldAgreement.estimate,
      found.angle.length < 0.5, found.angleDeviation < 0.023
    else { return nil }
    return (found.angle, found.angleDeviation, found.explained.angle)
  }

  /// Whether an angle is larger than the smallest that counts, by three standard deviations, and the recording needs it.
  private func isLarge(_ found: Angle) -> Bool {
    found.explained > Self.leastExplained
      && Threshold.misalignment.severity(of: (found.angle.length - 3 * found.sigma) * 180 / .pi) != nil
  }
}
