import LogTables
import Rotations

/// The rests of a log: where the gyroscope reads its bias and the accelerometer gravity. Bounded memory.
package struct RestStatistics: Sendable {
  /// One rest, or several that were joined.
  package struct Rest: Sendable {
    /// The timestamp of its first row, ns.
    package var start: Int64
    /// The timestamp of its last row, ns.
    package var end: Int64
    /// The time at rest, s.
    package internal(set) var time = 0.0
    var rateIntegral = Vector3<Double>.zero
    var forceIntegral = Vector3<Double>.zero
    var temperatureIntegral = 0.0
    var temperatureTime = 0.0

    /// The mean rate, rad/s: the bias of the gyroscope.
    package var rate: Vector3<Double> { rateIntegral / time }
    /// The mean specific force, m/s².
    package var force: Vector3<Double> { forceIntegral / time }
    /// The mean temperature in degrees Celsius; not-a-number without one.
    package var temperature: Double { temperatureIntegral / temperatureTime }

    mutating func join(_ other: Rest) {
      end = other.end
      time += other.time
      rateIntegral += other.rateIntegral
      forceIntegral += other.forceIntegral
      temperatureIntegral += other.temperatureIntegral
      temperatureTime += other.temperatureTime
    }
  }

  /// The largest number of rests: when it is reached, neighbours are joined in pairs.
  private static let limit = 512

  /// The rests in the order of the log.
  package private(set) var rests: [Rest] = []
  private var isResting = false

  /// Statistics before the first row.
  package init() {}

  /// Adds a row: whether the sensor rests, its rate in rad/s, force in m/s², the temperature, the seconds since the row
  /// before, and the timestamp in ns.
  mutating func add(
    isAtRest: Bool, rate: Vector3<Double>, force: Vector3<Double>, temperature: Double, interval: Double,
    at timestamp: Int64
  ) {
    defer { isResting = isAtRest }
    guard isAtRest else { return }
    if !isResting {
      if rests.count == Self.limit { joinPairs() }
      rests.append(Rest(start: timestamp, end: timestamp))
    }
    let last = rests.count - 1
    rests[last].end = timestamp
    rests[last].time += interval
    rests[last].rateIntegral += rate * interval
    rests[last].forceIntegral += force * interval
    if temperature.isFinite {
      rests[last].temperatureIntegral += temperature * interval
      rests[last].temperatureTime += interval
    }
  }

  private mutating func joinPairs() {
    rests = stride(from: 0, to: rests.count, by: 2).map { index in
      var rest = rests[index]
      if index + 1 < rests.count { rest.join(rests[index + 1]) }
      return rest
    }
  }

  /// The time at rest, s.
  package var time: Double { rests.reduce(0) { $0 + $1.time } }

  /// The mean rate at rest, rad/s; nil without rest.
  package var rate: Vector3<Double>? {
    time > 0 ? rests.reduce(Vector3<Double>.zero) { $0 + $1.rateIntegral } / time : nil
  }
}
