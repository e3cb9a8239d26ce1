import AttitudeFilters
import LogFormats
import LogTables
import MotionSessions
import ParallelWork
import Synchronization
import SystemLibrary

/// Runs the updates of a manager until the source ends, the command has enough, or the user stops it.
enum LiveSession {
  /// Handles a value; returns false to end the session.
  typealias Step<Value> = (_ value: Value) throws -> Bool

  /// Runs a session.
  ///
  /// - Parameters:
  ///   - end: The end of the session, where another part of the command can end it; nil makes one.
  ///   - watch: Tells the user that the source falls silent.
  ///   - start: Starts the updates with the given handler.
  ///   - step: Handles each value, one at a time, on the thread that reads the source.
  ///   - whenStopped: Called when the user stops the session; returns whether more values follow, up to the end of the source.
  ///   - finish: Called after the last value, also if the source failed or the user stopped it.
  static func run<Value: Sendable>(
    until end: SessionEnd? = nil, watch: SilenceWatch = SilenceWatch(),
    _ start: (@escaping MotionHandler<Value>) throws -> Void, step: @escaping Step<Value>,
    whenStopped: () -> Bool = { false }, finish: () throws -> Void
  ) throws -> ExitStatus {
    let end = try end ?? SessionEnd()
    let gate = Gate(step)
    try start { value, error in
      switch (value, error) {
      case (_, let error?): take(error, end)
      case (let value?, nil):
        watch.hear()
        do {
          if try !gate.pass(value) { end.end() }
        } catch {
          end.end(error)
        }
      case (nil, nil): break
      }
    }
    do {
      try end.wait(meanwhile: { watch.check() })
      Interruption.allowFinishing()
      if Interruption.isRequested, whenStopped() { try end.wait(ignoringUser: true) }
      gate.close()
      try finish()
      return .success
    } catch {
      gate.close()
      if error is MotionError { try finish() }
      throw error
    }
  }

  /// Runs a session on the accelerometer.
  static func run(
    _ manager: MotionManager, until end: SessionEnd? = nil,
    accelerometer step: @escaping (AccelerometerData) throws -> Void, finish: () throws -> Void = {}
  ) throws -> ExitStatus {
    try run(until: end) { handler in
      manager.startAccelerometerUpdates(to: .immediate, withHandler: handler)
    } step: { (data: AccelerometerData) in
      try step(data)
      return true
    } finish: {
      manager.stopAccelerometerUpdates()
      try finish()
    }
  }

  /// Runs a session on device motion in a frame.
  static func run(
    _ manager: MotionManager, in frame: ReferenceFrame = .xArbitraryZVertical, until end: SessionEnd? = nil,
    deviceMotion step: @escaping (DeviceMotion) throws -> Void, finish: () throws -> Void
  ) throws -> ExitStatus {
    try run(until: end) { handler in
      try manager.startDeviceMotionUpdates(using: frame, to: .immediate, withHandler: handler)
    } step: { (motion: DeviceMotion) in
      try step(motion)
      return true
    } finish: {
      manager.stopDeviceMotionUpdates()
      try finish()
    }
  }

  private static func take(_ error: MotionError, _ end: SessionEnd) {
    switch error {
    case .sourceDisconnected: Console.note("\(Console.programName): \(error); waiting for it to return")
    case .sourceEnded: end.end()
    default: end.end(error)
    }
  }

  /// Passes values to a step until it is closed. No step runs after `close` has returned.
  private final class Gate<Value>: @unchecked Sendable {
    private let lock = Locked(())
    private var step: Step<Value>?

    init(_ step: @escaping Step<Value>) { self.step = step }

    func pass(_ value: Value) throws -> Bool {
      try lock.withLock { _ in
        guard let step else { return false }
        if try step(value) { return true }
        self.step = nil
        return false
      }
    }

    func close() { lock.withLock { _ in step = nil } }
  }
}

/// The end of a session, for which the main thread waits.
final class SessionEnd: Sendable {
  private let bell: WakeUp
  private let failure = Mutex<(any Error)?>(nil)

  init() throws(LogError) { bell = try WakeUp() }

  /// Ends the session from any thread. The first error is kept.
  func end(_ error: (any Error)? = nil) {
    failure.withLock { if $0 == nil { $0 = error } }
    bell.ring()
  }

  /// Waits for the end or, unless `ignoringUser`, for the user's signal, and calls `meanwhile` every second. Throws the error that
  /// ended the session.
  func wait(ignoringUser: Bool = false, meanwhile: () -> Void = {}) throws {
    let descriptors = ignoringUser ? [bell.descriptor] : [bell.descriptor, Interruption.descriptor]
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while case let count = poll(&requests, nfds_t(requests.count), 1000), count == 0 || count < 0 && errno == EINTR {
      if !ignoringUser && Interruption.isRequested { break }
      meanwhile()
    }
    // A reader that the signal ended reports that as an error.
    if !ignoringUser, Interruption.isRequested { return }
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
