import AttitudeEvaluation
import AttitudeFilters

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

  /// The errors of a history.
  init(filter: FilterKind, history: AttitudeErrorHistory) {
    self.filter = filter
    rowCount = history.count
    asGiven = history.rootMeanSquare
    headingOffset = history.bestHeadingOffset
    withoutHeadingOffset = history.rootMeanSquareWithoutHeadingOffset
  }
}
