import FileAccess
import LogTables

extension StreamSchema {
  /// The messages of ArduPilot. Vectors are in body axes FRD, with the calibration of the autopilot applied.
  ///
  /// Source: ArduPilot, "Onboard message log messages"; `LogStructure.h` of its libraries.
  static let dataFlash = StreamSchema(
    formatName: "ArduPilot DataFlash", axes: .forwardRightDown,
    rules: [
      MessageRule(
        topic: "IMU", time: sent,
        streams: [
          .init(kind: .gyroscope, content: .vector(axes("Gyr")), unit: "rad/s"),
          .init(kind: .accelerometer, content: .vector(axes("Acc")), unit: "m/s^2"),
          .init(kind: .temperature, content: .temperature("T")),
        ]),
      MessageRule(
        topic: "GYR", time: sampled,
        streams: [.init(kind: .gyroscope, content: .vector(axes("Gyr")), unit: "rad/s")]),
      MessageRule(
        topic: "ACC", time: sampled,
        streams: [.init(kind: .accelerometer, content: .vector(axes("Acc")), unit: "m/s^2")]),
      MessageRule(
        topic: "MAG", time: sent,
        streams: [
          .init(
            kind: .magnetometer, content: .vector(axes("Mag")), unit: "mG",
            time: [.init(name: "S", nanoseconds: 1000)])
        ]),
      MessageRule(
        topic: "ATT", time: sent,
        streams: [.init(kind: .attitude, content: .euler(["Roll", "Pitch", "Yaw"], factor: .pi / 180))]),
      attitude("AHR2"), attitude("XKQ"), attitude("NKQ"),
      load("BAT", "Curr"), load("CURR", "Curr"), load("CTUN", "ThO"),
      MessageRule(
        topic: "GPS", time: sent,
        streams: [
          .init(
            kind: .fix,
            content: .fix([
              (.latitude, .init("Lat")), (.longitude, .init("Lng")), (.height, .init("Alt")), (.speed, .init("Spd")),
              (.course, .init("GCrs")), (.down, .init("VZ")), (.week, .init("GWk")), (.week, .init("Week")),
              (.secondsOfWeek, .init("GMS", 1e-3)), (.secondsOfWeek, .init("TimeMS", 1e-3)),
              (.quality, .init("Status")),
            ]))
        ]),
    ],
    recordings: [
      RecordingRule(
        topic: "IMU",
        sources: [
          .init(.accelerometer, "IMU"), .init(.magnetometer, "MAG", followsInstance: false), .init(.temperature, "IMU"),
        ], note: "each IMU, calibrated; IMU2 is IMU#1"),
      RecordingRule(
        topic: "GYR", isOnRequest: true,
        sources: [.init(.accelerometer, "ACC"), .init(.magnetometer, "MAG", followsInstance: false)],
        note: "each gyroscope at its full rate, not filtered"),
    ])

  /// The same messages as text.
  static let dataFlashText: StreamSchema = {
    var schema = dataFlash
    schema.formatName += " text"
    return schema
  }()

  private static let sent = [
    MessageRule.TimeField(name: "TimeUS", nanoseconds: 1000),
    MessageRule.TimeField(name: "TimeMS", nanoseconds: 1_000_000),
  ]
  private static let sampled = [MessageRule.TimeField(name: "SampleUS", nanoseconds: 1000)] + sent

  private static func axes(_ name: String) -> [String] { ["\(name)X", "\(name)Y", "\(name)Z"] }

  private static func load(_ topic: String, _ field: String) -> MessageRule {
    MessageRule(topic: topic, time: sent, streams: [.init(kind: .motorLoad, content: .motorLoad([field]))])
  }

  private static func attitude(_ topic: String) -> MessageRule {
    MessageRule(
      topic: topic, time: sent, streams: [.init(kind: .attitude, content: .quaternion(["Q1", "Q2", "Q3", "Q4"]))])
  }
}
