import MotionSamples

/// What is wrong with a log, and where.
public struct LogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as the caller gave it; "-" is standard input.
  public var path: String
  /// The line of a text file, from 1; nil for errors that belong to no line.
  public var line: Int?
  /// The field within the line, from 1.
  public var column: Int?
  /// The name of the column, array or data set at fault.
  public var name: String?
  /// What is wrong.
  public var fact: Fact

  /// A fact about a log. Only ``invalid(_:)`` carries text; callers that have options for the others can name them.
  public enum Fact: Hashable, Sendable {
    /// Neither the log nor ``LogOptions`` gives the unit of these readings.
    case unitMissing(Reading)
    /// The log gives a unit that these readings do not have, by its spelling.
    case unitUnknown(Reading, String)
    /// The log has no timestamps and ``LogOptions/samplingRate`` is nil.
    case rateMissing
    /// The sampling rate, in Hz, is not above zero or not finite.
    case rateInvalid(Double)
    /// The file is compressed with gzip.
    case compressed
    /// Anything else, as a fragment in lower case.
    case invalid(String)
  }

  /// Readings whose unit a log or ``LogOptions`` must give.
  public enum Reading: String, Hashable, Sendable {
    case timestamps, gyroscope, accelerometer, magnetometer
  }

  /// An error from a fact and its place.
  public init(path: String, line: Int? = nil, column: Int? = nil, name: String? = nil, _ fact: Fact) {
    self.path = path
    self.line = line
    self.column = column
    self.name = name
    self.fact = fact
  }

  /// An error from a fragment in lower case and its place.
  public init(path: String, line: Int? = nil, column: Int? = nil, name: String? = nil, message: String) {
    self.init(path: path, line: line, column: column, name: name, .invalid(message))
  }

  /// The fact as a fragment in lower case.
  public var message: String { fact.description }

  /// `path:line:column: name: message`, without the parts that are nil.
  public var description: String {
    let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    return "\(path)\(place): \(name.map { "\($0): " } ?? "")\(fact)"
  }
}

extension LogError.Fact: CustomStringConvertible {
  /// The fact as a fragment in lower case.
  public var description: String {
    switch self {
    case .unitMissing(let reading):
      "no unit for the \(reading.rawValue); expected one of \(reading.unitSymbols.joined(separator: ", "))"
    case .unitUnknown(let reading, let unit):
      "unknown unit \"\(unit)\" for the \(reading.rawValue); expected one of "
        + reading.unitSymbols.joined(separator: ", ")
    case .rateMissing: "no timestamps and no sampling rate"
    case .rateInvalid(let rate): "invalid sampling rate \(rate) Hz; expected a number above 0"
    case .compressed: "compressed with gzip; decompress it first"
    case .invalid(let message): message
    }
  }
}

extension LogError.Reading {
  /// The spellings of its units, the SI unit first.
  var unitSymbols: [String] {
    switch self {
    case .timestamps: TimeUnit.allUnits.map(\.symbol)
    case .gyroscope: AngularRateUnit.allUnits.map(\.symbol)
    case .accelerometer: AccelerationUnit.allUnits.map(\.symbol)
    case .magnetometer: MagneticFieldUnit.allUnits.map(\.symbol)
    }
  }
}
