import LogProcessing
import MotionLogs
import Rotations

// Small rotations between the sensors (check F). Gravity shows the angle between gyroscope and accelerometer where the log turns, the
// field that between gyroscope and magnetometer; the dip shows which of both is turned.

extension LogInspection {
  /// A sensor whose axes are turned by a small angle.
  var misalignmentFindings: [Finding] {
    if let ofForce = forceAngle {
      return misalignment(of: isGyroscopeTurned(ofForce) ? .gyroscope : .accelerometer, ofForce)
    }
    guard let estimate = fieldAngle else { return [] }
    let rotation = Rotation(rotationVector: estimate.angle)
    guard gyroscopeInMagnetometer.share(of: rotation.matrix) > 0.95, let asGiven = dip.sineAboveHorizon(),
      let turned = dip.sineAboveHorizon(field: rotation.matrix.transpose)
    else { return [] }
    if turned.variance < 0.95 * asGiven.variance { return misalignment(of: .magnetometer, estimate) }
    // Gravity shows the turn as well, where accelerations do not hide it.
    let ofGravity = gyroscopeInAccelerometer.share(of: rotation.matrix)
    let isBetter = ofGravity > gyroscopeInAccelerometer.share(of: Matrix3.identity)
    guard turned.variance > 1.05 * asGiven.variance, ofGravity > 0.3, isBetter else { return [] }
    return misalignment(of: .gyroscope, estimate)
  }

  /// The small angle between gyroscope and accelerometer that explains most of what varies in gravity; a large bias of the gyroscope
  /// seems a large angle.
  private var forceAngle: Misalignment.Estimate? {
    guard let estimate = gravityConstancy.misalignment.estimate, estimate.share > 0.65, estimate.angle.length < 0.5,
      estimate.standardDeviation < 0.07,
      gravityConstancy.fit?.candidates.contains(.identity) ?? false, !misalignment(of: .accelerometer, estimate).isEmpty
    else { return nil }
    return estimate
  }

  /// The angle between gyroscope and magnetometer; a field that differs from place to place seems to turn.
  private var fieldAngle: Misalignment.Estimate? {
    guard gyroscopeInMagnetometer.fit?.best.isIdentity ?? false, field.variation < 0.08 else { return nil }
    return gyroscopeInMagnetometer.misalignment.estimate
  }

  /// Whether the field shows the turn that gravity shows.
  private func isGyroscopeTurned(_ ofForce: Misalignment.Estimate) -> Bool {
    fieldAngle.map { ($0.angle - ofForce.angle).length < 0.5 * ofForce.angle.length } ?? false
  }

  private func misalignment(of sensor: Finding.Sensor, _ estimate: Misalignment.Estimate) -> [Finding] {
    let degrees = 180 / Double.pi
    let (angle, sigma) = (estimate.angle, estimate.standardDeviation)
    guard Threshold.misalignment.severity(of: (angle.length - 3 * sigma) * degrees) != nil,
      let severity = Threshold.misalignment.severity(of: angle.length * degrees)
    else { return [] }
    let parts = zip(["about x", "y", "z"], 0..<3).map { Finding.Evidence($0, angle[$1] * degrees, "deg") }
    return [
      Finding(
        .misaligned(sensor), severity,
        [.init("angle", angle.length * degrees, "deg"), .init("standard deviation", sigma * degrees, "deg")] + parts,
        advice: Finding.Advice(
          action:
            "correct the mounting of the sensors against each other, or calibrate them together: 'cardan calibrate all'"
        ))
    ]
  }
}
