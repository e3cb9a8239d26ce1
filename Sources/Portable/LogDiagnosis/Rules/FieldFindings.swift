import LogTables
import Rotations

// The magnetic field over the directions (check S).

extension LogInspection {
  /// A centre of the field that is not zero, or a strength that varies without it.
  var fieldFindings: [Finding] {
    let iron = ironByRotation
    guard iron.isEmpty else { return iron }
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

  /// Iron that the rotation of the field shows, and that explains why its strength varies.
  var ironByRotation: [Finding] {
    guard let found = fieldAgreement.estimate, let given = field.sphere(without: .zero),
      let centred = field.sphere(without: found.offset),
      let corrected = field.sphere(without: found.offset, shape: found.shape)
    else { return [] }
    let spreads = [given, centred, corrected].map { $0.variation * $0.radius }
    /// What a correction explains of the spread, µT; zero for one that explains little of it.
    func explained(_ before: Double, _ after: Double, least: Double) -> Double {
      after < least * before ? (before * before - after * after).squareRoot() : 0
    }
    var iron: [Finding] = []
    let offset = found.offset.length
    // Few directions show little of an offset, and hardly any of different scales.
    let isOffset =
      Threshold.hardIron.severity(of: (offset - 3 * found.offsetDeviation) / centred.radius) != nil
      && explained(spreads[0], spreads[1], least: 0.85) > 0.03 * offset
    if isOffset {
      iron += Threshold.hardIron.finding(
        .hardIron, of: offset / centred.radius, "offset relative to the field", nil,
        [
          .init("standard deviation", found.offsetDeviation / centred.radius), .init("offset x", found.offset.x, "uT"),
          .init("y", found.offset.y, "uT"), .init("z", found.offset.z, "uT"),
          .init("variation of the strength", spreads[0], "uT"),
          .init("variation without the offset", spreads[1], "uT"),
        ], advice: calibration)
    }
    let (before, radius) = isOffset ? (spreads[1], centred.radius) : (spreads[0], given.radius)
    if Threshold.softIron.severity(of: found.distortion - 3 * found.distortionDeviation) != nil,
      explained(before, spreads[2], least: 0.85) > 0.3 * found.distortion * radius
    {
      iron += Threshold.softIron.finding(
        .softIron, of: found.distortion, "change of the strength over the directions, RMS", nil,
        [
          .init("standard deviation", found.distortionDeviation), .init("variation of the strength", before, "uT"),
          .init("variation without it", spreads[2], "uT"),
        ], advice: calibration)
    }
    return iron
  }

  private var calibration: Finding.Advice {
    Finding.Advice(
      action:
        "calibrate it from turns about all axes: 'cardan calibrate magnetometer LOG -o FILE', then use --calibration FILE"
    )
  }

  private func unexplained(_ variation: Double) -> [Finding] {
    guard field.count >= 20 else { return [] }
    return Threshold.fieldVariation.finding(
      .fieldVaries, of: variation, "variation of the strength, relative", nil,
      [.init("directions covered", 100 * field.coverage, "%")],
      advice: Finding.Advice(
        [.withoutMagnetometer],
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
        [.withoutMagnetometer], action: "move the magnetometer away from the motors and their cables"))
  }
}
