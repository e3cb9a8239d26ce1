// The queue of readings: which to accept, their order, when they are ready.

extension SampleMerger {
  /// Whether a timestamp is close to the newest one or confirms that the clock was set.
  @inlinable
  mutating func believes(_ stamp: Timestamp) -> Bool {
    guard let latest = newest else {
      newest = stamp
      return true
    }
    if isNear(stamp, latest) {
      newest = max(stamp, latest)
      suspect = nil
      return true
    }
    guard let suspected = suspect, isNear(stamp, suspected) else {
      suspect = stamp
      return false
    }
    finish()
    newest = stamp
    return true
  }

  @inlinable
  func isNear(_ stamp: Timestamp, _ other: Timestamp) -> Bool {
    let jump = stamp.nanoseconds(since: other)
    return jump <= longestJump && jump >= -longestJump
  }

  /// Inserts a reading after all that are not later.
  @inlinable
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

  @inlinable
  mutating func removeFirst() {
    first = position(1)
    count -= 1
  }

  /// The index in the ring of the reading `offset` places after the first.
  @inlinable
  func position(_ offset: Int) -> Int {
    let index = first + offset
    return index >= capacity ? index - capacity : index
  }

  @inlinable
  var firstGyroscopeReading: Int? {
    for offset in 0..<count where ring[position(offset)].reading.sensor == .gyroscope { return position(offset) }
    return nil
  }

  /// Whether no earlier reading can arrive in time any more, or the queue is full.
  @inlinable
  func isReady(_ entry: Entry) -> Bool {
    guard entry.epoch == epoch, count < capacity, let newest else { return true }
    return newest.nanoseconds(since: entry.reading.timestamp) >= window
  }

  @inlinable
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
