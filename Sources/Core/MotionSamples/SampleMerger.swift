import Rotations

/// A merger of three sensors with different rates into one time order: one sample for each gyroscope reading.
///
/// Readings of the other sensors since the previous gyroscope reading are averaged into the sample; a sensor without
/// any is `absent` from it. A faster accelerometer thus becomes the mean over the interval, as integration over the
/// interval requires, and each reading of a slower magnetometer is used once.
///
/// Readings may arrive out of order by up to `reorderingWindow`. A sample is ready once a reading that much later has
/// arrived. Readings that belong before a sample already returned are dropped and counted, as are non-finite ones.
/// Non-finite gyroscope readings are kept, because their timestamps are needed and filters handle them.
///
/// A reading further than `longestJump` from the newest timestamp is held until the next one. If that one is close to it,
/// the clock was set or there was a gap: all waiting samples become ready and the merger continues with both. Otherwise the
/// reading is dropped.
///
/// Storage is fixed: `capacity` readings. When it is full, samples are ready early. If they are not taken, or the
/// gyroscope is silent, the oldest reading is dropped. Choose a capacity that holds all readings of twice the window.
@frozen
public struct SampleMerger<let capacity: Int, Scalar: LaneElement>: Sendable {
  /// The parameters.
  @frozen
  public struct Parameters: Sendable {
    /// The longest delay of a reading, in seconds. Default: 0.05. Every sample is delayed by this much. With 0 a sample
    /// is ready at once, and later readings with an earlier timestamp are dropped.
    public var reorderingWindow = 0.05
    /// The largest distance of a timestamp from the newest, in seconds, in either direction; beyond it a second
    /// timestamp must confirm it. Default: 1. At least the window.
    public var longestJump = 1.0

    /// The defaults.
    @export(implementation)
    public init() {}

    /// Parameters from their values.
    @export(implementation)
    public init(reorderingWindow: Double, longestJump: Double = 1) {
      self.reorderingWindow = reorderingWindow
      self.longestJump = longestJump
    }
  }

  /// The number of readings that were not used, by reason.
  @frozen
  public struct DroppedReadings: Hashable, Sendable {
    /// Readings that arrived too late for their sample, or followed the last gyroscope reading before the clock was
    /// set.
    public var late = 0
    /// Readings dropped because the storage was full.
    public var overflow = 0
    /// Non-finite readings of the accelerometer or the magnetometer.
    public var invalid = 0
    /// Readings with a timestamp far from all others.
    public var wild = 0

    /// No dropped readings.
    @export(implementation) public init() {}

    @export(implementation)
    mutating func visitState(_ visitor: inout some SnapshotVisitor, with other: Self) {
      let largest = Int.max / 2
      visitor.visit(&late, with: other.late, in: 0...largest)
      visitor.visit(&overflow, with: other.overflow, in: 0...largest)
      visitor.visit(&invalid, with: other.invalid, in: 0...largest)
      visitor.visit(&wild, with: other.wild, in: 0...largest)
    }
  }

  /// A reading in the queue.
  @frozen @usableFromInline
  struct Entry: Sendable {
    /// The number of clock resets before it.
    @usableFromInline var epoch: UInt32
    @usableFromInline var reading: SensorReading<Scalar>

    @export(implementation)
    init(epoch: UInt32, reading: SensorReading<Scalar>) {
      self.epoch = epoch
      self.reading = reading
    }

    /// Whether it belongs after `other`: a later timestamp or, at the same timestamp, a gyroscope reading, which ends
    /// the interval.
    @export(implementation)
    func isAfter(_ other: Self) -> Bool {
      if epoch != other.epoch { return epoch > other.epoch }
      if reading.timestamp != other.reading.timestamp { return reading.timestamp > other.reading.timestamp }
      return reading.sensor == .gyroscope && other.reading.sensor != .gyroscope
    }

    @export(implementation)
    mutating func visitState(_ visitor: inout some SnapshotVisitor<Scalar>, with other: Self) {
      visitor.visit(&epoch, with: other.epoch)
      var sensor = reading.sensor.rawValue
      visitor.visit(&sensor, with: other.reading.sensor.rawValue)
      let known = SensorReading<Scalar>.Sensor(rawValue: sensor)
      visitor.check(known != nil)
      reading.sensor = known ?? .gyroscope
      visitor.visit(&reading.timestamp, with: other.reading.timestamp)
      visitor.visit(&reading.vector, with: other.reading.vector, .any)
    }
  }

  /// The mean of the readings of one sensor.
  @frozen @usableFromInline
  struct Mean: Sendable {
    @usableFromInline var sum = Vector3<Scalar>.zero
    @usableFromInline var weight = Scalar.zero

    @export(implementation) init() {}

    @export(implementation)
    mutating func add(_ vector: Vector3<Scalar>) {
      sum += vector
      weight += 1
    }

    @export(implementation) var value: Vector3<Scalar> { weight > 0 ? sum * (1 / weight) : .absent }
  }

