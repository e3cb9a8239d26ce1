import MotionSessions
import ParallelWork

/// A value that any thread changes and that a test awaits, without polling.
final class Awaited<Value: Sendable>: Sendable {
  private struct Wait {
    let identifier: Int
    let condition: @Sendable (Value) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var value: Value
    var waits: [Wait] = []
    var lastIdentifier = 0
  }

  private let state: Locked<State>

  init(_ value: Value) { state = Locked(State(value: value)) }

  var value: Value { state.withLock { $0.value } }

  /// Changes the value and resumes those whose condition now holds.
  func change(_ body: (inout Value) -> Void) {
    let ready = state.withLock { state in
      body(&state.value)
      let ready = state.waits.filter { $0.condition(state.value) }
      state.waits.removeAll { wait in ready.contains { $0.identifier == wait.identifier } }
      return ready
    }
    for wait in ready { wait.continuation.resume() }
  }

  /// Waits until a condition holds; throws when the task is cancelled, as by the time limit of a suite.
  func wait(until condition: @escaping @Sendable (Value) -> Bool) async throws {
    let identifier = state.withLock { state in
      state.lastIdentifier += 1
      return state.lastIdentifier
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          guard !condition(state.value), !Task.isCancelled else { return false }
          state.waits.append(Wait(identifier: identifier, condition: condition, continuation: continuation))
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      let cancelled = state.withLock { state in
        let cancelled = state.waits.filter { $0.identifier == identifier }
        state.waits.removeAll { $0.identifier == identifier }
        return cancelled
      }
      for wait in cancelled { wait.continuation.resume() }
    }
    try Task.checkCancellation()
  }
}

extension Awaited where Value: Equatable {
  /// Waits until the value is equal to another.
  func wait(for value: Value) async throws { try await wait { $0 == value } }
}
