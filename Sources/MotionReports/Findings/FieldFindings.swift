import LogProcessing
import MotionLogs
import Rotations

// The magnetic field over the directions (check S).

extension LogInspection {
  /// A centre of the field that is not zero, or a strength that varies without it.
  var fieldFindings: [Finding] {
    guard let sphere = field.sphere, sphere.radius > 0 else { return unexplained(field.variation) }
    if let ellipsoid = field.variationFromEllipsoid, ellipsoid < 0.5 * sphere.variation,
      let severity = Threshold.softIron.severity(of: sphere.variation)
    {
      return [
        Finding(
          .softIron, severity,
          [
            .init("distance from a sphere, standard deviation", 100 * sphere.variation, "%"),
            .init("from an ellipsoid", 100 * ellipsoid, "%"), .init("directions covered", 100 * field.coverage, "%"),
          ], advice: calibration)
      ]
    }
    let offset = sphere.centre.length / sphere.radius
    // An offset explains the variation, or it is not one.
    guard sphere.variation < 0.6 * field.variation, offset < 10 else {
      return unexplained(min(field.variation, sphere.variation))
    }
    return Threshold.hardIron.finding(
      .hardIron, of: offset, "offset relative to the field",
      nil,
      [
        .init("offset x", sphere.centre.x, "uT"), .init("y", sphere.centre.y, "uT"), .init("z", sphere.centre.z, "uT"),
        .init("variation of the strength", 100 * field.variation, "%"),
        .init("variation without the offset", 100 * sphere.variation, "%"),
        .init("directions covered", 100 * field.coverage, "%"),
      ],
      advice: calibration)
  }

  private var calibration: Finding.Advice {
    Finding.Advice(
      action: "calibrate the magnetometer: 'cardan calibrate magnetometer', with turns about all axes")
  }

  private func unexplained(_ variation: Double) -> [Finding] {
    guard field.count >= 20 else { return [] }
    return Threshold.fieldVariation.finding(
      .fieldVaries, of: variation, "variation of the strength, relative", nil,
      [.init("directions covered", 100 * field.coverage, "%")],
      advice: Finding.Advice(
        options: ["--no-magnetometer"],
        action: "look for iron, motors or a magnet nearby; or calibrate the magnetometer"))
  }

  /// A strength of the field that follows the load of the motors (check U).
  var motorFindings: [Finding] {
    guard let found = motorField.correlation, Threshold.motorFieldShare.severity(of: found.share) != nil else {
      return []
    }
    return Threshold.motorField.finding(
      .fieldFollowsMotors, of: abs(found.value), "correlation", nil,
      [.init("standard deviation of the strength that the load explains", 100 * found.share, "%")],
      advice: Finding.Advice(
        options: ["--no-magnetometer"], action: "move the magnetometer away from the motors and their cables"))
  }
}
