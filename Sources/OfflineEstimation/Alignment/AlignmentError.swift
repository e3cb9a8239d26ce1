import Rotations

/// Why an alignment cannot be found, with what to do about it. Angles in rad, rates in rad/s, times in s.
public enum AlignmentError: Error, Equatable, Sendable {
  /// The recordings have less than `needed` seconds in common.
  case tooShort(common: Double, needed: Double)
  /// The recordings hardly turn: `rate` is the root mean square about the mean.
  case tooLittleMotion(rate: Double)
  /// What one turns the other does not; the best correlation of the angular rates at any offset.
  case notCorrelated(best: Double)
  /// All motion is about one axis, given in the axes of the first sensor: the turn about it is not determined.
  case motionAboutOneAxis(Vector3<Double>)
  /// The sensor never lay still.
  case noRest
  /// No turn is large enough after a rest; the largest in rad.
  case noTurn(largest: Double)
  /// The turn wanders: the share of it that is about its mean axis.
  case turnNotAboutOneAxis(share: Double)
  /// All directions lie on one line: the turn about it is not determined.
  case directionsOnOneLine
  /// The directions measured contradict those given, by this angle.
  case contradiction(angle: Double)
}

extension AlignmentError: CustomStringConvertible {
  /// One sentence about the recording, and one about a better one.
  public var description: String {
    switch self {
    case .tooShort(let common, let needed):
      return
        "the recordings have \(Self.rounded(common)) s in common, and \(Self.rounded(needed)) s are needed; record for longer, "
        + "or allow a larger offset of the clocks"
    case .tooLittleMotion(let rate):
      return
        "the sensors hardly turn (\(Self.degrees(rate)) deg/s); turn both together by hand, about all three axes, for half a "
        + "minute"
    case .notCorrelated(let best):
      return
        "the two do not turn together (best correlation \(Self.rounded(best)) of 1); are they on one rigid body, are the "
        + "units right, and may the clocks differ by more than was searched?"
    case .motionAboutOneAxis(let axis):
      let text = [axis.x, axis.y, axis.z].map { "\(Self.rounded($0))" }.joined(separator: ", ")
      return
        "all motion is about one axis, (\(text)) of the first sensor, so that the turn about it is not determined; turn the "
        + "sensors about a second axis as well"
    case .noRest: return "the sensor never lies still for two seconds; begin with a rest in the known pose"
    case .noTurn(let largest):
      return
        "the largest turn after a rest is \(Self.degrees(largest)) deg; after the rest turn the body by 45 to 120 degrees about "
        + "the known axis, and let it rest again"
    case .turnNotAboutOneAxis(let share):
      return
        "only \(Self.rounded(100 * share)) % of the turn is about one axis; turn the body in one go about the known axis"
    case .directionsOnOneLine:
      return
        "the directions lie on one line, so that the turn about it is not determined; turn about a level axis, or add a rest "
        + "in another pose"
    case .contradiction(let angle):
      return
        "the measured directions contradict the given ones by \(Self.degrees(angle)) deg; check which axis is up and about "
        + "which one the body was turned, and its sense"
    }
  }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
  private static func degrees(_ angle: Double) -> Double { (angle * 1800 / .pi).rounded() / 10 }
}
