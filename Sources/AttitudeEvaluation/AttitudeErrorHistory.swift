import Rotations

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
