import AttitudeSmoothing
import MotionSamples
import Rotations
import SensorCalibration

/// The reports of `cardan align`.
enum AlignReport {
  /// The report on two recordings.
  static func relative(_ alignment: RelativeAlignment, first: String, second: String) -> String {
    let deviation = Figures.degrees(alignment.rotationDeviation, decimals: 3)
    var lines = ["\(second) relative to \(first)"]
    lines += rotation(alignment.firstFromSecond, alignment.nearestAxes, "the second's axes to the first's")
    lines += [
      row("sigma", "\(deviation) deg about the first's x y z, from the noise of the rates"),
      row(
        "clock",
        "add \(Figures.fixed(alignment.clockOffset * 1e3, 3)) ± \(Figures.fixed(alignment.clockOffsetDeviation * 1e3, 3)) ms "
          + "to the second's timestamps"),
      row("bias", "first minus second: \(Figures.degrees(alignment.biasDifference, decimals: 3)) deg/s"),
      row(
        "fit",
        "\(Figures.fixed(100 * alignment.explained, 2)) % of the motion explained, \(alignment.count) rates, residual "
          + "\(Figures.degrees(alignment.residual, decimals: 3)) deg/s per axis"),
      row("rate ratio", "\(Figures.fixed(alignment.rateRatio, 4))\(warning(of: alignment.rateRatio))"),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The report on a mounting.
  static func mounting(_ mounting: SensorMounting, path: String) -> String {
    var lines = [path.printable]
    lines += rotation(mounting.bodyFromSensor, mounting.nearestAxes, "sensor axes to body axes")
    lines.append(
      row(
        "residual",
        "\(Figures.degrees(mounting.largestResidual, decimals: 2)) deg between given and measured directions"))
    return lines.joined(separator: "\n") + "\n"
  }

  /// The report on two joined bodies.
  static func joint(_ alignment: JointAlignment, logs: [String], rows: Int, rowsWithoutHeading: Int) -> String {
    let unknown = rowsWithoutHeading == 0 ? "" : ", \(rowsWithoutHeading) of them without heading: the joint rests"
    let lines = [
      "\(logs[1]) in \(logs[0]), which a joint connects",
      row("joint", arm(alignment.firstArm, alignment.firstArmDeviation) + " m from the first sensor"),
      row("", arm(alignment.secondArm, alignment.secondArmDeviation) + " m from the second sensor"),
      row(
        "clock",
        alignment.clockOffsetDeviation == 0
          ? "one for both"
          : "add \(Figures.fixed(alignment.clockOffset * 1e3, 3)) ± \(Figures.fixed(alignment.clockOffsetDeviation * 1e3, 3)) ms "
            + "to the second's timestamps"),
      row(
        "heading",
        alignment.usesMagneticHeading
          ? "from the magnetometers and the joint" : "from the acceleration of the joint alone"),
      row("fit", "residual \(Figures.fixed(alignment.residual, 3)) m/s^2 per axis at the joint"),
      row("rows", "\(rows)\(unknown)"),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func arm(_ arm: Vector3<Double>, _ deviation: Vector3<Double>) -> String {
    (0..<3).map { "\(Figures.fixed(arm[$0], 3)) ± \(Figures.fixed(deviation[$0], 3))" }.joined(separator: ", ")
  }

  private static func rotation(
    _ rotation: Rotation<Double>, _ nearest: (mapping: AxisMapping, deviation: Double), _ meaning: String
  ) -> [String] {
    let q = rotation.quaternion
    let sign = q.w < 0 ? -1.0 : 1.0
    let parts = [q.w, q.x, q.y, q.z].map { Figures.fixed(sign * $0, 6) }.joined(separator: " ")
    return [
      row("rotation", "\(parts) (w x y z), \(Figures.degrees(rotation.angle, decimals: 3)) deg; rotates \(meaning)"),
      row(
        "axes", "--axes \(nearest.mapping), and \(Figures.degrees(nearest.deviation, decimals: 2)) deg off"),
    ]
  }

  private static func warning(of ratio: Double) -> String {
    let degree = 180 / Double.pi
    if abs(ratio / degree - 1) < 0.1 { return "; is the gyroscope of the first in deg/s?" }
    if abs(ratio * degree - 1) < 0.1 { return "; is the gyroscope of the second in deg/s?" }
    return abs(ratio - 1) > 0.1 ? "; the scales or units of the two differ" : ""
  }

  private static func row(_ name: String, _ text: String) -> String { "  \(name)".padding(to: 14) + text }
}
