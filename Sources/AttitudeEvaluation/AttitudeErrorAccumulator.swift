import Rotations

/// The root mean square of the errors of a stream of estimates, in constant memory.
///
/// Pairs of which one is not a number are left out, as the truth of a recording is where the cameras lost the body. The
/// movement mask is the caller's: add what counts.
public struct AttitudeErrorAccumulator: Sendable {
  /// How many pairs count.
  public private(set) var count = 0
  private var sumOfSquares = AttitudeError(total: 0, heading: 0, inclination: 0)
  private var offset = HeadingOffsetEstimator()

  /// Nothing added yet.
  public init() {}

  /// Adds the error of one estimate; both rotations from body to the same reference frame.
  public mutating func add(estimate: Rotation<Double>, truth: Rotation<Double>) {
    let error = EarthFrameError(estimate: estimate, truth: truth)
    if error.isFinite { add(error, angles: AttitudeError(error)) }
  }

  mutating func add(_ quaternion: EarthFrameError, angles error: AttitudeError) {
    sumOfSquares.total += error.total * error.total
    sumOfSquares.heading += error.heading * error.heading
    sumOfSquares.inclination += error.inclination * error.inclination
    offset.add(quaternion)
    count += 1
  }

  /// The root mean square of each of the three errors, rad; not-a-number where nothing counts.
  public var rootMeanSquare: AttitudeError {
    let number = Double(count)
    return AttitudeError(
      total: (sumOfSquares.total / number).squareRoot(), heading: (sumOfSquares.heading / number).squareRoot(),
      inclination: (sumOfSquares.inclination / number).squareRoot())
  }

  /// The constant heading error that fits the stream best: the estimate turned back by it about the vertical fits the
  /// truth best. Positive is counter-clockwise seen from above, rad, in [-pi, pi]; 0 where nothing counts.
  ///
  /// Best means: the mean of cos² of half the total error is largest. That has a closed form (see
  /// `AttitudeErrorHistory`).
  public var bestHeadingOffset: Double { offset.best }
}

/// The errors of a recording, kept (8 bytes per estimate) so that the best constant heading offset can be taken out.
///
/// Filters with a magnetometer are judged with the offset, since they claim to know north. Without a magnetometer, or
/// against a truth whose north is not the magnetic one, the offset means nothing and is removed.
public struct AttitudeErrorHistory: Sendable {
  /// Errors as they are.
  public private(set) var accumulator = AttitudeErrorAccumulator()
  private var headings: [Float] = []
  private var inclinations: [Float] = []

  /// Nothing added yet.
  public init() {}

  /// Adds the error of one estimate; pairs of which one is not a number are left out.
  public mutating func add(estimate: Rotation<Double>, truth: Rotation<Double>) {
    let error = EarthFrameError(estimate: estimate, truth: truth)
    guard error.isFinite else { return }
    let angles = AttitudeError(error)
    accumulator.add(error, angles: angles)
    headings.append(Float(error.signedHeading))
    inclinations.append(Float(angles.inclination))
  }

  /// How many pairs count.
  public var count: Int { accumulator.count }

  /// The root mean square of each of the three errors, rad; not-a-number where nothing counts.
  public var rootMeanSquare: AttitudeError { accumulator.rootMeanSquare }

  /// The constant heading error that fits best, rad; see `AttitudeErrorAccumulator.bestHeadingOffset`.
  public var bestHeadingOffset: Double { accumulator.bestHeadingOffset }

  /// The root mean square of the errors after the estimates are turned back by `bestHeadingOffset` about the vertical,
  /// rad; not-a-number where nothing counts. The inclination does not change by that.
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

  /// The angle of a turn about the vertical followed by one about a level axis: cos t/2 = cos h/2 cos i/2, written with
  /// sines so that small angles keep their digits.
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
/// Turned back by α about the vertical, an error (w, x, y, z) has the real part w cos α/2 + z sin α/2. The sum of its
/// squares, that is of cos² of half the total error, is
///   (Σw² + Σz²)/2 + (Σw² - Σz²)/2 cos α + Σwz sin α,
/// largest at α = atan2(2 Σwz, Σw² - Σz²). For small errors that is the least-squares solution.
struct HeadingOffsetEstimator: Sendable {
  private var sumOfDifferences = 0.0
  private var sumOfProducts = 0.0

  mutating func add(_ error: EarthFrameError) {
    sumOfDifferences += error.w * error.w - error.z * error.z
    sumOfProducts += error.w * error.z
  }

  var best: Double { Double.arcTangent(y: 2.0 * sumOfProducts, x: sumOfDifferences) }
}
