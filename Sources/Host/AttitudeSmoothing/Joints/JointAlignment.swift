import AttitudeFilters
import MotionSamples
import Rotations

/// The attitude of one body in another that a joint connects to it, from a sensor on each.
///
/// Both recordings are smoothed (``AttitudeSmoother``), which gives both tilts. The specific force at the joint is the same
/// in both bodies: that gives the places of the joint, the heading of one body in the other without a magnetometer, and the
/// offset of their clocks. Joints are ball joints or hinges, whose centre moves; a joint at rest gives no heading. The work is
/// in boxes of 0.1 s, in which the forces are averaged.
public struct JointAlignment: Sendable {
  /// The joint in the axes of the first sensor, m from it.
  public var firstArm: Vector3<Double> { arms.first }
  /// One standard deviation of each coordinate of `firstArm`, m.
  public var firstArmDeviation: Vector3<Double> { arms.firstDeviation }
  /// The joint in the axes of the second sensor, m from it.
  public var secondArm: Vector3<Double> { arms.second }
  /// One standard deviation of each coordinate of `secondArm`, m.
  public var secondArmDeviation: Vector3<Double> { arms.secondDeviation }
  /// The seconds to add to timestamps of the second recording to get those of the first; 0 for one clock.
  public let clockOffset: Double
  /// One standard deviation of the offset, s; 0 for one clock.
  public var clockOffsetDeviation: Double { arms.offsetDeviation }
  /// The root mean square difference of the specific forces at the joint, per axis, m/s².
  public let residual: Double
  /// Whether both sensors have a magnetic heading.
  public let usesMagneticHeading: Bool

  private let arms: JointArms
  private let rotation: JointRotation
  private let first: JointTrack
  private let second: JointTrack
  /// From seconds of the second track to those of the first.
  private let offset: Double
  /// The variance of the tilt by the biases of the accelerometers, which no averaging removes, rad².
  private let tiltOfBiases: Double
  /// The start of the first box, s after the start of the first track.
  private let origin: Double

  /// The default of the largest clock offset, s.
  public static let usualOffsetLimit = 60.0
  /// The width of a box, s.
  private static let width = 0.1
  /// The least overlap of the recordings, s.
  private static let leastDuration = 5.0
  /// Above this standard deviation, rad, a heading is unknown.
  private static let largestHeadingDeviation = 1.0

  /// Aligns two recordings.
  ///
  /// - Parameters:
  ///   - offsetLimit: The largest clock offset, s; 0 for recordings with one clock. The search covers it to both sides of
  ///     equal clocks if the recordings then overlap by half of the shorter one, else of equal starts.
  ///   - smoothing: The parameters of the smoother.
  ///
  /// Throws `tooShort`, `offsetUndetermined`, `notSmoothed`.
  public init(
    first: JointRecording, second: JointRecording, offsetLimit: Double = Self.usualOffsetLimit,
    smoothing: AttitudeSmootherParameters = AttitudeSmootherParameters()
  ) throws(JointError) {
    let (one, two) = (
      try JointTrack(first, smoothing, leastDuration: Self.leastDuration),
      try JointTrack(second, smoothing, leastDuration: Self.leastDuration)
    )
    var problem = try JointProblem(one, two, width: Self.width, leastDuration: Self.leastDuration, offsetLimit)
    try problem.solve()
    (self.first, self.second) = (one, two)
    (arms, rotation, offset, origin) = (problem.arms, problem.rotation, problem.offset, problem.origin)
    clockOffset = offsetLimit > 0 ? offset - two.start.seconds(since: one.start) : 0
    residual = problem.residual
    tiltOfBiases = problem.forceBiasVariance / Double.standardGravity.squared
    usesMagneticHeading = problem.hasHeading
  }

  /// The number of rows of the first recording with both readings.
  public var rowCount: Int { first.times.count }

  /// The attitude of the second body in the first at a row of the first recording: turns the second sensor's coordinates into
  /// the first's. Nil where the recordings do not overlap and in gaps.
  ///
  /// The standard deviations are those of the error about a level axis and about the vertical. If the heading is unknown, its
  /// standard deviation is NaN and `headingUnknown` is set.
  public func motion(atRow row: Int) -> Motion<Double>? {
    let time = first.times[row]
    // The forces of a box are at its middle.
    let place = (time - origin) / Self.width - 0.5
    guard let levelFromSecond = second.levelFromBody(at: time - offset), !rotation.states.isEmpty else { return nil }
    let inside = min(max(place, 0), Double(rotation.states.count - 1))
    let box = Int(saturating: inside)
    let (levelFromLevel, tilt, heading) = rotation.interpolated(box, inside - Double(box))
    let isKnown = heading.squareRoot() < Self.largestHeadingDeviation
    var flags = OutcomeFlags(rawValue: 0)
    flags.set(.headingUnknown, when: !isKnown)
    return Motion(
      timestamp: first.timestamps[row],
      outputFromBody: (first.levelFromBody[row].inverse * levelFromLevel * levelFromSecond).renormalized,
      tiltStandardDeviation: (tilt + tiltOfBiases).squareRoot(),
      headingStandardDeviation: isKnown ? heading.squareRoot() : .nan,
      flags: flags)
  }
}
