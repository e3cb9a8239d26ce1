import Rotations

/// Brings the readings of three sensors, which come at rates of their own and out of step, into one time order: one
/// sample for each reading of the gyroscope.
///
/// The readings of the other sensors since the reading of the gyroscope before are averaged into the sample; where
/// there is none, that part of the sample is `absent`. A faster accelerometer so becomes the mean over the interval,
/// which is what the integration over the interval needs, and a slower magnetometer is seen once.
///
/// Readings may arrive out of order by up to `reorderingWindow`; a sample is ready when a reading that much later has
/// arrived. A reading that belongs before a sample that is already out is dropped and counted, as are those that are
/// not finite (other than the gyroscope's, whose stamp is needed; a filter lives with it).
///
/// A reading far from all others (`longestJump`) is dropped as a wild stamp, unless the next one is near it: then the
/// clock was set or there was a gap, what is waiting goes out, and the merger goes on from there.
///
/// Storage is fixed: `capacity` readings. When it is full, samples are ready early; if they are not taken either, or the
/// gyroscope is silent, the oldest reading is dropped. Good capacities hold all readings of twice the window.
@frozen
public struct SampleMerger<let capacity: Int, Scalar: LaneElement>: Sendable {
  /// What can be tuned.
  @frozen
  public struct Parameters: Sendable {
    /// How late a reading may come, in seconds; default 0.05. At 0 a sample is out as soon as it is there, and what
    /// comes after it with an earlier stamp is lost; a long window delays every sample by as much.
    public var reorderingWindow: Double
    /// A stamp that is further than this from the newest, in seconds, either way, needs a second one to be believed;
    /// default 1. At least the window.
    public var longestJump: Double

    /// The defaults, or others.
    @inlinable
    public init(reorderingWindow: Double = 0.05, longestJump: Double = 1) {
      self.reorderingWindow = reorderingWindow
      self.longestJump = longestJump
    }
  }

  /// How many readings did not make it into a sample, by reason.
  @frozen
  public struct DroppedReadings: Hashable, Sendable {
    /// They came too late for their sample, or after the last reading of the gyroscope before the clock was set.
    public var late = 0
    /// The storage was full.
    public var overflow = 0
    /// Readings of the accelerometer or the magnetometer that were not finite.
    public var invalid = 0
    /// Their stamp was far from all others.
    public var wild = 0

    /// None.
    @inlinable public init() {}
  }

  /// A reading in the queue.
  @frozen @usableFromInline
  struct Entry: Sendable {
    /// How often the clock had been set before it.
    @usableFromInline var epoch: UInt32
    @usableFromInline var reading: SensorReading<Scalar>

    @inlinable
    init(epoch: UInt32, reading: SensorReading<Scalar>) {
      self.epoch = epoch
      self.reading = reading
    }

    /// Whether it belongs behind `other`: later, or at the same moment a gyroscope's, which ends the interval.
    @inlinable
    func isAfter(_ other: Self) -> Bool {
      if epoch != other.epoch { return epoch > other.epoch }
      if reading.timestamp != other.reading.timestamp { return reading.timestamp > other.reading.timestamp }
      return reading.sensor == .gyroscope && other.reading.sensor != .gyroscope
    }
  }

  /// The mean of the readings of one sensor.
  @frozen @usableFromInline
  struct Mean: Sendable {
    @usableFromInline var sum = Vector3<Scalar>.zero
    @usableFromInline var weight = Scalar.zero

    @inlinable init() {}

    @inlinable
    mutating func add(_ vector: Vector3<Scalar>) {
      sum += vector
      weight += 1
    }

    @inlinable var value: Vector3<Scalar> { weight > 0 ? sum * (1 / weight) : .absent }
  }

  /// The parameters that the merger was made with.
  public let parameters: Parameters
  /// What was dropped so far; set it to count anew.
  public var dropped = DroppedReadings()

  @usableFromInline let window: Int64
  @usableFromInline let longestJump: Int64
  /// The readings that wait, as a ring in the order of time that begins at `first`.
  @usableFromInline var ring: InlineArray<capacity, Entry>
  @usableFromInline var first = 0
  @usableFromInline var count = 0
  @usableFromInline var epoch: UInt32 = 0
  /// The latest stamp of this epoch.
  @usableFromInline var newest: Timestamp?
  /// A stamp far from the newest, which the next may confirm.
  @usableFromInline var suspect: Timestamp?
  /// The stamp of the last sample of this epoch that is out.
  @usableFromInline var released: Timestamp?

  /// A merger before its first reading.
  @inlinable
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

  /// Takes everything but the parameters of another merger, field by field: the bytes between fields stay as they are.
  @inlinable
  public mutating func copyState(of other: Self) {
    dropped = other.dropped
    for place in 0..<capacity {
      ring[place].epoch = other.ring[place].epoch
      ring[place].reading.sensor = other.ring[place].reading.sensor
      ring[place].reading.timestamp = other.ring[place].reading.timestamp
      ring[place].reading.vector = other.ring[place].reading.vector
    }
    first = other.first
    count = other.count
    epoch = other.epoch
    newest = other.newest
    suspect = other.suspect
    released = other.released
  }

  /// Takes a reading. Call `next` after it until there is no sample.
  @inlinable
  public mutating func add(_ reading: SensorReading<Scalar>) {
    guard reading.sensor == .gyroscope || reading.vector.isFiniteInLane else {
      dropped.invalid += 1
      return
    }
    guard believes(reading.timestamp) else {
      dropped.wild += 1
      return
    }
    if let released, reading.timestamp < released {
      dropped.late += 1
      return
    }
    if count == capacity {
      removeFirst()
      dropped.overflow += 1
    }
    insert(Entry(epoch: epoch, reading: reading))
  }

  /// The next sample, if one is ready.
  @inlinable
  public mutating func next() -> StampedSample<Scalar>? {
    guard let end = firstGyroscopeReading, isReady(ring[end]) else { return nil }
    let entry = ring[end]
    let timestamp = entry.reading.timestamp
    var (specificForce, magneticField) = (Mean(), Mean())
    while first != end {
      collect(ring[first], for: entry, &specificForce, &magneticField)
      removeFirst()
    }
    removeFirst()
    if entry.epoch == epoch { released = timestamp }
    let sample = MotionSample(
      interval: 0, angularRate: entry.reading.vector, specificForce: specificForce.value,
      magneticField: magneticField.value)
    return StampedSample(timestamp: timestamp, sample: sample)
  }

  /// Says that a recording has ended: all samples are ready. Readings that follow begin a new recording.
  @inlinable
  public mutating func finish() {
    epoch &+= 1
    newest = nil
    suspect = nil
    released = nil
  }
}
