import FileAccess
import LogTables

extension StreamSchema {
  /// The messages of MAVLink in a telemetry log. Vectors are in body axes FRD.
  ///
  /// Source: MAVLink message definitions, `common.xml`.
  static let telemetry = StreamSchema(
    formatName: "MAVLink telemetry", axes: .forwardRightDown,
    rules: [
      inertial("HIGHRES_IMU", sinceStart, ("m/s^2", "rad/s", "gauss")),
      inertial("RAW_IMU", sinceStart, scaled), inertial("SCALED_IMU", milliseconds, scaled),
      inertial("SCALED_IMU2", milliseconds, scaled), inertial("SCALED_IMU3", milliseconds, scaled),
      MessageRule(
        topic: "ATTITUDE", time: milliseconds,
        streams: [.init(kind: .attitude, content: .euler(["roll", "pitch", "yaw"], factor: 1))]),
      MessageRule(
        topic: "ATTITUDE_QUATERNION", time: milliseconds,
        streams: [.init(kind: .attitude, content: .quaternion(["q1", "q2", "q3", "q4"]))]),
      MessageRule(
        topic: "GPS_RAW_INT", time: sinceStart,
        streams: [
          .init(
            kind: .fix,
            content: .fix([
              (.latitude, .init("lat", 1e-7)), (.longitude, .init("lon", 1e-7)), (.height, .init("alt", 1e-3)),
              (.speed, .init("vel", 1e-2)), (.course, .init("cog", 1e-2)), (.horizontalSigma, .init("h_acc", 1e-3)),
              (.verticalSigma, .init("v_acc", 1e-3)), (.unixTime, .init(TelemetryMessage.received, 1e-6)),
              (.quality, .init("fix_type")),
            ]))
        ]),
    ],
    recordings: [
      recording("HIGHRES_IMU", "the IMU at its finest resolution"),
      recording("SCALED_IMU", "the first IMU"),
      recording("RAW_IMU", "the first IMU of ArduPilot; PX4 sends it without a unit, so that it is not read"),
      recording("SCALED_IMU2", "the second IMU"), recording("SCALED_IMU3", "the third IMU"),
    ])

  private static let scaled = ("mg", "mrad/s", "mG")
  private static let sinceStart = [MessageRule.TimeField(name: "time_usec", nanoseconds: 1000)]
  private static let milliseconds = [MessageRule.TimeField(name: "time_boot_ms", nanoseconds: 1_000_000)]

  private static func inertial(
    _ topic: String, _ time: [MessageRule.TimeField], _ units: (force: String, rate: String, field: String)
  ) -> MessageRule {
    func vector(_ name: String) -> MessageRule.Content { .vector(["x\(name)", "y\(name)", "z\(name)"]) }
    return MessageRule(
      topic: topic, time: time,
      streams: [
        .init(kind: .gyroscope, content: vector("gyro"), unit: units.rate, absence: TelemetryMessage.noRate),
        .init(kind: .accelerometer, content: vector("acc"), unit: units.force, absence: TelemetryMessage.noForce),
        .init(kind: .magnetometer, content: vector("mag"), unit: units.field, absence: TelemetryMessage.noField),
      ])
  }

  private static func recording(_ topic: String, _ note: String) -> RecordingRule {
    RecordingRule(topic: topic, sources: [.init(.accelerometer, topic), .init(.magnetometer, topic)], note: note)
  }
}
