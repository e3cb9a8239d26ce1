import AttitudeEvaluation
import AttitudeFilters
import FoundationEssentials
import MotionLogs
import Rotations

/// The result of one log as a record for programs, a line of JSON. It contains no times of processing, so the same work gives
/// the same bytes.
public struct LogResult: Codable, Equatable, Sendable {
  /// The outcome of a log.
  public enum State: String, Codable, Sendable {
    /// Processed without problems.
    case ok
    /// Processed, with problems given as reasons.
    case degraded
    /// Not processed, without a result.
    case failed
  }

  /// Root mean square errors against the ground truth of the log, in degrees.
  public struct Errors: Codable, Equatable, Sendable {
    /// The total angle.
    public var total: Double
    /// The angle about the vertical.
    public var heading: Double
    /// The angle between true and estimated up.
    public var inclination: Double
  }

  /// The log as the caller named it.
  public var log: String
  /// The file of attitudes; nil without one.
  public var output: String?
  /// The outcome.
  public var state: State
  /// The reasons for failure or the problems; empty for `ok`.
  public var reasons: [String]
  /// Rows read; nil for a failed log.
  public var rows: Int?
  /// Seconds from the first timestamp to the last; nil for a failed log.
  public var seconds: Double?
  /// The number of rows with each flag, by name, without zeros; nil for a failed log.
  public var flags: [String: Int]?
  /// The gyroscope bias at the end, in body axes, rad/s; nil if unknown.
  public var gyroscopeBias: [Double]?
  /// The errors; nil without ground truth.
  public var errors: Errors?

  /// The record of a processed log; `reasons` are its problems.
  public init(log: String, output: String, summary: FusionSummary, reasons: [String]) {
    self.log = log
    self.output = output
    self.reasons = reasons
    state = reasons.isEmpty ? .ok : .degraded
    rows = summary.rowCount
    seconds = summary.duration
    flags = summary.flags.byName
    let bias = summary.gyroscopeBias
    gyroscopeBias = bias.isFiniteInLane ? [bias.x, bias.y, bias.z] : nil
    guard summary.errors.count > 0 else { return }
    let (error, degrees) = (summary.errors.rootMeanSquare, 180 / Double.pi)
    errors = Errors(
      total: error.total * degrees, heading: error.heading * degrees, inclination: error.inclination * degrees)
  }

  /// The record of a failed log.
  public init(log: String, error: LogError) {
    self.log = log
    state = .failed
    reasons = ["\(error)"]
  }

  /// The number of rows with a flag; for several flags, with the lowest bit.
  public func count(of flag: OutcomeFlags) -> Int { flags?[flag.names.first ?? ""] ?? 0 }

  /// The record as one line of JSON without line feed, its keys sorted.
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding fails only on numbers that are not finite, which a record does not contain.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
