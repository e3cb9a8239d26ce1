import AttitudeFilters
import MotionSamples
import Rotations

/// The readings of a recording that tell the noise of its sensors: those from while it lay still.
///
/// Read in one pass, in bounded memory: about 3 MB for each axis of 10 hours at 100 Hz. Movement is left out and is then
/// a gap; with it goes the second before it was noticed.
public struct StillReadings: Sendable {
  /// The readings of one sensor.
  public struct Sensor: Sendable {
    var stream = ReadingStream()

    /// The number of readings.
    public var count: Int { stream.count }

    /// The overlapping Allan deviation of an axis, 0 to 2 for x, y, z, over stretches without gaps; see
    /// `AllanAccumulator`. A gap is a stamp that does not increase, or a step of more than 1.75 usual intervals.
    ///
    /// Throws `noReadings`, `invalidInterval` where no two stamps are in order, or `tooShort`.
    public func deviation(axis: Int) throws(AllanError) -> AllanDeviation { try stream.deviation(axis: axis) }
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
    gyroscope.stream.add(angularRate, timestamp)
    accelerometer.stream.add(specificForce, timestamp)
    magnetometer.stream.add(magneticField, timestamp)
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
    let kept = timestamp.advanced(byNanoseconds: -ReadingStream.delay)
    gyroscope.stream.removeReadings(after: kept)
    accelerometer.stream.removeReadings(after: kept)
    magnetometer.stream.removeReadings(after: kept)
    restDuration = max(0, restDuration - Timestamp.seconds(ofNanoseconds: ReadingStream.delay))
  }
}
