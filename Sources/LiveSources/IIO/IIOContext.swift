import CIIO
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
