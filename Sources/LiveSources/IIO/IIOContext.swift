import CIIO
import MotionSessions

/// An open context of libiio: the sensors of this computer, or of another one that serves them with `iiod`.
final class IIOContext {
  private let pointer: OpaquePointer

  /// No answer takes longer, in milliseconds.
  private static let timeout: UInt32 = 500

  /// Opens a context by its address, `local:` or `ip:HOST`.
  init(uri: String) throws(MotionError) {
    guard let pointer = iio_create_context_from_uri(uri) else {
      throw .sourceFailed("the sensors of '\(uri)' cannot be reached: \(Descriptor.lastError)")
    }
    self.pointer = pointer
    _ = iio_context_set_timeout(pointer, Self.timeout)
  }

  deinit { iio_context_destroy(pointer) }

  /// The first device that has all three channels of a kind; nil where there is none.
  func sensor(_ kind: IIOSensor.Kind) -> IIOSensor? {
    for index in 0..<iio_context_get_devices_count(pointer) {
      guard let device = iio_context_get_device(pointer, index) else { continue }
      if let sensor = IIOSensor(kind, on: device, of: self) { return sensor }
    }
    return nil
  }
}
