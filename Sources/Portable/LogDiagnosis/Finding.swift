// LogDiagnosis: what the rows of a log show: statistics, rules, findings, verdict.
// One pass in constant memory (`Statistics`), rules that find faults (`Rules`), findings with advice. It runs no filter and
// opens no file: LogDoctor in LogProcessing adds what filters show.

import LogTables

/// What a check found in a log: the fact, what it does to the attitude, the numbers behind it, and what to do.
public struct Finding: Hashable, Sendable {
  /// What a finding does to the attitude.
  public enum Severity: String, Comparable, Sendable {
    /// Nothing that shows in the result.
    case note
    /// The result is worse than the sensor allows.
    case doubt
    /// The result is wrong.
    case unusable

    private var rank: Int { self == .note ? 0 : self == .doubt ? 1 : 2 }
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
  }

  /// A number with its name and unit.
  public struct Evidence: Hashable, Sendable {
    /// The name, in words.
    public var name: String
    /// The value.
    public var value: Double
    /// The unit; empty for counts and ratios.
    public var unit: String

    /// A number from its parts.
    public init(_ name: String, _ value: Double, _ unit: String = "") {
      (self.name, self.value, self.unit) = (name, value, unit)
    }
  }

  /// What to do.
  public struct Advice: Hashable, Sendable {
    /// What repairs the result when the log is read and fused; empty without.
    public var remedies: [Remedy]
    /// What else helps, as a fragment in lower case; nil without.
    public var action: String?

    /// An advice from its parts.
    public init(_ remedies: [Remedy] = [], action: String? = nil) { (self.remedies, self.action) = (remedies, action) }
  }

  /// The sensor that a finding is about.
  public typealias Sensor = LogError.Reading

  /// What was found.
  public var fact: Fact
  /// What it does to the attitude.
  public var severity: Severity
  /// The numbers behind it.
  public var evidence: [Evidence]
  /// Where it happens, as seconds from the first row; empty for the whole log.
  public var times: [ClosedRange<Double>]
  /// What to do; nil if nothing is to be done.
  public var advice: Advice?

  /// The check that found it.
  public var check: Check { fact.check }

  /// A finding from its parts.
  public init(
    _ fact: Fact, _ severity: Severity, _ evidence: [Evidence] = [], times: [ClosedRange<Double>] = [],
    advice: Advice? = nil
  ) {
    (self.fact, self.severity, self.evidence, self.times, self.advice) = (fact, severity, evidence, times, advice)
  }
}

extension Finding {
  /// The checks of a log.
  public enum Check: String, CaseIterable, Sendable {
    case gyroscopeUnit = "A"
    case accelerometerScale = "B"
    case gravityRemoved = "C"
    case reversedSensor = "D"
    case axes = "E"
    case misalignment = "F"
    case clock = "G"
    case clockReset = "H"
    case sensorDelay = "I"
    case heldReadings = "J"
    case saturation = "K"
    case stuckAxis = "L"
    case invalidReadings = "M"
    case gyroscopeBias = "N"
    case noise = "O"
    case vibration = "P"
    case fieldStrength = "Q"
    case normalizedField = "R"
    case magnetometerCalibration = "S"
    case magneticDisturbance = "T"
    case motorField = "U"
    case severalSensors = "V"
    case estimates = "W"
    case coverage = "X"
    case file = "Y"

    /// The name in words: "gyroscope unit".
    public var name: String {
      switch self {
      case .gyroscopeUnit: "gyroscope unit"
      case .accelerometerScale: "accelerometer scale"
      case .gravityRemoved: "gravity removed"
      case .reversedSensor: "reversed sensor"
      case .axes: "axes"
      case .misalignment: "misalignment"
      case .clock: "clock"
      case .clockReset: "clock reset"
      case .sensorDelay: "sensor delay"
      case .heldReadings: "held readings"
      case .saturation: "saturation"
      case .stuckAxis: "stuck axis"
      case .invalidReadings: "invalid readings"
      case .gyroscopeBias: "gyroscope bias"
      case .noise: "noise"
      case .vibration: "vibration"
      case .fieldStrength: "field strength"
      case .normalizedField: "normalized field"
      case .magnetometerCalibration: "magnetometer calibration"
      case .magneticDisturbance: "magnetic disturbance"
      case .motorField: "motor field"
      case .severalSensors: "several sensors"
      case .estimates: "estimates"
      case .coverage: "coverage"
      case .file: "file"
      }
    }
  }
}
