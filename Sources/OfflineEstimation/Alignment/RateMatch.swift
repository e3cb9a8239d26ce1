import Rotations

/// Two tracks held against each other at a given offset of their clocks: the rotation that fits best, and how well it does.
struct RateMatch {
  /// The rotation that fits best.
  let firstFromSecond: Rotation<Double>
  /// The first one's mean rate less the second one's, turned and scaled.
  let biasDifference: Vector3<Double>
  /// The ratio of the rates, first to second.
  let rateRatio: Double
  /// The share of the first one's variance that is explained.
  let explained: Double
  /// The root mean square residual per axis.
  let residual: Double
  /// One standard deviation of the rotation about the first one's axes.
  let rotationDeviation: Vector3<Double>
  /// The change of the offset that makes the residuals least, to first order.
  let offsetStep: Double
  /// One standard deviation of the offset.
  let offsetDeviation: Double
  /// The rates compared.
  let count: Int

  /// The rates of both at one time, and their derivatives.
  private struct Pair {
    var first: Vector3<Double>
    var firstDerivative: Vector3<Double>
    var second: Vector3<Double>
    var derivative: Vector3<Double>
  }

  /// Rotations about a second axis must be seen with this rate in rad/s, and with this share of the main one's variance.
  private static let leastSecondRate = 0.02
  private static let leastSecondShare = 1e-3

  /// Compares the tracks where a time of the second one plus `offset` is one of the first, each from its own start.
  init(_ first: RateTrack, _ second: RateTrack, offset: Double) throws(AlignmentError) {
    // Three times through the recordings: the pairs are as many as the rates, and are not kept.
    var pairCount = 0
    var meanFirst = Vector3<Double>.zero
    var meanSecond = Vector3<Double>.zero
    Self.forEachPair(first, second, offset) { pair in
      pairCount += 1
      meanFirst += pair.first
      meanSecond += pair.second
    }
    let needed = RelativeAlignment.leastDuration
    let common = Double(pairCount) * first.interval
    guard common >= 0.9 * needed else { throw .tooShort(common: common, needed: needed) }
    let total = Double(pairCount)
    (meanFirst, meanSecond) = (meanFirst / total, meanSecond / total)
    var profile = Matrix3<Double>.zero
    var spread = Matrix3<Double>.zero
    var energy = 0.0
    Self.forEachPair(first, second, offset) { pair in
      let (centredFirst, centredSecond) = (pair.first - meanFirst, pair.second - meanSecond)
      profile += Matrix3(outerProductOf: centredFirst / total, centredSecond)
      spread += Matrix3(outerProductOf: centredSecond / total, centredSecond)
      energy += centredFirst.squaredLength / total
    }
    try Self.requireTwoAxes(profile)
    guard let rotation = Rotation(nearestTo: profile) else { throw .motionAboutOneAxis(.unitZ) }

    let turned = rotation.matrix
    let ratio = (turned.transpose * profile).trace / spread.trace
    var (squares, slope, curvature, energyOfSlope) = (0.0, 0.0, 0.0, 0.0)
    Self.forEachPair(first, second, offset) { pair in
      let rest = (pair.first - meanFirst) - ratio * rotation.rotate(pair.second - meanSecond)
      // A later second clock reads an earlier rate: the residual grows with the derivative. It is held against the derivative
      // of the first, whose noise is not that of the residual: noise is least half way between two rates, and would draw the
      // offset there.
      let derivative = ratio * rotation.rotate(pair.derivative)
      squares += rest.squaredLength
      slope += rest.dot(pair.firstDerivative)
      curvature += derivative.dot(pair.firstDerivative)
      energyOfSlope += pair.firstDerivative.squaredLength
    }
    let variance = squares / (3 * total)
    // Where the first is denser than the second, its neighbours do not count as independent.
    let independent = min(1, first.interval / second.interval)
    let seen = turned * spread * turned.transpose * (ratio * ratio)
    let information = (Matrix3(diagonal: Vector3(repeating: seen.trace)) - seen) * (total * independent)
    let inverse = information.inverse ?? .zero
    firstFromSecond = rotation
    biasDifference = meanFirst - ratio * rotation.rotate(meanSecond)
    rateRatio = ratio
    explained = 1 - squares / (total * energy)
    residual = variance.squareRoot()
    rotationDeviation = Vector3(
      x: (inverse[0, 0] * variance).squareRoot(), y: (inverse[1, 1] * variance).squareRoot(),
      z: (inverse[2, 2] * variance).squareRoot())
    offsetStep = curvature > 0 ? -slope / curvature : 0
    offsetDeviation = curvature > 0 ? (variance * energyOfSlope / independent).squareRoot() / curvature : .infinity
    count = pairCount
  }

  private static func forEachPair(
    _ first: RateTrack, _ second: RateTrack, _ offset: Double, _ body: (Pair) -> Void
  ) {
    var cursor = 0
    for (index, time) in first.times.enumerated() {
      guard let other = second.interpolated(at: time - offset, cursor: &cursor) else { continue }
      body(
        Pair(
          first: first.rate(index), firstDerivative: first.slope(at: index), second: other.rate,
          derivative: other.derivative))
    }
  }

  /// The singular values of the profile are the variances of the common motion about its axes, without the noise, which
  /// the two do not have in common.
  private static func requireTwoAxes(_ profile: Matrix3<Double>) throws(AlignmentError) {
    let square = profile * profile.transpose
    var matrix = SquareMatrix<3, Double>()
    for row in 0..<3 {
      for column in 0..<3 { matrix[row, column] = square[row, column] }
    }
    let decomposition = SymmetricEigenvectors(matrix)
    let (largest, second) = (decomposition.values[0], max(0, decomposition.values[1]))
    let least = max(leastSecondRate * leastSecondRate, leastSecondShare * largest.squareRoot())
    guard second.squareRoot() > least else {
      let axis = decomposition.vectors
      throw .motionAboutOneAxis(Vector3(x: axis[0, 0], y: axis[1, 0], z: axis[2, 0]))
    }
  }
}
