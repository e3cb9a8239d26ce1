import CIIO
import MotionSamples
import Rotations

/// Three channels of a device of Linux IIO.
///
/// Source: Linux kernel, `Documentation/ABI/testing/sysfs-bus-iio`: a value is (raw + offset) · scale, in m/s², rad/s or
/// gauss; the mount matrix turns coordinates in the sensor into coordinates in the device.
struct IIOSensor {
  /// What is measured.
  enum Kind {
    case accelerometer, gyroscope, magnetometer

    /// The beginning of the names of its channels.
    var prefix: String {
      switch self {
      case .accelerometer: "accel"
      case .gyroscope: "anglvel"
      case .magnetometer: "magn"
      }
    }
  }

  /// The time between two readings in seconds, where the device says it.
  let interval: Double?
  private let kind: Kind
  private let channels: [OpaquePointer]
  private let deviceFromSensor: Matrix3<Double>
  /// Keeps the channels.
  private let context: IIOContext

  /// Nil where the device has not all three channels.
  init?(_ kind: Kind, on device: OpaquePointer, of context: IIOContext) {
    let channels = ["x", "y", "z"].compactMap { iio_device_find_channel(device, "\(kind.prefix)_\($0)", false) }
    guard channels.count == 3, channels.allSatisfy({ iio_channel_find_attr($0, "raw") != nil }) else { return nil }
    self.kind = kind
    self.channels = channels
    self.context = context
    var frequency = 0.0
    let isKnown =
      iio_device_attr_read_double(device, "sampling_frequency", &frequency) == 0
      || iio_channel_attr_read_double(channels[0], "sampling_frequency", &frequency) == 0
    interval = isKnown && frequency > 0 && frequency.isFinite ? 1 / frequency : nil
    let mount = iio_device_find_channel(device, "mount", false)
    let text =
      Self.text(channels[0], "mount_matrix") ?? mount.flatMap { Self.text($0, "matrix") }
      ?? Self.text(device: device, "mount_matrix")
    deviceFromSensor = text.flatMap(Self.matrix) ?? .identity
  }

  /// A reading in device axes and SI units; nil where the device does not answer.
  func read() -> Vector3<Double>? {
    let values = channels.compactMap(Self.value)
    guard values.count == 3 else { return nil }
    let vector = deviceFromSensor * Vector3(x: values[0], y: values[1], z: values[2])
    return kind == .magnetometer ? MagneticFieldUnit.gauss.toSI(vector) : vector
  }

  private static func value(_ channel: OpaquePointer) -> Double? {
    guard let raw = number(channel, "raw", default: nil), let offset = number(channel, "offset", default: 0),
      let scale = number(channel, "scale", default: 1)
    else { return nil }
    return (raw + offset) * scale
  }

  /// An attribute; the default where the channel has none, nil where it does not answer.
  private static func number(_ channel: OpaquePointer, _ name: String, default value: Double?) -> Double? {
    guard iio_channel_find_attr(channel, name) != nil else { return value }
    var number = 0.0
    return iio_channel_attr_read_double(channel, name, &number) == 0 ? number : nil
  }

  private static func text(_ channel: OpaquePointer, _ name: String) -> String? {
    text { iio_channel_attr_read(channel, name, $0, $1) }
  }

  private static func text(device: OpaquePointer, _ name: String) -> String? {
    text { iio_device_attr_read(device, name, $0, $1) }
  }

  private static func text(_ read: (UnsafeMutablePointer<CChar>, Int) -> Int) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, read(start, buffer.count) > 0 else { return nil }
      return String(cString: start)
    }
  }

  /// A matrix as the kernel writes it, `1, 0, 0; 0, 1, 0; 0, 0, 1`; nil where it is none, or where it has no inverse.
  static func matrix(_ text: String) -> Matrix3<Double>? {
    let rows = text.split(separator: ";").map { row in
      row.split(separator: ",").compactMap { Double($0.filter { !$0.isWhitespace }) }
    }
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 && $0.allSatisfy(\.isFinite) }) else { return nil }
    let vectors = rows.map { Vector3(x: $0[0], y: $0[1], z: $0[2]) }
    guard abs(vectors[0].dot(vectors[1].cross(vectors[2]))) > 1e-6 else { return nil }
    return Matrix3(rows: vectors[0], vectors[1], vectors[2])
  }
}
