import Rotations

/// The best rotation between two tracks at a given clock offset, and its quality.
struct RateMatch {
  /// The best rotation.
  let firstFromSecond: Rotation<Double>
  /// The mean rate of the first minus the rotated and scaled one of the second.
  let biasDifference: Vector3<Double>
  /// The ratio of the rates of first and second.
  let rateRatio: Double
  /// The share of the variance of the first that the second explains.
  let explained: Double
  /// The root mean square residual per axis.
  let residual: Double
  /// One standard deviation of the rotation about the axes of the first.
  let rotationDeviation: Vector3<Double>
  /// The Gauss-Newton step of the offset.
  let offsetStep: Double
  /// One standard deviation of the offset.
  let offsetDeviation: Double
  /// The number of rates compared.
  let count: Int

  /// The rates of both at one time, and their derivatives.
  private struct Pair {
    var first: Vector3<Double>
    var firstDerivative: Vector3<Double>
    var second: Vector3<Double>
    var derivative: Vector3<Double>
  }

  /// The least rate about a second axis, rad/s, and its least share of the variance about the main one.
  private static let leastSecondRate = 0.02
  private static let leastSecondShare = 1e-3

  /// Compares the tracks, with `offset` added to times of the second; each counts from its own start.
  init(_ first: RateTrack, _ second: RateTrack, offset: Double) throws(AlignmentError) {
    // Three passes, so that pairs need no memory.
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
    var scatter = Matrix3<Double>.zero
    var energy = 0.0
    Self.forEachPair(first, second, offset) { pair in
      let (centredFirst, centredSecond) = (pair.first - meanFirst, pair.second - meanSecond)
      profile += Matrix3(outerProductOf: centredFirst / total, centredSecond)
      scatter += Matrix3(outerProductOf: centredSecond / total, centredSecond)
      energy += centredFirst.squaredLength / total
    }
    try Self.requireTwoAxes(profile)
    guard let rotation = Rotation(nearestTo: profile) else { throw .motionAboutOneAxis(.unitZ) }

    let turned = rotation.matrix
    let ratio = (turned.transpose * profile).trace / scatter.trace
    var (squares, slope, curvature, energyOfSlope) = (0.0, 0.0, 0.0, 0.0)
    Self.forEachPair(first, second, offset) { pair in
      let rest = (pair.first - meanFirst) - ratio * rotation.rotate(pair.second - meanSecond)
      // A later second clock reads an earlier rate, so the residual is proportional to the derivative. Its correlation is
      // with the derivative of the first: interpolation has the least noise half way between two rates, which would bias
      // the offset.
      let derivative = ratio * rotation.rotate(pair.derivative)
      squares += rest.squaredLength
      slope += rest.dot(pair.firstDerivative)
      curvature += derivative.dot(pair.firstDerivative)
      energyOfSlope += pair.firstDerivative.squaredLength
    }
    let variance = squares / (3 * total)
    // If the first is denser than the second, its neighbours are not independent.
    let independent = min(1, first.interval / second.interval)
    let seen = turned * scatter * turned.transpose * (ratio * ratio)
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

  /// Throws unless the common motion has two axes. The singular values of the profile are its variances, without the noise,
  /// which is independent.
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
