import MotionSamples

/// What is wrong with a log, and where.
public struct LogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as the caller gave it; "-" is standard input.
  public var path: String
  /// The line of a text file, from 1; nil for errors that belong to no line.
  public var line: Int?
  /// The field within the line, from 1.
  public var column: Int?
  /// The offset in a binary file, from 0.
  public var offset: Int?
  /// The name of the column, array or data set at fault.
  public var name: String?
  /// What is wrong.
  public var fact: Fact

  /// A fact about a log. Callers that have options for the others can name them.
  public enum Fact: Hashable, Sendable {
    /// Neither the log nor ``LogOptions`` gives the units of these readings; `needsRate` if timestamps and a rate are missing, too.
    /// `gravityFree` as in `accelerometerMissing`.
    case unitsMissing([UnitGap], needsRate: Bool, gravityFree: [String] = [])
    /// The first line of a table has numbers instead of names, and ``LogOptions/header`` is nil.
    case headerMissing
    /// A row of a table is not what the header says, as a fragment in lower case; ``LogOptions/skipsBadRows`` is false.
    case rowInvalid(String)
    /// The log has no timestamps and ``LogOptions/samplingRate`` is nil.
    case rateMissing
    /// The sampling rate, in Hz, is not from 0.001 to 1e7.
    case rateInvalid(Double)
    /// The file is compressed, and its format is read uncompressed only.
    case compressed
    /// The file holds several streams, and none of the requested name or number (nil: none that is chosen without being
    /// requested) has readings of a gyroscope. `candidates` do.
    case topicMissing(String?, candidates: [String])
    /// The file has this number of IMUs for a vote, which takes 2 to 4. `candidates` are topics with several.
    case imuCount(Int, candidates: [String])
    /// The file has no IMU of the requested number, only those in `present`.
    case imuMissing(Int, present: [Int])
    /// An IMU for a vote has this rate, in Hz, and a vote needs a higher one, or that of the fastest recording; `usable` are the
    /// numbers of IMUs that can vote.
    case imuTooSlow(String, rate: Double, fastest: String, fastestRate: Double, usable: [Int])
    /// Two IMUs for a vote share too little of their time.
    case imuApart(String, from: String)
    /// No topic of the requested name (nil: none is requested) has attitudes. `candidates` do.
    case truthMissing(String?, candidates: [String])
    /// Neither the caller nor the log gives the place of the recording.
    case placeMissing
    /// The log took longer than ``LogOptions/timeLimit``, in s.
    case timedOut(Double)
    /// The user stopped the work before the log was done.
    case interrupted
    /// The file or the standard output takes no more bytes, for this reason.
    case notWritten(String)
    /// The log has no accelerometer: no direction is down, so there is no attitude. `gravityFree` are its columns or files with an
    /// acceleration without gravity.
    case accelerometerMissing(gravityFree: [String])
    /// The path holds several recordings, by name; none is chosen.
    case recordingNotChosen([String])
    /// Anything else, as a fragment in lower case.
    case invalid(String)
  }

  /// Readings whose unit is not known.
  public struct UnitGap: Hashable, Sendable {
    /// The readings.
    public var reading: Reading
    /// The spelling in the log, which is that of no unit of these readings; nil for none.
    public var spelling: String?
    /// The unit that the values suggest; nil if they suggest none, or were not looked at.
    public var guess: String?

    /// A gap from its parts.
    public init(_ reading: Reading, spelling: String? = nil, guess: String? = nil) {
      (self.reading, self.spelling, self.guess) = (reading, spelling, guess)
    }
  }

  /// Readings whose unit a log or ``LogOptions`` must give.
  public enum Reading: String, Hashable, Sendable {
    case timestamps, gyroscope, accelerometer, magnetometer
  }

  /// An error from a fact and its place.
  public init(
    path: String, line: Int? = nil, column: Int? = nil, offset: Int? = nil, name: String? = nil, _ fact: Fact
  ) {
    self.path = path
    self.line = line
    self.column = column
    self.offset = offset
    self.name = name
    self.fact = fact
  }

  /// An error from a fragment in lower case and its place.
  public init(
    path: String, line: Int? = nil, column: Int? = nil, offset: Int? = nil, name: String? = nil, message: String
  ) {
    self.init(path: path, line: line, column: column, offset: offset, name: name, .invalid(message))
  }

  /// The fact as a fragment in lower case, of printable characters.
  public var message: String { fact.description.printable }

  /// `path:line:column: name: message` or `path: byte offset: message`, without the parts that are nil, in one line of
  /// printable characters.
  public var description: String {
    let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    let byte = offset.map { "byte \($0): " } ?? ""
    return "\(path)\(place): \(byte)\(name.map { "\($0): " } ?? "")\(fact)".printable
  }
}

