/// What the report of a log says besides its curves, from the command that made it.
public struct LogReportFacts: Encodable, Sendable {
  /// A name and its value.
  public struct Fact: Encodable, Sendable {
    public var name: String
    public var value: String

    /// A fact from its parts.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Root mean square errors against the truth of the log, in degrees, and the mean normalized errors squared.
  public struct Errors: Encodable, Sendable {
    public var rows: Int
    public var total: Double
    public var heading: Double
    public var inclination: Double
    /// The heading offset that is removed from `total` and `heading`; nil where none is.
    public var headingOffset: Double?
    /// Nil for a filter without standard deviations.
    public var normalizedHeading: Double?
    public var normalizedInclination: Double?

    /// Errors from their numbers.
    public init(
      rows: Int, total: Double, heading: Double, inclination: Double, headingOffset: Double?,
      normalizedHeading: Double?, normalizedInclination: Double?
    ) {
      self.rows = rows
      self.total = total
      self.heading = heading
      self.inclination = inclination
      self.headingOffset = headingOffset
      self.normalizedHeading = normalizedHeading
      self.normalizedInclination = normalizedInclination
    }
  }

  /// The field that the magnetometer should measure.
  public struct Field: Encodable, Sendable {
    /// Strength in µT and dip in degrees.
    public var strength: Double
    public var dip: Double
    /// Where the numbers are from.
    public var source: String

    /// A field from its numbers.
    public init(strength: Double, dip: Double, source: String) {
      self.strength = strength
      self.dip = dip
      self.source = source
    }
  }

  /// The name of the log.
  public var title: String
  /// What the checks found.
  public var verdict: FindingReport
  /// The most important numbers.
  public var summary: [Fact] = []
  /// How the report was made.
  public var provenance: [Fact] = []
  /// The sensors of the log.
  public var sensors: [LogFacts.Sensor] = []
  /// The field of the world model; nil if the place is unknown.
  public var field: Field?
  /// The errors; nil without truth.
  public var errors: Errors?
  /// The result as a line of JSON, as `cardan fuse --report` writes it.
  public var result = "{}"

  enum CodingKeys: String, CodingKey {
    case title, verdict, summary, provenance, sensors, field, errors
  }

  /// Facts about a log without any number.
  public init(title: String) {
    self.title = title
    verdict = FindingReport(log: title, findings: [])
  }

  /// A fact with the SHA-256 digest of a file; nil for what is not a regular file.
  public static func digest(ofFile path: String) -> Fact? {
    SHA256.text(ofFile: path).map { Fact("SHA-256 of the log", $0) }
  }
}
