import ParallelWork

/// A bounded queue from the thread that reads the source to the thread that takes the values.
///
/// One writer, one taker. Errors keep their place among the values. Only the oldest of more than 16 untaken errors are
/// dropped.
final class Mailbox<Item: Sendable>: Sendable {
  private struct State {
    var items: RingBuffer<Item>
    /// The number of items taken or dropped so far.
    var removedCount = 0
    /// Errors, each with the number of items removed before it is due.
    var errors: [(position: Int, error: MotionError)] = []
    var droppedCount = 0
    /// Whether further items are ignored; those that wait can still be taken.
    var isFinished = false
    var taker: CheckedContinuation<Void, Never>?
    var writer: CheckedContinuation<Void, Never>?

    var isEmpty: Bool { items.count == 0 && errors.isEmpty }

    mutating func take() -> Result<Item, MotionError>? {
      if let first = errors.first, first.position <= removedCount { return .failure(errors.removeFirst().error) }
      guard let item = items.popFirst() else { return nil }
      removedCount += 1
      return .success(item)
    }
  }

  private let state: Locked<State>
  /// The number of values in an item, for the count of dropped values.
  private let weight: @Sendable (Item) -> Int

  init(capacity: Int, weight: @escaping @Sendable (Item) -> Int = { _ in 1 }) {
    state = Locked(State(items: RingBuffer(capacity: capacity)))
    self.weight = weight
  }

  /// The number of values dropped because they were not taken in time.
  var droppedCount: Int { state.withLock { $0.droppedCount } }

  /// Adds an item. A full mailbox drops its oldest one.
  func put(_ item: Item) {
    let taker = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.isFinished else { return nil }
      if state.items.isFull, let oldest = state.items.popFirst() {
        state.removedCount += 1
        state.droppedCount += weight(oldest)
      }
      state.items.append(item)
      return state.taker.take()
    }
    taker?.resume()
  }

  /// Adds an error after the items that wait.
  func put(_ error: MotionError) {
    let taker = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.isFinished else { return nil }
      state.errors.append((state.removedCount + state.items.count, error))
      if state.errors.count > 16 { state.errors.removeFirst() }
      return state.taker.take()
    }
    taker?.resume()
  }

  /// Ends the queue after what waits in it.
  func finish() { end { _ in } }

  /// Ends the queue and discards what waits in it.
  func close() {
    end {
      $0.items.removeAll()
      $0.errors = []
    }
  }

  private func end(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      state.isFinished = true
      change(&state)
      return (state.taker.take(), state.writer.take())
    }
    waiting.0?.resume()
    waiting.1?.resume()
  }

  /// The next item or error without waiting; nil if none waits.
  func take() -> Result<Item, MotionError>? {
    let (message, writer) = state.withLock { state in (state.take(), state.writer.take()) }
    writer?.resume()
    return message
  }

  /// The number of items and errors that wait.
  var count: Int { state.withLock { $0.items.count + $0.errors.count } }

  /// The next item or error; nil at the end and when the task is cancelled.
  func next() async -> Result<Item, MotionError>? {
    while true {
      if let message = take() { return message }
      if Task.isCancelled || state.withLock({ $0.isFinished && $0.isEmpty }) { return nil }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let mustWait = state.withLock { state in
            guard state.isEmpty, !state.isFinished, !Task.isCancelled else { return false }
            state.taker = continuation
            return true
          }
          if !mustWait { continuation.resume() }
        }
      } onCancel: {
        state.withLock { $0.taker.take() }?.resume()
      }
    }
  }

  /// Waits until there is room for an item or the queue has ended.
  func waitForRoom() async {
    while state.withLock({ $0.items.isFull && !$0.isFinished }) {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          guard state.items.isFull, !state.isFinished else { return false }
          state.writer = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    }
  }
}

/// A first-in, first-out queue of fixed capacity.
struct RingBuffer<Element> {
  private var storage: [Element?]
  private var first = 0
  private(set) var count = 0

  init(capacity: Int) { storage = Array(repeating: nil, count: capacity) }

  var isFull: Bool { count == storage.count }

  /// Adds an element at the end; requires `!isFull`.
  mutating func append(_ element: Element) {
    precondition(!isFull)
    storage[index(count)] = element
    count += 1
  }

  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = storage[first]
    storage[first] = nil
    first = index(1)
    count -= 1
    return element
  }

  mutating func removeAll() { while popFirst() != nil {} }

  private func index(_ offset: Int) -> Int {
    let index = first + offset
    return index >= storage.count ? index - storage.count : index
  }
}