  /// The parameters of the merger.
  public let parameters: Parameters
  /// The readings dropped so far; assign an empty value to reset the counts.
  public var dropped = DroppedReadings()

  @usableFromInline let window: Int64
  @usableFromInline let longestJump: Int64
  /// The waiting readings: a ring in time order that begins at `first`.
  @usableFromInline var ring: InlineArray<capacity, Entry>
  @usableFromInline var first = 0
  @usableFromInline var count = 0
  @usableFromInline var epoch: UInt32 = 0
  /// The latest timestamp of this epoch.
  @usableFromInline var newest: Timestamp?
  /// The timestamp of a reading far from the newest, which the next one may confirm. The reading itself is in the ring,
  /// behind the queue.
  @usableFromInline var suspect: Timestamp?
  /// The timestamp of the last sample of this epoch that was returned.
  @usableFromInline var released: Timestamp?

  /// An empty merger.
  @export(implementation)
  public init(parameters: Parameters = Parameters()) {
    let (window, jump) = (parameters.reorderingWindow, parameters.longestJump)
    precondition(capacity > 0, "a merger needs room for at least one reading")
    precondition(window >= 0 && window <= jump && jump <= 1e8, "0 <= reorderingWindow <= longestJump <= 1e8 s")
    self.parameters = parameters
    self.window = Int64(window * 1e9)
    longestJump = Int64(jump * 1e9)
    let empty = SensorReading<Scalar>(.gyroscope, at: Timestamp(nanoseconds: 0), .zero)
    ring = InlineArray(repeating: Entry(epoch: 0, reading: empty))
  }

  /// Passes the state to a visitor. The parameters are not part of it; those of both mergers must be equal.
  @export(implementation)
  public mutating func visitState(_ visitor: inout some SnapshotVisitor<Scalar>, with other: Self) {
    dropped.visitState(&visitor, with: other.dropped)
    for place in 0..<capacity { ring[place].visitState(&visitor, with: other.ring[place]) }
    visitor.visit(&first, with: other.first, in: 0...capacity - 1)
    visitor.visit(&count, with: other.count, in: 0...capacity)
    visitor.visit(&epoch, with: other.epoch)
    visitor.visit(&newest, with: other.newest)
    visitor.visit(&suspect, with: other.suspect)
    visitor.visit(&released, with: other.released)
  }

  /// Adds a reading. Then call `next` until it returns nil.
  @export(implementation)
  public mutating func add(_ reading: SensorReading<Scalar>) {
    guard reading.sensor == .gyroscope || reading.vector.isFiniteInLane else {
      dropped.invalid += 1
      return
    }
    let timestamp = reading.timestamp
    if let latest = newest, !isNear(timestamp, latest) {
      guard confirm(by: timestamp) else { return hold(reading) }
    } else if suspect != nil {
      suspect = nil
      dropped.wild += 1
    }
    newest = newest.map { max($0, timestamp) } ?? timestamp
    enqueue(reading)
  }

  /// The next sample; nil if none is ready.
  @export(implementation)
  public mutating func next() -> TimedSample<Scalar>? {
    guard let end = firstGyroscopeReading else { return nil }
    let entry = entry(at: end)
    guard isReady(entry) else { return nil }
    let timestamp = entry.reading.timestamp
    var (specificForce, magneticField) = (Mean(), Mean())
    while first != end {
      collect(self.entry(at: first), for: entry, &specificForce, &magneticField)
      removeFirst()
    }
    removeFirst()
    if entry.epoch == epoch { released = timestamp }
    let sample = MotionSample(
      interval: 0, angularRate: entry.reading.vector, specificForce: specificForce.value,
      magneticField: magneticField.value)
    return TimedSample(timestamp: timestamp, sample: sample)
  }

  /// Ends the recording: all samples become ready. Readings that follow begin a new recording.
  @export(implementation)
  public mutating func finish() {
    epoch &+= 1
    newest = nil
    if suspect != nil { dropped.wild += 1 }
    suspect = nil
    released = nil
  }
}

/// One reading of one sensor.
@frozen
public struct SensorReading<Scalar: RealLanes>: Sendable {
  /// The sensors of a device.
  @frozen
  public enum Sensor: UInt8, Sendable {
    /// Angular rate in rad/s.
    case gyroscope
    /// Specific force in m/s².
    case accelerometer
    /// Magnetic field in µT.
    case magnetometer
  }

  /// The sensor of the reading.
  public var sensor: Sensor
  /// The time of the reading.
  public var timestamp: Timestamp
  /// The reading in body axes, in the unit of the sensor.
  public var vector: Vector3<Scalar>

  /// A reading from its parts.
  @export(implementation)
  public init(_ sensor: Sensor, at timestamp: Timestamp, _ vector: Vector3<Scalar>) {
    self.sensor = sensor
    self.timestamp = timestamp
    self.vector = vector
  }
}
