import Foundation

/// A ULog written by the rules of its format, message by message.
struct ULogFile {
  private(set) var bytes: [UInt8] = [0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35, 1] + [UInt8](repeating: 0, count: 8)

  mutating func add(_ type: Character, _ content: [UInt8]) {
    bytes += Self.bytes(UInt16(content.count)) + [type.asciiValue!] + content
  }

  /// The description of a type: `name:type field;`.
  mutating func format(_ text: String) { add("F", Array(text.utf8)) }

  mutating func subscribe(_ name: String, instance: UInt8 = 0, as number: UInt16) {
    add("A", [instance] + Self.bytes(number) + Array(name.utf8))
  }

  /// A message with its timestamp in µs and the bytes of its other fields.
  mutating func data(_ number: UInt16, _ timestamp: UInt64, _ fields: [UInt8]) {
    add("D", Self.bytes(number) + Self.bytes(timestamp) + fields)
  }

  /// Bytes that belong to no message.
  mutating func append(_ junk: [UInt8]) { bytes += junk }

  /// The flags message, with the offsets of appended data.
  mutating func flags(incompatible: UInt8 = 0, appended: [UInt64] = [0, 0, 0]) {
    add(
      "B",
      [UInt8](repeating: 0, count: 8) + [incompatible] + [UInt8](repeating: 0, count: 7) + appended.flatMap(Self.bytes))
  }

  var data: Data { Data(bytes) }

  static func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.littleEndian, Array.init) }

  static func bytes(_ values: [Float]) -> [UInt8] { values.flatMap { bytes($0.bitPattern) } }

  /// A gyroscope of `sensor_combined` with the number 7, and its message.
  static let combined =
    "sensor_combined:uint64_t timestamp;float[3] gyro_rad;int32_t accelerometer_timestamp_relative;"
    + "float[3] accelerometer_m_s2;"

  /// A file with `count` messages of `sensor_combined`, 4 ms apart, that begins at `start` in µs.
  static func still(_ count: Int, from start: UInt64 = 1_000_000) -> ULogFile {
    var file = ULogFile()
    file.format(combined)
    file.subscribe("sensor_combined", as: 7)
    for index in 0..<count { file.addCombined(at: start + 4000 * UInt64(index)) }
    return file
  }

  mutating func addCombined(at time: UInt64) {
    data(7, time, Self.bytes([0.5, 0.25, -0.125]) + Self.bytes(Int32(0)) + Self.bytes([1, 2, -9.75]))
  }
}
