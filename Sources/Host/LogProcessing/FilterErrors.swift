import AttitudeEvaluation
import AttitudeFilters
import Rotations

/// The errors of one filter against the reference attitude of one log.
public struct FilterErrors: Sendable {
  /// The filter.
  public let filter: FilterKind
  /// The number of rows that count: those with a reference attitude that the log marks as moving.
  public let rowCount: Int
  /// The root mean square errors without correction, in rad.
  public let asGiven: AttitudeError
  /// The best-fitting constant heading offset, in rad; see `AttitudeErrorHistory`.
  public let headingOffset: Double
  /// The root mean square errors after removing `headingOffset` from the heading, in rad.
  public let withoutHeadingOffset: AttitudeError

  /// Whether a magnetometer set the heading; if not, the heading offset is arbitrary.
  public let hasNorth: Bool
  /// The mean squared error of inclination and of heading over the variance that the filter gave: 1 for honest standard
  /// deviations, above for too small ones. NaN for a filter without.
  public let normalizedInclination: Double
  public let normalizedHeading: Double
  /// `normalizedHeading` of the errors that `withoutHeadingOffset` is of. Without north both are of the errors since the start, as the
  /// standard deviations are.
  public let normalizedHeadingWithoutOffset: Double

  /// The errors of a history.
  fileprivate init(
    filter: FilterKind, history: AttitudeErrorHistory, hasNorth: Bool, inclination: NormalizedErrorSquared
  ) {
    self.filter = filter
    self.hasNorth = hasNorth
    normalizedInclination = inclination.mean
    normalizedHeading =
      hasNorth ? history.normalizedHeading(withoutOffset: 0) : history.normalizedHeadingSinceStart
    normalizedHeadingWithoutOffset =
      hasNorth
      ? history.normalizedHeading(withoutOffset: history.bestHeadingOffset) : history.normalizedHeadingSinceStart
    rowCount = history.count
    asGiven = history.rootMeanSquare
    headingOffset = history.bestHeadingOffset
    withoutHeadingOffset = history.rootMeanSquareWithoutHeadingOffset
  }
}

/// The errors of a run against the reference attitudes of its log, added block by block, in 12 bytes a row.
public struct RunErrors: Sendable {
  private var history = AttitudeErrorHistory()
  /// The squared inclinations over the variance of both axes of the tilt.
  private var inclination = NormalizedErrorSquared(degreesOfFreedom: 1)

  /// Errors before the first block.
  public init() {}

  /// Adds the rows of a block in ENU that have a reference attitude and that the log marks as moving.
  public mutating func add(_ block: LogFusion.Block) {
    for (record, motion) in zip(block.records, block.motions) where record.isMoving {
      guard let truth = record.trueENUFromBody else { continue }
      history.add(
        estimate: motion.outputFromBody, truth: truth, headingDeviation: motion.headingStandardDeviation)
      let error = AttitudeError(estimate: motion.outputFromBody, truth: truth).inclination
      let normalized = error * error / (2 * motion.tiltStandardDeviation * motion.tiltStandardDeviation)
      // A deviation that is not known is left out.
      if normalized.isFinite { inclination.add(normalized) }
    }
  }

  /// The errors so far; nil without a row that counts. `hasNorth`: see `FilterErrors.hasNorth`.
  public func errors(of filter: FilterKind, hasNorth: Bool) -> FilterErrors? {
    guard history.count > 0 else { return nil }
    return FilterErrors(filter: filter, history: history, hasNorth: hasNorth, inclination: inclination)
  }
}
