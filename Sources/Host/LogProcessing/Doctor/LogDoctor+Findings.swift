import Geomagnetism
import LogDiagnosis
import LogFormats
import LogTables
import Rotations

extension LogDoctor {
  /// What the checks find in the rows, and in the run of the filter what the rows do not show; the most severe first.
  public func findings(earthField: GeomagneticField? = nil) -> [Finding] {
    var found = inspection.findings(earthField: earthField)
    let hasOtherOrder =
      summary?.findings.contains { $0.fact == .conjugatedTruth || $0.fact == .reorderedTruth } ?? false
    // Against an attitude that turns the other way the gyroscope seems to have other axes.
    if hasOtherOrder { found.removeAll { $0.fact.comparesGyroscopeAxes } }
    let hasOtherTruth = found.contains { $0.check == .estimates && $0.severity == .unusable }
    let checks = Set(found.filter { $0.severity > .note }.map(\.check))
    let others = (summary?.findingsBesideSigns ?? []).filter { finding in
      switch finding.fact {
      case .silent, .missedRotation, .declination, .neverInitialized: true
      case .reversed: !hasOtherTruth && !checks.contains(.axes) && !checks.contains(.reversedSensor)
      case .conjugatedTruth, .reorderedTruth: true
      // In long turns the tilt is wrong, not the field: what disturbs it changes its strength.
      case .fieldDisturbed: inspection.magnetometer.variation > 0.03 && !checks.contains(finding.check)
      default:
        [.magneticDisturbance, .estimates, .gyroscopeBias].contains(finding.check) && !checks.contains(finding.check)
      }
    }
    let votes = voting?.findings(until: inspection.intervals.duration) ?? []
    let all = (found + others + votes + headingFindings + differenceFindings).withoutConsequences.bySeverity
    return (all + (all.allSatisfy(\.leavesTilt) ? verticalFindings : [])).bySeverity
  }

  /// An accelerometer with a wrong scale that never rests (check B).
  private var verticalFindings: [Finding] {
    // Two filters, or the truth, agree on the tilt.
    let errors = summary?.errors
    let tilt =
      difference?.rootMeanSquare?.inclination ?? (errors.map { $0.count > 0 ? $0.rootMeanSquare.inclination : 0 } ?? 0)
    guard inspection.force.quietMagnitude == nil, tilt < 0.06, let mean = verticalForce.mean else { return [] }
    return Finding.verticalForce(mean.value, margin: 3 * mean.standardError)
  }

  /// A magnetometer whose heading is not that of the gyroscope (check T).
  private var headingFindings: [Finding] {
    guard let residual = headingResidual.rootMeanSquare else { return [] }
    return Threshold.headingResidual.finding(
      .headingDiffers, of: residual * 180 / .pi, "difference after rejection, RMS",
      advice: Finding.Advice(
        [.withoutMagnetometer],
        action: "look for steel, motors or magnets nearby, and calibrate the magnetometer"))
  }

  /// A log on which two filters disagree (check W).
  private var differenceFindings: [Finding] {
    guard let found = difference?.rootMeanSquare else { return [] }
    let (tilt, heading) = (found.inclination * 180 / .pi, found.heading * 180 / .pi)
    let advice = Finding.Advice(action: "look at that time; accelerations that last deceive VQF, a large bias both")
    let times = inspection.times(from: found.worst, for: 0)
    let tilts = Threshold.inclinationDifference.finding(
      .differsFromOtherFilter, of: tilt, "tilt, RMS", times: times, advice: advice)
    // A wrong tilt turns the heading too; without a magnetometer both headings drift.
    guard tilts.isEmpty, inspection.magnetometer.count > 0 else { return tilts }
    return Threshold.headingDifference.finding(
      .differsFromOtherFilter, of: heading, "heading, RMS", times: times, advice: advice)
  }
}

extension VotingSummary {
  /// IMUs that are not healthy, and lasting differences between those that are (check V); `end` is the last time in s.
  func findings(until end: Double) -> [Finding] {
    let episodes = imus.flatMap { imu in
      imu.episodes.prefix(1).map { first in
        let times = imu.episodes.map { $0.start...max($0.start, $0.end ?? end) }
        let others = imu.episodes.count > 1 ? ", and \(imu.episodes.count - 1) times more" : ""
        return Finding(
          .unhealthyIMU(imu.description(of: first) + others), .doubt, times: times,
          advice: Finding.Advice(
            imus.count > 2 ? [.allIMUs] : [], action: "fuse the IMUs one by one and compare"))
      }
    }
    guard episodes.isEmpty else { return episodes }
    func largest(_ offset: (IMU) -> Vector3<Double>) -> Double {
      imus.indices.flatMap { first in imus[..<first].map { (offset(imus[first]) - offset($0)).length } }.max() ?? 0
    }
    let advice = Finding.Advice(action: "calibrate each IMU, and look at their mounting and temperature")
    return Threshold.gyroscopesDiffer.finding(
      .imusDiffer(.gyroscope), of: largest { $0.health.gyroscope.offset } * 180 / .pi, "largest difference",
      advice: advice)
      + Threshold.accelerometersDiffer.finding(
        .imusDiffer(.accelerometer), of: largest { $0.health.accelerometer.offset }, "largest difference",
        advice: advice)
  }
}

extension Finding {
  /// Whether the filter's tilt is right in spite of the finding.
  fileprivate var leavesTilt: Bool {
    if severity == .note || fact.sensor == .magnetometer { return true }
    return check == .noise || check == .gyroscopeBias || check == .heldReadings || check == .severalSensors
      || check == .sensorDelay || check == .file
  }
}

extension Finding.Fact {
  /// Whether the axes of the gyroscope are compared with those of another sensor or of the truth.
  fileprivate var comparesGyroscopeAxes: Bool {
    switch self {
    case .wrongAxes(.gyroscope, _), .truthOfOtherAxes: true
    default: false
    }
  }
}