extension LogError.Fact: CustomStringConvertible {
  /// The fact as a fragment in lower case.
  public var description: String {
    switch self {
    case .unitsMissing(let gaps, let needsRate, let gravityFree):
      gaps.map { $0.description }.joined(separator: "; ") + (needsRate ? "; \(Self.rateMissing)" : "")
        + (gravityFree.isEmpty ? "" : "; \(Self.accelerometerMissing(gravityFree: gravityFree))")
    case .headerMissing:
      "expected column names such as t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],..., found numbers"
    case .rowInvalid(let message): message
    case .rateMissing: "no timestamps and no sampling rate"
    case .rateInvalid(let rate): "invalid sampling rate \(rate) Hz; expected a number from 0.001 to 1e7"
    case .compressed: "compressed; this format is read uncompressed only, decompress it first"
    case .topicMissing(let name, let candidates):
      if candidates.isEmpty {
        (name.map { "no gyroscope \($0); " } ?? "") + "the log has no readings of a gyroscope"
      } else {
        (name.map { "no gyroscope \($0)" } ?? "no gyroscope in body axes") + "; expected one of \(list(candidates))"
      }
    case .imuCount(let count, let candidates):
      "\(count) IMU\(count == 1 ? "" : "s"); a vote takes 2 to 4"
        + (candidates.isEmpty ? "" : "; there are several of \(list(candidates))")
    case .imuMissing(let number, let present):
      "no IMU \(number)" + (present.isEmpty ? "" : "; expected one of \(list(present.map(String.init)))")
    case .imuTooSlow(let name, let rate, let fastest, let fastestRate, _):
      "\(name) at \(rounded(rate)) Hz is too slow for a vote of IMUs"
        + (fastest == name ? "" : "; \(fastest) has \(rounded(fastestRate)) Hz")
    case .imuApart(let name, let other):
      "\(name) and \(other) are of different times; a vote needs readings at the same time"
    case .truthMissing(let name, let candidates):
      (name.map { "no attitude \($0)" } ?? "no true attitude")
        + (candidates.isEmpty ? "; the log has no attitudes" : "; expected one of \(list(candidates))")
    case .placeMissing: "the log does not contain the place of the recording"
    case .timedOut(let limit): "not finished within \(limit) s"
    case .interrupted: "interrupted"
    case .notWritten(let reason): "failed to write: \(reason)"
    case .accelerometerMissing(let gravityFree):
      "no accelerometer: tilt is unknown, so there is no attitude"
        + (gravityFree.isEmpty
          ? "" : "; \(list(gravityFree)) is without gravity, record gravity or the total acceleration, too")
    case .recordingNotChosen(let names):
      "\(names.count) recordings; expected the path with #0 to #\(names.count - 1) for one of \(list(names))"
    case .invalid(let message): message
    }
  }

  private func list(_ names: [String]) -> String { names.joined(separator: ", ") }

  /// A rate in Hz to a tenth, without a zero behind the point.
  private func rounded(_ rate: Double) -> String {
    let tenths = Int(saturating: (rate * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension LogError.UnitGap: CustomStringConvertible {
  /// The gap as a fragment in lower case, with the unit that the values suggest, or those that are expected.
  public var description: String {
    let fact = spelling.map { "unknown unit \"\($0)\"" } ?? "no unit"
    let units =
      guess.map { "its values look like \($0)" } ?? "expected one of \(reading.unitSymbols.joined(separator: ", "))"
    return "\(fact) for the \(reading.rawValue); \(units)"
  }
}

extension LogError.Reading {
  /// The spellings of its units, the SI unit first.
  package var unitSymbols: [String] {
    switch self {
    case .timestamps: TimeUnit.allUnits.map { $0.symbol }
    case .gyroscope: AngularRateUnit.allUnits.map { $0.symbol }
    case .accelerometer: AccelerationUnit.allUnits.map { $0.symbol }
    case .magnetometer: MagneticFieldUnit.allUnits.map { $0.symbol }
    }
  }
}
