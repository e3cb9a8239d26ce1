import AttitudeEvaluation
import AttitudeFilters

/// How far one filter was from the truth of one log.
public struct FilterErrors: Sendable {
  /// The filter.
  public let filter: FilterKind
  /// How many rows count: those with a true attitude that the log marks as moving.
  public let rowCount: Int
  /// The root mean square errors as they are, in rad.
  public let asGiven: AttitudeError
  /// The best constant heading offset, in rad; see `AttitudeErrorHistory`.
  public let headingOffset: Double
  /// The root mean square errors after the heading was turned back by `headingOffset`, in rad.
  public let withoutHeadingOffset: AttitudeError

  /// The errors that a history holds.
  init(filter: FilterKind, history: AttitudeErrorHistory) {
    self.filter = filter
    rowCount = history.count
    asGiven = history.rootMeanSquare
    headingOffset = history.bestHeadingOffset
    withoutHeadingOffset = history.rootMeanSquareWithoutHeadingOffset
  }
}
