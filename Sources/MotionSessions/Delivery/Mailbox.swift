/// Values on their way from the thread that reads the source to the one that takes them: bounded, in order.
///
/// One writer, one taker. Errors keep their place among the values and are not dropped (but for the oldest of more than
/// 16, which takes a device that comes and goes while nobody takes anything).
final class Mailbox<Item: Sendable>: Sendable {
  private struct State {
    var items: RingBuffer<Item>
    /// How many items were taken or dropped.
    var passed = 0
    /// Errors, with the number of items that pass before each.
    var errors: [(position: Int, error: MotionError)] = []
    var droppedCount = 0
    /// Nothing more will be put in; what is there can be taken.
    var isFinished = false
    var taker: CheckedContinuation<Void, Never>?
    var writer: CheckedContinuation<Void, Never>?

    var isEmpty: Bool { items.count == 0 && errors.isEmpty }

    mutating func take() -> Result<Item, MotionError>? {
      if let first = errors.first, first.position <= passed { return .failure(errors.removeFirst().error) }
      guard let item = items.popFirst() else { return nil }
      passed += 1
      return .success(item)
    }
  }

  private let state: Locked<State>
  /// How many values an item stands for, where it is dropped.
  private let weight: @Sendable (Item) -> Int

  init(capacity: Int, weight: @escaping @Sendable (Item) -> Int = { _ in 1 }) {
    state = Locked(State(items: RingBuffer(capacity: capacity)))
    self.weight = weight
  }

  /// How many values were dropped because nobody took them.
  var droppedCount: Int { state.withLock { $0.droppedCount } }

  /// Adds an item; where there is no room the oldest is dropped.
  func put(_ item: Item) {
    let taker = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.isFinished else { return nil }
      if state.items.isFull, let oldest = state.items.popFirst() {
        state.passed += 1
        state.droppedCount += weight(oldest)
      }
      state.items.append(item)
      return state.taker.take()
    }
    taker?.resume()
  }

  /// Adds an error behind the items that are there.
  func put(_ error: MotionError) {
    let taker = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.isFinished else { return nil }
      state.errors.append((state.passed + state.items.count, error))
      if state.errors.count > 16 { state.errors.removeFirst() }
      return state.taker.take()
    }
    taker?.resume()
  }

  /// Says that nothing more will come.
  func finish() { end { _ in } }

  /// Forgets what is there, and says that nothing more will come.
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

  /// What comes next, without waiting; nil where nothing is there.
  func take() -> Result<Item, MotionError>? {
    let (message, writer) = state.withLock { state in (state.take(), state.writer.take()) }
    writer?.resume()
    return message
  }

  /// How much can be taken without waiting.
  var count: Int { state.withLock { $0.items.count + $0.errors.count } }

  /// What comes next; nil at the end, and where the task is cancelled.
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

  /// Waits until there is room for an item, or nothing more is wanted.
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
