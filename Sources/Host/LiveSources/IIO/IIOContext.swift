import CIIO
import MotionSamples
import MotionSessions
import SystemLibrary

/// An open context of libiio: the devices of this computer, or of one that serves them with `iiod`.
final class IIOContext {
  private let pointer: OpaquePointer

  /// The time limit of a request, in seconds.
  private static let timeout = 0.5

  /// Opens a context by its address, `local:` or `ip:HOST`.
  init(uri: String) throws(MotionError) {
    if let problem = cardan_iio_missing() {
      throw .sourceFailed(
        "could not load libiio, which reads the sensors of '\(uri)': \(String(cString: problem))")
    }
    guard let pointer = iio_create_context_from_uri(uri) else {
      throw .sourceFailed("could not reach the sensors of '\(uri)': \(Descriptor.lastError)")
    }
    self.pointer = pointer
    setTimeout(seconds: Self.timeout)
  }

  deinit { BrokenPipe.quietly { iio_context_destroy(pointer) } }

  /// Sets the time limit of a request.
  func setTimeout(seconds: Double) { _ = iio_context_set_timeout(pointer, UInt32(saturating: seconds * 1000)) }

  /// All devices, including triggers.
  var devices: [OpaquePointer] {
    (0..<iio_context_get_devices_count(pointer)).compactMap { iio_context_get_device(pointer, $0) }
  }

  /// The first device with all three channels of a kind; nil if no device has them.
  func sensor(_ kind: IIOSensor.Kind) -> IIOSensor? {
    for device in devices {
      if let sensor = IIOSensor(kind, on: device, of: self) { return sensor }
    }
    return nil
  }
}

/// Reads text attributes of libiio.
enum IIOText {
  /// The text that a libiio call writes into its buffer; nil if the call fails.
  static func read(_ call: (UnsafeMutablePointer<CChar>, Int) -> Int) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, call(start, buffer.count) > 0 else { return nil }
      return String(cString: start)
    }
  }
}

/// Blocks SIGPIPE around calls to libiio, which reports a closed connection by its result as well. The signal would end the
/// process.
enum BrokenPipe {
  /// Runs `body` with the signal blocked on this thread and discards a pending one.
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
}
