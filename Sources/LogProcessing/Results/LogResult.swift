import AttitudeEvaluation
import AttitudeFilters
import Foundation
import MotionLogs
import Rotations

/// What became of one log, as a record for programs: a line of JSON. The same work gives the same bytes, so it says
/// nothing of how long that took.
public struct LogResult: Codable, Equatable, Sendable {
  /// How it went.
  public enum State: String, Codable, Sendable {
    /// Processed, and nothing is odd.
    case ok
    /// Processed, but it deserves a look, for the reasons given.
    case degraded
    /// Not processed; there is no result.
    case failed
  }

  /// Root mean square errors against the truth in the log, in degrees.
  public struct Errors: Codable, Equatable, Sendable {
    /// The angle of the whole error.
    public var total: Double
    /// The error about the vertical.
    public var heading: Double
    /// The error of the direction of up.
    public var inclination: Double
  }

  /// The log as it was named.
  public var log: String
  /// The file of attitudes; nil where there is none.
  public var output: String?
  /// How it went.
  public var state: State
  /// Why it failed or deserves a look; empty where all is well.
  public var reasons: [String]
  /// Rows read; nil where the log failed.
  public var rows: Int?
  /// Seconds from the first stamp to the last; nil where the log failed.
  public var seconds: Double?
  /// How many rows carried each flag, by its name; flags that no row carried are left out. Nil where the log failed.
  public var flags: [String: Int]?
  /// The gyroscope's bias at the end, in rad/s, about body x, y and z; nil where it is not known.
  public var gyroscopeBias: [Double]?
  /// The errors; nil where the log has no truth.
  public var errors: Errors?

  /// The record of a log that was processed; `reasons` are those why the result deserves a look.
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

  /// The record of a log that failed.
  public init(log: String, error: LogError) {
    self.log = log
    state = .failed
    reasons = ["\(error)"]
  }

  /// The rows that carried a flag; of several, that of the lowest bit.
  public func count(of flag: OutcomeFlags) -> Int { flags?[flag.names.first ?? ""] ?? 0 }

  /// The record as one line of JSON without its line feed, its keys in the order of the alphabet.
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Nothing in a record is infinite or not a number, the only reasons to fail.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
