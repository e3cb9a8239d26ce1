import Foundation

/// A ULog written by the rules of its format, message by message.
public struct ULogFile {
  public private(set) var bytes: [UInt8] =
    [0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35, 1] + [UInt8](repeating: 0, count: 8)

  /// A message with its type and content.
  public mutating func add(_ type: Character, _ content: [UInt8]) {
    bytes += Self.bytes(UInt16(content.count)) + [type.asciiValue!] + content
  }

  /// A file without messages.
  public init() {}

  /// The description of a type: `name:type field;`.
  public mutating func format(_ text: String) { add("F", Array(text.utf8)) }

  /// The number of the messages of a topic.
  public mutating func subscribe(_ name: String, instance: UInt8 = 0, as number: UInt16) {
    add("A", [instance] + Self.bytes(number) + Array(name.utf8))
  }

  /// A message with its timestamp in µs and the bytes of its other fields.
  public mutating func data(_ number: UInt16, _ timestamp: UInt64, _ fields: [UInt8]) {
    add("D", Self.bytes(number) + Self.bytes(timestamp) + fields)
  }

  /// Bytes that belong to no message.
  public mutating func append(_ junk: [UInt8]) { bytes += junk }

  /// The flags message, with the offsets of appended data.
  public mutating func flags(incompatible: UInt8 = 0, appended: [UInt64] = [0, 0, 0]) {
    add(
      "B",
      [UInt8](repeating: 0, count: 8) + [incompatible] + [UInt8](repeating: 0, count: 7) + appended.flatMap(Self.bytes))
  }

  /// The file.
  public var data: Data { Data(bytes) }

  /// A number in the byte order of the format.
  public static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian, Array.init)
  }

  /// Numbers of 32 bits.
  public static func bytes(_ values: [Float]) -> [UInt8] { values.flatMap { bytes($0.bitPattern) } }

  /// A gyroscope of `sensor_combined` with the number 7, and its message.
  public static let combined =
    "sensor_combined:uint64_t timestamp;float[3] gyro_rad;int32_t accelerometer_timestamp_relative;"
    + "float[3] accelerometer_m_s2;"

  /// A file with `count` messages of `sensor_combined`, 4 ms apart, that begins at `start` in µs.
  public static func still(_ count: Int, from start: UInt64 = 1_000_000) -> ULogFile {
    var file = ULogFile()
    file.format(combined)
    file.subscribe("sensor_combined", as: 7)
    for index in 0..<count { file.addCombined(at: start + 4000 * UInt64(index)) }
    return file
  }

  /// A message of `sensor_combined` at a time in µs.
  public mutating func addCombined(at time: UInt64) {
    data(7, time, Self.bytes([0.5, 0.25, -0.125]) + Self.bytes(Int32(0)) + Self.bytes([1, 2, -9.75]))
  }

  /// The topic `vehicle_imu` with this number of instances, numbered from 20.
  public mutating func addIMUs(_ count: Int) {
    format(
      "vehicle_imu:uint64_t timestamp;uint64_t timestamp_sample;float[3] delta_angle;float[3] delta_velocity;"
        + "uint16_t delta_angle_dt;uint16_t delta_velocity_dt;")
    for instance in 0..<count { subscribe("vehicle_imu", instance: UInt8(instance), as: UInt16(20 + instance)) }
  }

  /// Readings of an IMU in FRD, rad/s and m/s², at a time in µs.
  public mutating func addIMU(_ instance: Int, at time: UInt64, rate: [Float], force: [Float]) {
    let interval: UInt16 = 4000
    func increments(_ values: [Float]) -> [UInt8] { Self.bytes(values.map { $0 * Float(interval) * 1e-6 }) }
    data(
      UInt16(20 + instance), time,
      Self.bytes(time) + increments(rate) + increments(force) + Self.bytes(interval) + Self.bytes(interval))
  }
}
