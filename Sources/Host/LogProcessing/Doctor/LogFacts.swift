import LogDiagnosis
import LogTables

/// The contents of a log in numbers, for programs; units are in the names of the keys.
package struct LogFacts: Encodable, Sendable {
  /// The readings of a sensor.
  package struct Sensor: Encodable, Sendable {
    var name: String
    /// The unit of `mean`, `sigma` and `largest`.
    var unit: String
    /// Rows with a reading, and rows without.
    var readings: Int
    var missing: Int
    /// Readings per second that differ from the one before; nil without a duration.
    var changesPerSecond: Double?
    /// The mean, the standard deviation and the maximum of the magnitude.
    var mean: Double
    var sigma: Double
    var largest: Double
  }

  var format: String
  var rows: Int
  var seconds: Double
  /// The usual rate in Hz and the jitter of the intervals in ms; nil without two timestamps in order.
  var rate: Double?
  var jitterMilliseconds: Double?
  var gaps: Int
  var longestIntervalSeconds: Double
  var repeatedTimestamps: Int
  var timestampsOutOfOrder: Int
  var restSeconds: Double
  /// The mean rate at rest in rad/s; nil without a rest.
  var rateAtRest: [Double]?
  /// Rows with a true attitude.
  var truthRows: Int
  /// The sensors with readings.
  package var sensors: [Sensor]

  /// The facts of an inspection.
  package init(_ inspection: LogInspection) {
    let intervals = inspection.intervals
    format = inspection.header.formatName
    rows = intervals.count
    seconds = intervals.duration
    rate = intervals.regularInterval.map { 1 / $0 }
    jitterMilliseconds = intervals.jitter.map { 1000 * $0 }
    gaps = intervals.gapCount
    longestIntervalSeconds = intervals.longest
    repeatedTimestamps = intervals.duplicateCount
    timestampsOutOfOrder = intervals.backwardCount
    restSeconds = inspection.rests.time
    rateAtRest = inspection.rests.rate.map { [$0.x, $0.y, $0.z] }
    truthRows = inspection.truthCount
    sensors = inspection.sensors.filter { $0.statistics.count > 0 }.map { sensor, statistics in
      Sensor(
        name: sensor.rawValue, unit: sensor.unit, readings: statistics.count, missing: statistics.absentCount,
        changesPerSecond: intervals.duration > 0 ? Double(statistics.changeCount) / intervals.duration : nil,
        mean: statistics.meanMagnitude, sigma: statistics.magnitudeStandardDeviation,
        largest: statistics.largestMagnitude)
    }
  }
}
