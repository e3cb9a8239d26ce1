import AttitudeFilters
import MotionSamples
import Rotations

/// The readings of a recording that tell the noise of its sensors: those from while it lay still.
///
/// Keeps 32 bytes per reading of a sensor: an hour of nine axes at 100 Hz is 35 MB. Movement is left out and is then a
/// gap; with it goes the second before it was noticed.
public struct StillReadings: Sendable {
  /// The readings of one sensor.
  public struct Sensor: Sendable {
    var timestamps: [Timestamp] = []
    var axes: [[Double]] = [[], [], []]

    /// The number of readings.
    public var count: Int { timestamps.count }

    /// The readings of an axis, 0 to 2 for x, y, z, in stretches without gaps. Throws as `SegmentedSeries.init`.
    public func series(axis: Int) throws(AllanError) -> SegmentedSeries {
      guard count > 0 else { throw .noReadings }
      return try SegmentedSeries(axes[axis], timestamps: timestamps)
    }

    mutating func add(_ reading: Vector3<Double>, _ timestamp: Timestamp) {
      guard reading.isFiniteInLane else { return }
      timestamps.append(timestamp)
      for axis in 0..<3 { axes[axis].append(reading[axis]) }
    }

    mutating func removeReadings(after timestamp: Timestamp) {
      while let last = timestamps.last, last > timestamp {
        timestamps.removeLast()
        for axis in 0..<3 { axes[axis].removeLast() }
      }
    }
  }

  /// The gyroscope's readings, in rad/s.
  public private(set) var gyroscope = Sensor()
  /// The accelerometer's readings, in m/s².
  public private(set) var accelerometer = Sensor()
  /// The magnetometer's readings, in µT.
  public private(set) var magnetometer = Sensor()
  /// Seconds in all rows.
  public private(set) var duration = 0.0
  /// Seconds at rest, or in all rows where movement is not looked at.
  public private(set) var restDuration = 0.0

  private let takesMovement: Bool
  private var detector = RestDetector<Double>()
  private var last: Timestamp?

  private static let lossBeforeMovement: Int64 = 1_000_000_000

  /// No readings yet. `takesMovement` takes every reading, for sensors too coarse for the detection of rest.
  public init(takesMovement: Bool = false) { self.takesMovement = takesMovement }

  /// Takes a row; readings that are absent are left out.
  public mutating func add(
    timestamp: Timestamp, angularRate: Vector3<Double>, specificForce: Vector3<Double>, magneticField: Vector3<Double>
  ) {
    let interval = last.map { timestamp.seconds(since: $0) } ?? 0
    guard last == nil || interval > 0 else { return }
    last = timestamp
    duration += interval
    guard isStill(angularRate, specificForce, interval, timestamp) else { return }
    restDuration += interval
    gyroscope.add(angularRate, timestamp)
    accelerometer.add(specificForce, timestamp)
    magnetometer.add(magneticField, timestamp)
  }

  private mutating func isStill(
    _ angularRate: Vector3<Double>, _ specificForce: Vector3<Double>, _ interval: Double, _ timestamp: Timestamp
  ) -> Bool {
    if takesMovement { return true }
    let wasAtRest = detector.isAtRest
    // A row without a rate, and a gap, tell nothing about movement.
    guard angularRate.isFiniteInLane, interval < 1 else { return wasAtRest }
    var parameters = RestDetectorParameters<Double>()
    parameters.biasLimit = 0.2
    detector.update(
      angularRate: angularRate, specificForce: specificForce.isFiniteInLane ? specificForce : .zero,
      hasSpecificForce: specificForce.isFiniteInLane, interval: interval, parameters: parameters)
    if wasAtRest && !detector.isAtRest { forgetOnsetOfMovement(timestamp) }
    return detector.isAtRest
  }

  private mutating func forgetOnsetOfMovement(_ timestamp: Timestamp) {
    let kept = timestamp.advanced(byNanoseconds: -Self.lossBeforeMovement)
    gyroscope.removeReadings(after: kept)
    accelerometer.removeReadings(after: kept)
    magnetometer.removeReadings(after: kept)
    restDuration = max(0, restDuration - Timestamp.seconds(ofNanoseconds: Self.lossBeforeMovement))
  }
}
