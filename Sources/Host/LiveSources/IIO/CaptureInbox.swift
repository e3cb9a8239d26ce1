import MotionSamples
import SystemLibrary

/// The queue from the capturing threads to the thread that reads the source.
///
/// Bounded: if readings are not taken, the threads wait and the kernel drops what exceeds its buffer.
final class CaptureInbox: Sendable {
  /// The result of a wait.
  enum Content {
    case readings([SensorReading<Double>])
    /// The end of a device's readings, with the reason.
    case ended(String)
  }

  private struct State {
    var readings: [SensorReading<Double>] = []
    var end: String?
    var isClosed = false
  }

  private let state = Monitored(State())

  private static let capacity = 4096

  /// Adds readings, waiting while the queue is full. False after `close`.
  func put(_ new: [SensorReading<Double>]) -> Bool {
    state.change { state in
      state.readings += new
      return !state.isClosed
    } when: {
      $0.readings.count <= Self.capacity || $0.isClosed
    }
  }

  /// Ends the readings of a device, with the reason.
  func finish(_ reason: String) { state.change { $0.end = $0.end ?? reason } }

  /// Ends the queue from the reading side.
  func close() { state.change { $0.isClosed = true } }

  /// Takes all readings, waiting for the first for up to `time` seconds.
  func take(waiting time: Double) -> Content {
    state.change(within: time) { state in
      if state.readings.isEmpty, let end = state.end { return .ended(end) }
      defer { state.readings = [] }
      return .readings(state.readings)
    } when: {
      !$0.readings.isEmpty || $0.end != nil
    }
  }
}

/// A value behind a lock, whose changes wake the threads that wait for one.
private final class Monitored<Value: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // The clock of the computer may be set.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Changes the value when it meets a condition, or without after `time` seconds.
  @discardableResult
  func change<Result>(
    within time: Double? = nil, _ body: (inout Value) -> Result, when condition: (Value) -> Bool = { _ in true }
  ) -> Result {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(lock)
    }
    var deadline = timespec()
    if let time {
      clock_gettime(CLOCK_MONOTONIC, &deadline)
      let nanoseconds = deadline.tv_nsec + Int(saturating: time * 1e9)
      deadline.tv_sec += nanoseconds / 1_000_000_000
      deadline.tv_nsec = nanoseconds % 1_000_000_000
    }
    while !condition(value) {
      let code = time == nil ? pthread_cond_wait(changed, lock) : pthread_cond_timedwait(changed, lock, &deadline)
      if code != 0 { break }
    }
    return body(&value)
  }
}
