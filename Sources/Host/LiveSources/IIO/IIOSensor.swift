import CIIO
import MotionSamples
import Rotations

/// The x, y and z channels of one sensor of an IIO device.
///
/// Source: Linux kernel, `Documentation/ABI/testing/sysfs-bus-iio`: a value is (raw + offset) · scale, in m/s², rad/s or
/// gauss; the mount matrix turns coordinates in the sensor into coordinates in the device.
struct IIOSensor {
  typealias Kind = SensorReading<Double>.Sensor

  /// The conversion of a channel's raw number to a value.
  struct Scaling {
    var offset: Double
    var scale: Double
  }

  let kind: Kind
  let device: OpaquePointer
  /// x, y, z.
  let channels: [OpaquePointer]
  /// The time between two readings in seconds; nil if the device does not report it.
  let interval: Double?
  private let deviceFromSensor: Matrix3<Double>
  /// Owns the channels.
  private let context: IIOContext

  /// Nil if the device lacks one of the three channels.
  init?(_ kind: Kind, on device: OpaquePointer, of context: IIOContext) {
    let channels = ["x", "y", "z"].compactMap { iio_device_find_channel(device, "\(kind.channelPrefix)_\($0)", false) }
    guard channels.count == 3, channels.allSatisfy({ iio_channel_find_attr($0, "raw") != nil }) else { return nil }
    self.kind = kind
    self.device = device
    self.channels = channels
    self.context = context
    var frequency = 0.0
    let isKnown =
      iio_device_attr_read_double(device, "sampling_frequency", &frequency) == 0
      || iio_channel_attr_read_double(channels[0], "sampling_frequency", &frequency) == 0
    interval = isKnown && frequency > 0 && frequency.isFinite ? 1 / frequency : nil
    let mount = iio_device_find_channel(device, "mount", false)
    let text =
      IIOText.read { iio_channel_attr_read(channels[0], "mount_matrix", $0, $1) }
      ?? mount.flatMap { mount in IIOText.read { iio_channel_attr_read(mount, "matrix", $0, $1) } }
      ?? IIOText.read { iio_device_attr_read(device, "mount_matrix", $0, $1) }
    deviceFromSensor = text.flatMap(Self.matrix) ?? .identity
  }

  /// Whether the device can capture its readings in a buffer.
  var isScanned: Bool { channels.allSatisfy { iio_channel_is_scan_element($0) } }

  /// Polls a reading, in device axes and SI units; nil if the device does not answer.
  func read() -> Vector3<Double>? {
    guard let scalings else { return nil }
    let raw = channels.compactMap { Self.number($0, "raw", default: nil) }
    return raw.count == 3 ? reading(Vector3(x: raw[0], y: raw[1], z: raw[2]), scalings) : nil
  }

  /// The scalings of the three channels; nil if the device does not answer.
  var scalings: [Scaling]? {
    let scalings = channels.compactMap { channel -> Scaling? in
      guard let offset = Self.number(channel, "offset", default: 0),
        let scale = Self.number(channel, "scale", default: 1)
      else { return nil }
      return Scaling(offset: offset, scale: scale)
    }
    return scalings.count == 3 ? scalings : nil
  }

  /// Converts raw numbers to device axes and SI units.
  func reading(_ raw: Vector3<Double>, _ scalings: [Scaling]) -> Vector3<Double> {
    let vector =
      deviceFromSensor
      * Vector3(
        x: (raw.x + scalings[0].offset) * scalings[0].scale, y: (raw.y + scalings[1].offset) * scalings[1].scale,
        z: (raw.z + scalings[2].offset) * scalings[2].scale)
    return kind == .magnetometer ? MagneticFieldUnit.gauss.toSI(vector) : vector
  }

  /// An attribute of a channel; the default if it is missing, nil if the device does not answer.
  private static func number(_ channel: OpaquePointer, _ name: String, default value: Double?) -> Double? {
    guard iio_channel_find_attr(channel, name) != nil else { return value }
    var number = 0.0
    return iio_channel_attr_read_double(channel, name, &number) == 0 ? number : nil
  }

  /// Parses a matrix in the kernel's form, `1, 0, 0; 0, 1, 0; 0, 0, 1`; nil if it is malformed or singular.
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

extension SensorReading.Sensor {
  /// The prefix of its channel names.
  var channelPrefix: String {
    switch self {
    case .accelerometer: "accel"
    case .gyroscope: "anglvel"
    case .magnetometer: "magn"
    }
  }
}

/// The motion sensors of a context.
struct IIOSensors {
  let accelerometer: IIOSensor?
  let gyroscope: IIOSensor?
  let magnetometer: IIOSensor?

  init(_ context: IIOContext, usesMagnetometer: Bool) {
    accelerometer = context.sensor(.accelerometer)
    gyroscope = context.sensor(.gyroscope)
    magnetometer = usesMagnetometer ? context.sensor(.magnetometer) : nil
  }

  /// The sensor whose readings make the samples; nil with neither gyroscope nor accelerometer.
  var leader: IIOSensor? { gyroscope ?? accelerometer }

  /// All sensors, the gyroscope last, since its reading completes a sample.
  var all: [IIOSensor] { [accelerometer, magnetometer, gyroscope].compactMap { $0 } }

  /// The time between two samples in seconds; nil if unknown.
  var interval: Double? { leader?.isScanned == true ? leader?.interval : pollInterval }

  /// The time between two polls in seconds, 0.001 to 1.
  var pollInterval: Double { min(max(leader?.interval ?? 0.01, 0.001), 1) }

  /// The time between two readings of a sensor in the samples, in seconds; nil if unknown.
  func interval(of sensor: IIOSensor) -> Double? {
    guard let interval else { return sensor.interval }
    return max(sensor.interval ?? 0, interval)
  }
}
