import AttitudeFilters
import MotionSamples
import NumericalMethods
import Rotations

/// The estimate of one window; without magnetometer its heading is arbitrary.
struct WindowEstimate: Sendable {
  var smoothed: [SmoothedSample] = []
  /// The samples that are knots.
  var knots: [Int]
  let hasHeading: Bool
  var window: SmoothedRecording.Window

  /// Nil if the work is not wanted.
  init?(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, _ timeline: SampleTimeline, from first: FirstEstimate,
    _ targets: VelocityTargets, _ parameters: AttitudeSmootherParameters, _ isWanted: () -> Bool
  ) throws(LinearAlgebraError) {
    var problem = SmoothingProblem(samples, timeline, from: first, targets, parameters)
    guard let equations = try problem.solve(while: isWanted) else { return nil }
    let variances = try problem.attitudeVariances(equations)
    // Frees memory for the result.
    problem.intervals = []
    knots = timeline.knots
    hasHeading = problem.hasHeading
    window = .init(
      samples: 0..<samples.count, sensorErrors: try problem.sensorErrors(equations.elimination),
      iterationCount: problem.iterationCount, missedRotationCount: problem.suspects.count,
      refusedVelocityShare: problem.targets.refusedShare, contradictsVelocities: problem.targets.areContradicted)
    smoothed.reserveCapacity(samples.count)
    problem.forEachSample(variances) { smoothed.append($1) }
  }

  /// Above these mean squared differences of tilt and of heading, in variances of the causal filter, of which the expected value
  /// is at most 1, its estimate is the better one (56).
  private static let largestDifference = (tilt: 5.0, heading: 3.5)
  /// The most that one knot counts, in variances: a rotation that the filter missed, and noticed late, decides nothing alone.
  private static let mostOfOneKnot = 25.0
  /// The share of the knots at the start that does not count, while the filter starts.
  private static let shareOfStart = 0.05

  /// The mean squared differences of tilt and of heading from the causal filter's, in its variances (56). Where the attitude bridges
  /// missing information the filter has none to compare with.
  func difference(from first: FirstEstimate) -> (tilt: Double, heading: Double) {
    var tilt = (sum: 0.0, count: 0.0)
    var headings: [(angle: Double, variance: Double)] = []
    let skipped = Int(saturating: Self.shareOfStart * Double(knots.count))
    for knot in knots.indices.dropFirst(skipped) where !smoothed[knots[knot]].isBridged {
      let error = smoothed[knots[knot]].enuFromBody * first.state.levelFromBody[knot].inverse
      let deviation = first.deviations[knot]
      let (level, heading) = error.tiltAndHeading
      let ratio = level * level / (2 * deviation.tilt * deviation.tilt)
      if ratio.isFinite { tilt = (tilt.sum + min(ratio, Self.mostOfOneKnot), tilt.count + 1) }
      if hasHeading, deviation.heading.isFinite { headings.append((heading, deviation.heading * deviation.heading)) }
    }
    // The filter's constant error of heading is that of the field, which the smoother shares.
    let (east, north) = headings.reduce((0.0, 0.0)) { sum, heading in
      let (sine, cosine) = Double.sineAndCosine(heading.angle)
      return (sum.0 + sine, sum.1 + cosine)
    }
    let mean = headings.isEmpty ? 0 : Double.arcTangent(y: east, x: north)
    let squares = headings.reduce(0) { sum, heading in
      let difference = (heading.angle - mean).wrappedToHalfTurn()
      return sum + min(difference * difference / heading.variance, Self.mostOfOneKnot)
    }
    return (tilt.sum / max(tilt.count, 1), squares / Double(max(headings.count, 1)))
  }

  /// Whether a difference is more than the filter can be wrong by (56).
  static func isTooLarge(_ difference: (tilt: Double, heading: Double)) -> Bool {
    difference.tilt > Self.largestDifference.tilt || difference.heading > Self.largestDifference.heading
  }

  /// Rotates the attitudes about the vertical.
  mutating func turn(by angle: Double) {
    guard angle != 0 else { return }
    let turn = Rotation<Double>(aboutZ: angle)
    for index in smoothed.indices { smoothed[index].enuFromBody = (turn * smoothed[index].enuFromBody).renormalized }
  }
}

extension Rotation<Double> {
  /// The angle about a level axis and, with its sign, that about the vertical, rad.
  fileprivate var tiltAndHeading: (tilt: Double, heading: Double) {
    let (level, upright) = (
      (quaternion.x * quaternion.x + quaternion.y * quaternion.y).squareRoot(),
      (quaternion.w * quaternion.w + quaternion.z * quaternion.z).squareRoot()
    )
    return (
      2 * Double.arcTangent(y: level, x: upright),
      (2 * Double.arcTangent(y: quaternion.z, x: quaternion.w)).wrappedToHalfTurn()
    )
  }
}
