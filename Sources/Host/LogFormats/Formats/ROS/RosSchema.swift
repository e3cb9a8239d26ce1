import FileAccess
import LogTables

extension StreamSchema {
  /// The message types of ROS 1 and ROS 2. Vectors are in body axes FLU, attitudes ENU from body; those of PX4 in a bag are FRD.
  ///
  /// Sources: REP 103, "Standard Units of Measure and Coordinate Conventions"; REP 145, "Conventions for IMU Sensor Drivers";
  /// the definitions of `sensor_msgs`, `geometry_msgs`, `nav_msgs` and `px4_msgs`.
  static let ros = StreamSchema(
    formatName: "ROS bag", axes: .forwardLeftUp,
    rules: [
      MessageRule(
        topic: "sensor_msgs/Imu", time: stamped,
        streams: [
          .init(
            kind: .gyroscope, content: .vector(vector("angular_velocity")), unit: "rad/s",
            absence: "angular_velocity_covariance[0]"),
          .init(
            kind: .accelerometer, content: .vector(vector("linear_acceleration")), unit: "m/s^2",
            absence: "linear_acceleration_covariance[0]"),
          .init(
            kind: .attitude, content: .quaternion(quaternion("orientation")), absence: "orientation_covariance[0]"),
        ]),
      MessageRule(
        topic: "sensor_msgs/MagneticField", time: stamped,
        streams: [.init(kind: .magnetometer, content: .vector(vector("magnetic_field")), unit: "T")]),
      MessageRule(
        topic: "sensor_msgs/Temperature", time: stamped,
        streams: [.init(kind: .temperature, content: .temperature("temperature"))]),
      MessageRule(
        topic: "sensor_msgs/NavSatFix", time: stamped,
        streams: [
          .init(
            kind: .fix,
            content: .fix([
              (.latitude, .init("latitude")), (.longitude, .init("longitude")), (.height, .init("altitude")),
              (.unixTime, .init("header.stamp.sec")), (.status, .init("status.status")),
            ]))
        ]),
      attitude("geometry_msgs/QuaternionStamped", "quaternion"),
      attitude("geometry_msgs/PoseStamped", "pose.orientation"),
      attitude("geometry_msgs/PoseWithCovarianceStamped", "pose.pose.orientation"),
      attitude("geometry_msgs/TransformStamped", "transform.rotation"),
      attitude("nav_msgs/Odometry", "pose.pose.orientation"),
    ] + px4Rules,
    recordings: [
      RecordingRule(
        topic: "sensor_msgs/Imu",
        sources: [
          .init(.accelerometer, "sensor_msgs/Imu"),
          .init(.magnetometer, "sensor_msgs/MagneticField", followsInstance: false),
          .init(.temperature, "sensor_msgs/Temperature", followsInstance: false),
        ], note: "each topic of this type, in the order of the file")
    ] + px4Recordings)

  /// The rules for containers of such messages.
  static func ros(_ formatName: String) -> StreamSchema {
    var schema = ros
    schema.formatName = formatName
    return schema
  }

  /// The time of the header; that of the recorder where the header has none.
  private static let stamped = [
    MessageRule.TimeField(name: "header.stamp.sec", nanoseconds: 1_000_000_000, rest: "header.stamp.nanosec"),
    received,
  ]
  private static let received = MessageRule.TimeField(
    name: RosMessage.received, nanoseconds: 1_000_000_000, rest: RosMessage.receivedRest)

  private static func vector(_ name: String) -> [String] { ["x", "y", "z"].map { "\(name).\($0)" } }

  private static func quaternion(_ name: String) -> [String] { ["w", "x", "y", "z"].map { "\(name).\($0)" } }

  private static func attitude(_ topic: String, _ name: String) -> MessageRule {
    MessageRule(
      topic: topic, time: stamped, streams: [.init(kind: .attitude, content: .quaternion(quaternion(name)))])
  }

  /// The rules of a ULog for its messages in a bag: `sensor_combined` is of the type `px4_msgs/SensorCombined`.
  private static let px4Rules = ulog.rules.map { rule in
    var rule = rule
    rule.topic = px4Type(rule.topic)
    rule.axes = .forwardRightDown
    return rule
  }

  private static let px4Recordings = ulog.recordings.map { rule in
    var rule = rule
    rule.topic = px4Type(rule.topic)
    rule.sources = rule.sources.map { .init($0.kind, px4Type($0.topic), followsInstance: $0.followsInstance) }
    return rule
  }

  private static func px4Type(_ topic: String) -> String {
    "px4_msgs/" + topic.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
