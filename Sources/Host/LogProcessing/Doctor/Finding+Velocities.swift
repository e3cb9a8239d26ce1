import AttitudeFilters
import LogDiagnosis

extension Finding {
  /// The difference from the given antenna, m, and lag, s, from which on it is told, if it is as many standard deviations.
  private static let leastOffset = 0.1
  private static let leastLag = 0.03
  private static let leastDeviations = 5.0

  /// What the filter found of velocities over ground: they are not what they seem, or their antenna or lag is not as given.
  static func ofVelocities(_ setup: VelocitySetup) -> [Finding] {
    if setup.isRefuted {
      let evidence: [Evidence] = setup.isInOtherAxes ? [] : [.init("velocities over what the sensor felt", setup.scale)]
      let action =
        setup.isInOtherAxes
        ? "give (east, north): what is given looks like (\(setup.axes)); until then the filter leaves them out"
        : "give them in m/s; until then the filter leaves them out"
      return [Finding(.velocityContradicted, .doubt, evidence, advice: Advice(action: action))]
    }
    guard setup.isProven else { return [] }
    let offset = setup.antennaOffset
    let isFar = (0..<3).contains {
      let size = abs(offset[$0])
      return size > Self.leastOffset && size > Self.leastDeviations * setup.antennaStandardDeviation[$0]
    }
    let isLate = abs(setup.addedLag) > Self.leastLag
    guard isFar || isLate else { return [] }
    var evidence: [Evidence] = []
    if isFar {
      for (index, axis) in ["x", "y", "z"].enumerated() {
        evidence.append(.init("antenna_\(axis) more by", offset[index], "m"))
      }
    }
    if isLate { evidence.append(.init("velocity_lag more by", setup.addedLag, "s")) }
    return [
      Finding(
        .velocitySetup, .note, evidence,
        advice: Advice(action: "correct these parameters; the filter estimates them only while the motion shows them"))
    ]
  }
}
