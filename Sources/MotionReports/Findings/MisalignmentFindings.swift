import LogProcessing
import MotionLogs
import Rotations

// Small rotations between the sensors (check F). The gyroscope against the magnetometer gives the angle; the dip of the field and the
// accelerometer show which of both is turned.

extension LogInspection {
  /// A sensor whose axes are turned by a small angle.
  var misalignmentFindings: [Finding] {
    guard let fit = gyroscopeInMagnetometer.fit else {
      return misalignment(of: .accelerometer, gyroscopeInAccelerometer, leastShare: 0.93)
    }
    if let force = forceMisalignment { return force }
    // A field that differs from place to place seems to turn.
    guard fit.best.isIdentity, field.variation < 0.08, let estimate = gyroscopeInMagnetometer.misalignment.estimate
    else { return [] }
    let rotation = Rotation(rotationVector: estimate.angle)
    guard let asGiven = dip.sineAboveHorizon(), let turned = dip.sineAboveHorizon(field: rotation.matrix.transpose)
    else { return [] }
    let ofGravity = gyroscopeInAccelerometer.share(of: rotation.matrix)
    let isBetter = ofGravity > gyroscopeInAccelerometer.share(of: Matrix3.identity)
    if turned.variance < 0.95 * asGiven.variance {
      return misalignment(of: .magnetometer, gyroscopeInMagnetometer, leastShare: 0.95)
    }
    // Gravity shows the turn as well, where accelerations do not hide it.
    guard turned.variance > 1.05 * asGiven.variance, ofGravity > 0.3, isBetter else { return [] }
    return misalignment(of: .gyroscope, gyroscopeInMagnetometer, leastShare: 0.95)
  }

  /// An accelerometer that is turned against the gyroscope by what makes the dip constant, while the field agrees with the gyroscope.
  private var forceMisalignment: [Finding]? {
    guard gyroscopeInMagnetometer.fit?.best.isIdentity ?? false,
      let estimate = gyroscopeInAccelerometer.misalignment.estimate
    else { return nil }
    let rotation = Rotation(rotationVector: estimate.angle)
    guard let asGiven = dip.sineAboveHorizon(), let turned = dip.sineAboveHorizon(field: rotation.matrix),
      turned.variance < 0.6 * asGiven.variance
    else { return nil }
    let found = misalignment(of: .accelerometer, gyroscopeInAccelerometer, leastShare: 0.3)
    return found.isEmpty ? nil : found
  }

  private func misalignment(
    of sensor: Finding.Sensor, _ consistency: AxisConsistency, leastShare: Double
  ) -> [Finding] {
    guard let fit = consistency.fit, fit.best.isIdentity, let (angle, sigma) = consistency.misalignment.estimate,
      consistency.share(of: Rotation(rotationVector: angle).matrix) > leastShare
    else { return [] }
    let degrees = 180 / Double.pi
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
