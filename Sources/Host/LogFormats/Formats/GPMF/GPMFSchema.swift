import FileAccess
import LogTables

extension StreamSchema {
  /// The sensors of GoPro cameras. Readings are in SI units, vectors turned to the body axes FLU of the camera.
  ///
  /// Source: gopro/gpmf-parser, README, tables of cameras.
  static let gpmf = StreamSchema(
    formatName: "GoPro GPMF", axes: .forwardLeftUp,
    rules: [
      sensor("GYRO", .gyroscope, "rad/s"), sensor("ACCL", .accelerometer, "m/s^2"),
      sensor("MAGN", .magnetometer, "uT"), receiver("GPS5"), receiver("GPS9"),
    ],
    recordings: [
      RecordingRule(
        topic: "GYRO",
        sources: [.init(.accelerometer, "ACCL"), .init(.magnetometer, "MAGN"), .init(.temperature, "GYRO")],
        note: "the IMU of the camera")
    ])

  private static let sampled = [MessageRule.TimeField(name: "sec", nanoseconds: 1_000_000_000, rest: "nanosec")]

  private static func sensor(_ key: String, _ kind: StreamKinds, _ unit: String) -> MessageRule {
    MessageRule(
      topic: key, time: sampled,
      streams: [
        .init(kind: kind, content: .vector(["x", "y", "z"]), unit: unit),
        .init(kind: .temperature, content: .temperature("temperature")),
      ])
  }

  private static func receiver(_ key: String) -> MessageRule {
    MessageRule(
      topic: key, time: sampled,
      streams: [
        .init(
          kind: .fix,
          content: .fix([
            (.latitude, .init("latitude")), (.longitude, .init("longitude")), (.height, .init("altitude")),
            (.unixTime, .init("unix")), (.quality, .init("fix")),
          ]))
      ])
  }
}
