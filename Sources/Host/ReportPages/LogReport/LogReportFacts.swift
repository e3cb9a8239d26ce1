import LogProcessing

/// What the report of a log says besides its curves, from the command that made it.
package struct LogReportFacts: Encodable, Sendable {
  /// A name and its value.
  package struct Fact: Encodable, Sendable {
    package var name: String
    package var value: String

    /// A fact from its parts.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Root mean square errors against the truth of the log, in degrees, and the mean normalized errors squared.
  package struct Errors: Encodable, Sendable {
    package var rows: Int
    package var total: Double
    package var heading: Double
    package var inclination: Double
    /// The heading offset that is removed from `total` and `heading`; nil where none is.
    package var headingOffset: Double?
    /// Nil for a filter without standard deviations.
    package var normalizedHeading: Double?
    package var normalizedInclination: Double?

    /// Errors from their numbers.
    package init(
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
  package struct Field: Encodable, Sendable {
    /// Strength in µT and dip in degrees.
    package var strength: Double
    package var dip: Double
    /// Where the numbers are from.
    package var source: String

    /// A field from its numbers.
    package init(strength: Double, dip: Double, source: String) {
      self.strength = strength
      self.dip = dip
      self.source = source
    }
  }

  /// The attitude that the estimate is compared with.
  package struct Reference: Encodable, Sendable {
    /// Its name in legends: `truth`, or the topic of an estimate of the device.
    package var name: String
    /// Whether it is an estimate of the device.
    package var isEstimate: Bool

    /// A reference from its parts.
    package init(name: String, isEstimate: Bool) {
      self.name = name
      self.isEstimate = isEstimate
    }
  }

  /// A recording of a file with several.
  package struct Recording: Encodable, Sendable {
    package var topic: String
    /// Messages per second; nil for fewer than two.
    package var rate: Double?
    /// Whether it is the one that is read.
    package var isChosen: Bool

    /// A recording from its parts.
    package init(topic: String, rate: Double?, isChosen: Bool) {
      self.topic = topic
      self.rate = rate
      self.isChosen = isChosen
    }
  }

  /// The name of the log.
  package var title: String
  /// What the checks found.
  package var verdict: FindingReport
  /// The most important numbers.
  package var summary: [Fact] = []
  /// How the report was made.
  package var provenance: [Fact] = []
  /// The sensors of the log.
  package var sensors: [LogFacts.Sensor] = []
  /// The names of those that read regularly, but not in every row.
  package var sensorsOfOwnRate: [String] = []
  /// Whether the heading is from north; without, it is relative to the start.
  package var hasNorth = true
  /// The field of the world model; nil if the place is unknown.
  package var field: Field?
  /// The attitude that `errors` are against; nil without.
  package var reference: Reference?
  /// The differences from the reference; nil without.
  package var errors: Errors?
  /// Whether the filter takes velocities.
  package var usesVelocity = false
  /// The recordings of a file with several.
  package var recordings: [Recording] = []
  /// The IMUs that vote; empty for one.
  package var imus: [LogResult.IMU] = []
  /// The result as a line of JSON, as `cardan fuse --report` writes it.
  package var result = "{}"

  enum CodingKeys: String, CodingKey {
    case title, verdict, summary, provenance, sensors, sensorsOfOwnRate, hasNorth, field, reference, errors,
      usesVelocity
    case recordings, imus
  }

  /// Facts about a log without any number.
  package init(title: String) {
    self.title = title
    verdict = FindingReport(log: title, findings: [])
  }

  /// A fact with the SHA-256 digest of a file; nil for what is not a regular file.
  package static func digest(ofFile path: String) -> Fact? {
    SHA256.text(ofFile: path).map { Fact("SHA-256 of the log", $0) }
  }
}
