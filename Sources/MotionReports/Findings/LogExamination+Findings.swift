import Geomagnetism
import LogProcessing
import MotionLogs
import Rotations

extension LogExamination {
  /// What the checks find in the rows, and in the run of the filter what the rows do not show; the most severe first.
  public func findings(earthField: GeomagneticField? = nil) -> [Finding] {
    let found = inspection.findings(earthField: earthField)
    let checks = Set(found.map(\.check))
    let others = (summary?.findings ?? []).filter { finding in
      switch finding.fact {
      case .silent, .missedRotation, .declination, .neverInitialized: true
      case .reversed: !found.contains { $0.check == .reversedSensor && $0.severity > .note }
      default:
        [.magneticDisturbance, .estimates, .gyroscopeBias].contains(finding.check) && !checks.contains(finding.check)
      }
    }
    let votes = voting?.findings(until: inspection.intervals.duration) ?? []
    return (found + others + votes + headingFindings + differenceFindings).withoutConsequences.bySeverity
  }

  /// A magnetometer whose heading is not that of the gyroscope (check T).
  private var headingFindings: [Finding] {
    guard let residual = headingResidual.rootMeanSquare else { return [] }
    return Threshold.headingResidual.finding(
      .headingDiffers, of: residual * 180 / .pi, "difference after rejection, RMS",
      advice: Finding.Advice(
        options: ["--no-magnetometer"],
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
      imu.episodes.map { episode in
        let last = max(episode.start, episode.end ?? end)
        return Finding(
          .unhealthyIMU(imu.description(of: episode)), .doubt, times: [episode.start...last],
          advice: Finding.Advice(
            options: imus.count > 2 ? ["--imu=all"] : [], action: "fuse the IMUs one by one and compare"))
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
