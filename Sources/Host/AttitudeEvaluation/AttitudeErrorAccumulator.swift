import Rotations

/// The root mean square error of a stream of estimates, in constant memory.
///
/// Pairs with NaN are ignored, such as truth from cameras that lost the body. Add only the rows that count, by the movement
/// mask.
public struct AttitudeErrorAccumulator: Sendable {
  /// The number of finite pairs.
  public private(set) var count = 0
  private var sumOfSquares = AttitudeError(total: 0, heading: 0, inclination: 0)
  private var offset = HeadingOffsetEstimator()

  /// An accumulator before its first pair.
  public init() {}

  /// Adds an estimate and its truth; both rotations turn body coordinates into the same reference frame.
  public mutating func add(estimate: Rotation<Double>, truth: Rotation<Double>) {
    let error = ReferenceFrameError(estimate: estimate, truth: truth)
    if error.isFinite { add(error, angles: AttitudeError(error)) }
  }

  mutating func add(_ quaternion: ReferenceFrameError, angles error: AttitudeError) {
    sumOfSquares.total += error.total * error.total
    sumOfSquares.heading += error.heading * error.heading
    sumOfSquares.inclination += error.inclination * error.inclination
    offset.add(quaternion)
    count += 1
  }

  /// The root mean square of each of the three errors, rad; NaN without pairs.
  public var rootMeanSquare: AttitudeError {
    let number = Double(count)
    return AttitudeError(
      total: (sumOfSquares.total / number).squareRoot(), heading: (sumOfSquares.heading / number).squareRoot(),
      inclination: (sumOfSquares.inclination / number).squareRoot())
  }

  /// The constant heading error whose removal maximises the mean of cos² of half the total error, in closed form. Positive is
  /// counter-clockwise seen from above, rad, in [-π, π]; 0 without pairs.
  public var bestHeadingOffset: Double { offset.best }
}

/// The errors of a recording, stored in 12 bytes per estimate, with and without the best constant heading offset.
///
/// Evaluate filters with a magnetometer with the offset, since they estimate north. Without a magnetometer, or if the truth is
/// not relative to magnetic north, the offset is arbitrary: remove it.
public struct AttitudeErrorHistory: Sendable {
  /// The errors with the offset.
  public private(set) var accumulator = AttitudeErrorAccumulator()
  private var headings: [Float] = []
  private var inclinations: [Float] = []
  private var headingDeviations: [Float] = []

  /// A history before its first pair.
  public init() {}

  /// Adds an estimate and its truth; pairs with NaN are ignored. `headingDeviation` is the standard deviation of the heading that
  /// came with the estimate, rad; NaN if it is not known.
  public mutating func add(estimate: Rotation<Double>, truth: Rotation<Double>, headingDeviation: Double = .nan) {
    let error = ReferenceFrameError(estimate: estimate, truth: truth)
    guard error.isFinite else { return }
    let angles = AttitudeError(error)
    accumulator.add(error, angles: angles)
    headings.append(Float(error.signedHeading))
    inclinations.append(Float(angles.inclination))
    headingDeviations.append(Float(headingDeviation))
  }

  /// The number of finite pairs.
  public var count: Int { accumulator.count }

  /// The root mean square of each of the three errors, rad; NaN without pairs.
  public var rootMeanSquare: AttitudeError { accumulator.rootMeanSquare }

  /// The best constant heading error, rad; see `AttitudeErrorAccumulator.bestHeadingOffset`.
  public var bestHeadingOffset: Double { accumulator.bestHeadingOffset }

  /// The root mean squares after removal of `bestHeadingOffset` from the estimates, rad; NaN without pairs. The inclination
  /// does not change.
  public var rootMeanSquareWithoutHeadingOffset: AttitudeError {
    let offset = bestHeadingOffset
    var sumOfTotals = 0.0
    var sumOfHeadings = 0.0
    for (heading, inclination) in zip(headings, inclinations) {
      let remaining = (Double(heading) - offset).wrappedToHalfTurn()
      let total = Self.total(heading: remaining, inclination: Double(inclination))
      sumOfTotals += total * total
      sumOfHeadings += remaining * remaining
    }
    let number = Double(count)
    return AttitudeError(
      total: (sumOfTotals / number).squareRoot(), heading: (sumOfHeadings / number).squareRoot(),
      inclination: rootMeanSquare.inclination)
  }

  /// The mean of the squared heading error over the variance that came with it, of the errors less `offset`, rad; NaN without
  /// variances.
  public func normalizedHeading(withoutOffset offset: Double) -> Double {
    var normalized = NormalizedErrorSquared(degreesOfFreedom: 1)
    for (heading, deviation) in zip(headings, headingDeviations) {
      let error = (Double(heading) - offset).wrappedToHalfTurn() / Double(deviation)
      if error.isFinite { normalized.add(error * error) }
    }
    return normalized.mean
  }

  /// `normalizedHeading` of a heading that is relative to the first one.
  public var normalizedHeadingSinceStart: Double { normalizedHeading(withoutOffset: Double(headings.first ?? 0)) }

  /// The angle t of a rotation about the vertical followed by one about a level axis: cos t/2 = cos h/2 cos i/2, in sines for
  /// accuracy at small angles.
  static func total(heading: Double, inclination: Double) -> Double {
    let (headingSine, headingCosine) = Double.sineAndCosine(0.5 * heading)
    let (inclinationSine, inclinationCosine) = Double.sineAndCosine(0.5 * inclination)
    let level = headingSine * inclinationCosine
    let sine = (inclinationSine * inclinationSine + level * level).squareRoot()
    return 2.0 * Double.arcTangent(y: sine, x: (headingCosine * inclinationCosine).magnitude)
  }
}

/// The constant heading error of a stream of errors, in closed form.
///
/// Rotated back by α about the vertical, an error (w, x, y, z) has the real part w cos α/2 + z sin α/2, the cosine of half the
/// total error. The sum of its squares is
///   (Σw² + Σz²)/2 + (Σw² - Σz²)/2 cos α + Σwz sin α,
/// largest at α = atan2(2 Σwz, Σw² - Σz²). For small errors this is the least-squares solution.
struct HeadingOffsetEstimator: Sendable {
  private var sumOfDifferences = 0.0
  private var sumOfProducts = 0.0

  mutating func add(_ error: ReferenceFrameError) {
    sumOfDifferences += error.w * error.w - error.z * error.z
    sumOfProducts += error.w * error.z
  }

  var best: Double { Double.arcTangent(y: 2.0 * sumOfProducts, x: sumOfDifferences) }
}
