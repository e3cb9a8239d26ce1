import Foundation
import MotionLogs
import MotionSessions

/// Runs a source until it ends, somebody has enough, or the user stops it.
enum LiveSession {
  /// What is done with each value; false where enough has come.
  typealias Step<Value> = (_ value: Value) throws -> Bool

  /// Runs a session.
  ///
  /// - Parameters:
  ///   - start: Starts the updates with the handler that it is given.
  ///   - step: Takes each value, one at a time, on the thread that reads the source.
  ///   - finish: Is called in the end, after the last value, also where the source failed or the user stopped it.
  static func run<Value: Sendable>(
    _ start: (@escaping MotionHandler<Value>) throws -> Void, step: @escaping Step<Value>, finish: () throws -> Void
  ) throws -> ExitStatus {
    let end = try SessionEnd()
    let gate = Gate(step)
    try start { value, error in
      switch (value, error) {
      case (_, let error?): take(error, end)
      case (let value?, nil):
        do {
          if try !gate.pass(value) { end.end() }
        } catch {
          end.end(error)
        }
      case (nil, nil): break
      }
    }
    do {
      try end.wait()
      gate.close()
      try finish()
      return .success
    } catch let error as MotionError {
      gate.close()
      try finish()
      Console.error(error)
      return .logsFailed
    }
  }

  private static func take(_ error: MotionError, _ end: SessionEnd) {
    switch error {
    case .sourceDisconnected: Console.note("\(Console.programName): \(error); waiting for it")
    case .sourceEnded: end.end()
    default: end.end(error)
    }
  }

  /// Lets values through until it is closed; no value passes while it closes.
  private final class Gate<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var step: Step<Value>?

    init(_ step: @escaping Step<Value>) { self.step = step }

    func pass(_ value: Value) throws -> Bool {
      try lock.withLock {
        guard let step else { return false }
        if try step(value) { return true }
        self.step = nil
        return false
      }
    }

    func close() { lock.withLock { step = nil } }
  }
}
