import CIIO
import Glibc
import MotionSessions

/// An open context of libiio: the sensors of this computer, or of another one that serves them with `iiod`.
final class IIOContext {
  private let pointer: OpaquePointer

  /// No answer takes longer, in seconds.
  private static let timeout = 0.5

  /// Opens a context by its address, `local:` or `ip:HOST`.
  init(uri: String) throws(MotionError) {
    if let problem = cardan_iio_missing() {
      throw .sourceFailed(
        "the sensors of '\(uri)' are read with libiio, which cannot be loaded: \(String(cString: problem))")
    }
    guard let pointer = iio_create_context_from_uri(uri) else {
      throw .sourceFailed("the sensors of '\(uri)' cannot be reached: \(Descriptor.lastError)")
    }
    self.pointer = pointer
    setTimeout(seconds: Self.timeout)
  }

  deinit { BrokenPipe.quietly { iio_context_destroy(pointer) } }

  /// Waits no longer than this for an answer.
  func setTimeout(seconds: Double) { _ = iio_context_set_timeout(pointer, UInt32(seconds * 1000)) }

  /// All devices, triggers too.
  var devices: [OpaquePointer] {
    (0..<iio_context_get_devices_count(pointer)).compactMap { iio_context_get_device(pointer, $0) }
  }

  /// The first device that has all three channels of a kind; nil where there is none.
  func sensor(_ kind: IIOSensor.Kind) -> IIOSensor? {
    for device in devices {
      if let sensor = IIOSensor(kind, on: device, of: self) { return sensor }
    }
    return nil
  }
}

/// Text attributes of libiio.
enum IIOText {
  /// The text that a call of libiio puts into a buffer; nil where it fails.
  static func read(_ call: (UnsafeMutablePointer<CChar>, Int) -> Int) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, call(start, buffer.count) > 0 else { return nil }
      return String(cString: start)
    }
  }
}

/// Writing to a connection whose other end is gone raises SIGPIPE, which ends a process that does not expect it. Where a
/// library of others writes, and would say it by its result as well, the signal is kept away.
enum BrokenPipe {
  /// Runs `body` with the signal held back on this thread, and forgets one that came.
  static func quietly<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    var former = sigset_t()
    pthread_sigmask(SIG_BLOCK, &signals, &former)
    defer {
      if sigismember(&former, SIGPIPE) == 0 {
        var immediately = timespec()
        sigtimedwait(&signals, nil, &immediately)
        pthread_sigmask(SIG_SETMASK, &former, nil)
      }
    }
    return try body()
  }

  /// Holds the signal back on this thread for as long as it lives.
  static func ignoreOnThisThread() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
