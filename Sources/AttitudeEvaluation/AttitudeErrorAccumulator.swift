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
