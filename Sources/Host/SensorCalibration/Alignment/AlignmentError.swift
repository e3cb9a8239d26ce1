import Rotations

/// Why an alignment cannot be determined. Angles in rad, rates in rad/s, times in s.
public enum AlignmentError: Error, Equatable, Sendable {
  /// The recordings overlap for less than `needed` seconds.
  case tooShort(common: Double, needed: Double)
  /// Hardly any rotation; the root mean square rate about the mean.
  case tooLittleMotion(rate: Double)
  /// The angular rates do not agree; their best correlation at any offset.
  case notCorrelated(best: Double)
  /// All motion is about one axis, in the axes of the first sensor: the rotation about it is undetermined.
  case motionAboutOneAxis(Vector3<Double>)
  /// No rest.
  case noRest
  /// No turn after a rest is large enough; the largest in rad.
  case noTurn(largest: Double)
  /// The axis of the turn changes; the share of the turn that is about its mean axis.
  case turnNotAboutOneAxis(share: Double)
  /// All directions are on one line: the rotation about it is undetermined.
  case directionsOnOneLine
  /// The measured directions contradict the given ones by this angle.
  case contradiction(angle: Double)
}

extension AlignmentError: CustomStringConvertible {
  /// What is wrong, and what to record instead.
  public var description: String {
    switch self {
    case .tooShort(let common, let needed):
      return
        "the recordings overlap for \(Self.rounded(common)) s, \(Self.rounded(needed)) s needed; record longer, or allow a "
        + "larger clock offset"
    case .tooLittleMotion(let rate):
      return
        "the sensors hardly rotate (\(Self.degrees(rate)) deg/s); turn both together by hand, about all three axes, for half a "
        + "minute"
    case .notCorrelated(let best):
      return
        "the angular rates do not agree (best correlation \(Self.rounded(best)) of 1); check that both sensors are on one "
        + "rigid body, the units, and the largest clock offset"
    case .motionAboutOneAxis(let axis):
      let text = [axis.x, axis.y, axis.z].map { "\(Self.rounded($0))" }.joined(separator: ", ")
      return
        "all motion is about one axis, (\(text)) of the first sensor, which leaves the rotation about it undetermined; turn the "
        + "sensors about a second axis too"
    case .noRest: return "no rest of two seconds; begin with a rest in the known pose"
    case .noTurn(let largest):
      return
        "the largest turn after a rest is \(Self.degrees(largest)) deg; after the rest turn the body by 45 to 120 degrees about "
        + "the known axis, and let it rest again"
    case .turnNotAboutOneAxis(let share):
      return
        "only \(Self.rounded(100 * share)) % of the turn is about one axis; turn the body in one go about the known axis"
    case .directionsOnOneLine:
      return
        "the directions are on one line, which leaves the rotation about it undetermined; turn about a level axis, or add a "
        + "rest in another pose"
    case .contradiction(let angle):
      return
        "the measured directions contradict the given ones by \(Self.degrees(angle)) deg; check the axis that was up, the axis "
        + "of the turn, and its sense"
    }
  }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
  private static func degrees(_ angle: Double) -> Double { (angle * 1800 / .pi).rounded() / 10 }
}
