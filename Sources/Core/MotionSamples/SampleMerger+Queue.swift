// The queue of readings: which to accept, their order, when they are ready.

extension SampleMerger {
  /// Holds a reading far from the newest timestamp behind the queue, where the next one may confirm it.
  @export(implementation)
  mutating func hold(_ reading: SensorReading<Scalar>) {
    if suspect != nil { dropped.wild += 1 }
    makeRoom()
    suspect = reading.timestamp
    ring[position(count)] = Entry(epoch: epoch, reading: reading)
  }

  /// Starts from the reading held, which a reading at `timestamp` confirms: the clock was set, or there was a gap. Returns false
  /// if none is held or it is far from `timestamp`.
  @export(implementation)
  mutating func confirm(by timestamp: Timestamp) -> Bool {
    guard let suspected = suspect, isNear(timestamp, suspected) else { return false }
    let held = ring[position(count)].reading
    suspect = nil
    finish()
    newest = suspected
    enqueue(held)
    return true
  }

  /// Inserts a reading, unless its sample has been returned.
  @export(implementation)
  mutating func enqueue(_ reading: SensorReading<Scalar>) {
    if let released, reading.timestamp < released {
      dropped.late += 1
      return
    }
    makeRoom()
    insert(Entry(epoch: epoch, reading: reading))
  }

  /// Drops the oldest reading if the storage is full.
  @export(implementation)
  mutating func makeRoom() {
    guard count == capacity else { return }
    removeFirst()
    dropped.overflow += 1
  }

  @export(implementation)
  func isNear(_ timestamp: Timestamp, _ other: Timestamp) -> Bool {
    let jump = timestamp.nanoseconds(since: other)
    return jump <= longestJump && jump >= -longestJump
  }

  /// Inserts a reading after all that are not later.
  @export(implementation)
  mutating func insert(_ entry: Entry) {
    var place = position(count)
    var before = place == 0 ? capacity - 1 : place - 1
    while place != first && ring[before].isAfter(entry) {
      ring[place] = ring[before]
      place = before
      before = place == 0 ? capacity - 1 : place - 1
    }
    ring[place] = entry
    count += 1
  }

  @export(implementation)
  mutating func removeFirst() {
    first = position(1)
    count -= 1
  }

  /// The index in the ring of the reading `offset` places after the first.
  @export(implementation)
  func position(_ offset: Int) -> Int {
    let index = first + offset
    return index >= capacity ? index - capacity : index
  }

  @export(implementation) @inline(__always)
  var firstGyroscopeReading: Int? {
    let entries = ring.span
    var offset = 0
    while offset < count {
      let place = position(offset)
      if entries[place].reading.sensor == .gyroscope { return place }
      offset += 1
    }
    return nil
  }

  /// A reading of the ring. Through its span, so that the ring is not copied.
  @export(implementation) @inline(__always)
  func entry(at place: Int) -> Entry { ring.span[place] }

  /// Whether no earlier reading can arrive in time any more, or the queue is full.
  @export(implementation) @inline(__always)
  func isReady(_ entry: Entry) -> Bool {
    guard entry.epoch == epoch, count < capacity, let newest else { return true }
    return newest.nanoseconds(since: entry.reading.timestamp) >= window
  }

  @export(implementation) @inline(__always)
  mutating func collect(_ entry: Entry, for sample: Entry, _ specificForce: inout Mean, _ magneticField: inout Mean) {
    if entry.epoch != sample.epoch {
      dropped.late += 1
    } else if entry.reading.sensor == .accelerometer {
      specificForce.add(entry.reading.vector)
    } else {
      magneticField.add(entry.reading.vector)
    }
  }
}
