import AttitudeEvaluation
import AttitudeFilters
import JSONCoding
import LogTables
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
    /// Stopped by the user before it was done, without a result.
    case interrupted
  }

  /// Root mean square errors against the ground truth of the log, in degrees.
  public struct Errors: Codable, Equatable, Sendable {
    /// The total angle.
    public var total: Double
    /// The angle about the vertical.
    public var heading: Double
    /// The angle between true and estimated up.
    public var inclination: Double
    /// The best constant heading offset, removed from `total` and `heading` where the heading is relative; nil where it is not.
    public var headingOffset: Double?
  }

  /// One of several IMUs that vote.
  public struct IMU: Codable, Equatable, Sendable {
    /// Its number in the file, from 0.
    public var number: Int
    /// The topic of its gyroscope.
    public var topic: String
    /// The health of its sensors after the last row.
    public var gyroscope, accelerometer: Triad
    /// The bias of the gyroscope at the end, in body axes, rad/s.
    public var gyroscopeBias: [Double]?
    /// The times in which a sensor was not healthy.
    public var faults: [Fault]

    /// The health of a sensor; the unit is rad/s or m/s².
    public struct Triad: Codable, Equatable, Sendable {
      /// `healthy`, `suspect` or `failed`.
      public var state: String
      /// The deviation from the others without and with its slow offset, and the standard deviation of its noise.
      public var residual, disagreement, noise: Double
      /// Its share in the consensus, 0 to 1.
      public var weight: Double
    }

    /// A time in which a sensor was not healthy, in s after the first row; without an end, to the last.
    public struct Fault: Codable, Equatable, Sendable {
      /// `gyroscope` or `accelerometer`.
      public var sensor: String
      /// `silent`, `stuck`, `noisy` or `disagreeing`.
      public var fault: String
      /// The start and the end.
      public var from: Double, to: Double?
    }
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
  /// Seconds from the first timestamp to the last, without steps of the clock; nil for a failed log.
  public var seconds: Double?
  /// The number of rows with each flag, by name, without zeros; nil for a failed log.
  public var flags: [String: Int]?
  /// The gyroscope bias at the end, in body axes, rad/s; nil if unknown.
  public var gyroscopeBias: [Double]?
  /// The errors; nil without ground truth.
  public var errors: Errors?
  /// The IMUs; nil for a log of one.
  public var imus: [IMU]?

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
    imus = summary.voting?.imus.map(IMU.init)
    guard summary.errors.count > 0 else { return }
    let (error, degrees) = (summary.comparableErrors, 180 / Double.pi)
    errors = Errors(
      total: error.total * degrees, heading: error.heading * degrees, inclination: error.inclination * degrees,
      headingOffset: summary.hasNorth ? nil : summary.errors.bestHeadingOffset * degrees)
  }

  /// The record of a failed log.
  public init(log: String, error: LogError) {
    self.log = log
    state = error.fact == .interrupted ? .interrupted : .failed
    reasons = ["\(error)"]
  }

  /// The number of rows with a flag; for several flags, with the lowest bit.
  public func count(of flag: OutcomeFlags) -> Int { flags?[flag.names.first ?? ""] ?? 0 }

  /// The record as one line of JSON without line feed, its keys sorted.
  public var json: String {
    return (try? JSON.text(of: self)) ?? "{}"
  }
}

extension LogResult.IMU {
  fileprivate init(_ imu: VotingSummary.IMU) {
    let bias = imu.health.gyroscopeBias
    self.init(
      number: imu.number, topic: imu.topic, gyroscope: Triad(imu.health.gyroscope),
      accelerometer: Triad(imu.health.accelerometer),
      gyroscopeBias: bias.isFiniteInLane ? [bias.x, bias.y, bias.z] : nil,
      faults: imu.episodes.map {
        Fault(sensor: $0.sensor.rawValue, fault: $0.fault.text.description, from: $0.start, to: $0.end)
      })
  }
}

extension LogResult.IMU.Triad {
  fileprivate init(_ health: TriadHealth<Double>) {
    self.init(
      state: health.state.text.description, residual: health.residual, disagreement: health.disagreement,
      noise: health.noise, weight: health.weight)
  }
}
