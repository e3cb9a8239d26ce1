import FileAccess
import LogTables

extension StreamSchema {
  /// The topics of PX4. Vectors are in body axes FRD.
  ///
  /// Source: PX4, message definitions in `msg/`, versions 1.5 to 1.15.
  static let ulog = StreamSchema(
    formatName: "PX4 ULog", axes: .forwardRightDown,
    rules: [
      MessageRule(
        topic: "sensor_combined", time: sent,
        streams: [
          .init(kind: .gyroscope, content: .vector(elements("gyro_rad", 3)), unit: "rad/s"),
          .init(
            kind: .accelerometer, content: .vector(elements("accelerometer_m_s2", 3)), unit: "m/s^2",
            relativeTime: "accelerometer_timestamp_relative"),
          .init(
            kind: .magnetometer, content: .vector(elements("magnetometer_ga", 3)), unit: "gauss",
            relativeTime: "magnetometer_timestamp_relative"),
        ]),
      MessageRule(
        topic: "vehicle_imu", time: sampled,
        streams: [
          .init(
            kind: .gyroscope, content: .increment(elements("delta_angle", 3), duration: "delta_angle_dt"), unit: "rad/s"
          ),
          .init(
            kind: .accelerometer, content: .increment(elements("delta_velocity", 3), duration: "delta_velocity_dt"),
            unit: "m/s^2"),
        ]),
      MessageRule(
        topic: "vehicle_magnetometer", time: sampled,
        streams: [.init(kind: .magnetometer, content: .vector(elements("magnetometer_ga", 3)), unit: "gauss")]),
      sensor("sensor_gyro", .gyroscope, "rad/s"),
      sensor("sensor_accel", .accelerometer, "m/s^2"),
      sensor("sensor_mag", .magnetometer, "gauss"),
      samples("sensor_gyro_fifo", .gyroscope, "rad/s"),
      samples("sensor_accel_fifo", .accelerometer, "m/s^2"),
      attitude("vehicle_attitude"), attitude("vehicle_attitude_groundtruth"), attitude("estimator_attitude"),
      fix("vehicle_gps_position"), fix("sensor_gps"),
      load("battery_status", "current_a"), load("actuator_controls_0", "control[3]"),
    ],
    recordings: [
      RecordingRule(
        topic: "sensor_combined",
        sources: [
          .init(.accelerometer, "sensor_combined"), .init(.magnetometer, "sensor_combined"),
          .init(.magnetometer, "vehicle_magnetometer", followsInstance: false),
          .init(.temperature, "sensor_gyro", followsInstance: false),
          .init(.temperature, "sensor_accel", followsInstance: false),
        ], note: "the selected IMU, calibrated"),
      RecordingRule(
        topic: "vehicle_imu",
        sources: [
          .init(.accelerometer, "vehicle_imu"),
          .init(.magnetometer, "vehicle_magnetometer", followsInstance: false),
          .init(.temperature, "sensor_gyro"), .init(.temperature, "sensor_accel"),
        ], note: "each IMU, calibrated, from increments of angle and velocity"),
      RecordingRule(
        topic: "sensor_gyro_fifo", isOnRequest: true,
        sources: [
          .init(.accelerometer, "sensor_accel_fifo"), .init(.accelerometer, "sensor_accel"),
          .init(.magnetometer, "sensor_mag", followsInstance: false), .init(.temperature, "sensor_gyro"),
        ], note: "each gyroscope at its full rate, not calibrated"),
      RecordingRule(
        topic: "sensor_gyro", isOnRequest: true,
        sources: [
          .init(.accelerometer, "sensor_accel"), .init(.magnetometer, "sensor_mag", followsInstance: false),
          .init(.temperature, "sensor_gyro"), .init(.temperature, "sensor_accel"),
        ], note: "each gyroscope, not calibrated"),
    ])

  private static let sent = [MessageRule.TimeField(name: "timestamp", nanoseconds: 1000)]
  private static let sampled = [MessageRule.TimeField(name: "timestamp_sample", nanoseconds: 1000)] + sent

  private static func elements(_ name: String, _ count: Int) -> [String] { (0..<count).map { "\(name)[\($0)]" } }

  private static func sensor(_ topic: String, _ kind: StreamKinds, _ unit: String) -> MessageRule {
    MessageRule(
      topic: topic, time: sampled,
      streams: [
        .init(kind: kind, content: .vector(["x", "y", "z"]), unit: unit),
        .init(kind: .temperature, content: .temperature("temperature")),
      ])
  }

  private static func samples(_ topic: String, _ kind: StreamKinds, _ unit: String) -> MessageRule {
    MessageRule(
      topic: topic, time: sampled,
      streams: [
        .init(
          kind: kind, content: .samples(["x", "y", "z"], count: "samples", factor: "scale", interval: "dt"), unit: unit)
      ])
  }

  private static func load(_ topic: String, _ field: String) -> MessageRule {
    MessageRule(topic: topic, time: sent, streams: [.init(kind: .motorLoad, content: .motorLoad([field]))])
  }

  private static func attitude(_ topic: String) -> MessageRule {
    MessageRule(topic: topic, time: sampled, streams: [.init(kind: .attitude, content: .quaternion(elements("q", 4)))])
  }

  /// Of old logs, places are whole numbers.
  private static func fix(_ topic: String) -> MessageRule {
    MessageRule(
      topic: topic, time: sent,
      streams: [
        .init(
          kind: .fix,
          content: .fix([
            (.latitude, .init("latitude_deg")), (.longitude, .init("longitude_deg")),
            (.latitude, .init("lat", 1e-7)), (.longitude, .init("lon", 1e-7)),
            (.height, .init("altitude_ellipsoid_m")), (.height, .init("alt_ellipsoid", 1e-3)),
            (.horizontalSigma, .init("eph")), (.verticalSigma, .init("epv")),
            (.north, .init("vel_n_m_s")), (.east, .init("vel_e_m_s")), (.down, .init("vel_d_m_s")),
            (.velocitySigma, .init("s_variance_m_s")), (.unixTime, .init("time_utc_usec", 1e-6)),
            (.quality, .init("fix_type")),
          ]))
      ])
  }
}
