import FileAccess
import LogTables

/// The definitions of ROS messages by their types, `package/Name`: from the text in a file, and those of the common types.
///
/// Source: ROS 2, "About internal interfaces", .msg format; ROS 1, "msg".
struct RosDefinitions {
  /// A field of a message.
  struct Field {
    var type: String
    var name: String
    var count: Count
  }

  /// How many values a field has.
  enum Count: Equatable {
    case one
    case fixed(Int)
    case sequence
  }

  private var fields: [String: [Field]] = [:]

  /// The common types, in the form of a version of ROS.
  init(_ encoding: RosEncoding) {
    if encoding == .ros1 {
      fields["std_msgs/Header"] = Self.parse(["uint32 seq", "time stamp", "string frame_id"], package: "std_msgs")
    }
  }

  /// The definitions in a text: that of `type`, then those of others after lines `MSG: package/Name`.
  init(_ text: String, of type: String, _ encoding: RosEncoding) {
    self.init(encoding)
    var (name, lines) = (Self.normalized(type), [Substring]())
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("MSG: ") {
        take(name, lines)
        (name, lines) = (Self.normalized(line.dropFirst(5).trimmed), [])
      } else if !line.hasPrefix("====") {
        lines.append(line)
      }
    }
    take(name, lines)
  }

  /// The fields of a type; nil for an unknown one.
  func fields(of type: String) -> [Field]? { fields[type] ?? Self.common[type] }

  /// A type without the folder of its definition: `sensor_msgs/msg/Imu` is `sensor_msgs/Imu`.
  static func normalized(_ type: String) -> String {
    let parts = type.split(separator: "/")
    return parts.count == 3 ? "\(parts[0])/\(parts[2])" : type
  }

  private mutating func take(_ type: String, _ lines: [Substring]) {
    let found = Self.parse(lines, package: Self.package(of: type))
    // A schema may come without its text.
    if !found.isEmpty || Self.common[type] == nil { fields[type] = found }
  }

  private static func package(of type: String) -> String { String(type.prefix { $0 != "/" }) }

  private static func parse(_ lines: [Substring], package: String) -> [Field] {
    lines.compactMap { line in
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
      // Constants have an equals sign behind the name.
      guard words.count >= 2, !words[1].contains("="), words.count < 3 || !words[2].hasPrefix("=") else { return nil }
      let (type, count) = array(words[0])
      return Field(type: resolved(type, package: package), name: String(words[1]), count: count)
    }
  }

  /// Splits `float64[9]`, `float64[]` or `float64[<=9]` into its type and count.
  private static func array(_ text: Substring) -> (type: Substring, count: Count) {
    guard text.hasSuffix("]"), let open = text.lastIndex(of: "[") else { return (text, .one) }
    let count = Int(text[text.index(after: open)...].dropLast())
    return (text[..<open], count.map { .fixed(max(0, $0)) } ?? .sequence)
  }

  /// The full name of a type within a package.
  private static func resolved(_ type: Substring, package: String) -> String {
    // `string<=10` is a string.
    let name = String(type.prefix { $0 != "<" })
    if name == "Header" { return "std_msgs/Header" }
    if name.contains("/") { return normalized(name) }
    return name.first?.isUppercase == true ? "\(package)/\(name)" : name
  }

  /// The types of ROS 2 that logs without definitions need.
  private static let common = Dictionary(
    uniqueKeysWithValues: commonTexts.map { type, text in
      (type, parse(text.split(separator: "\n"), package: package(of: type)))
    })

  private static let commonTexts: [String: String] = [
    "builtin_interfaces/Time": "int32 sec\nuint32 nanosec",
    "std_msgs/Header": "builtin_interfaces/Time stamp\nstring frame_id",
    "geometry_msgs/Vector3": "float64 x\nfloat64 y\nfloat64 z",
    "geometry_msgs/Point": "float64 x\nfloat64 y\nfloat64 z",
    "geometry_msgs/Quaternion": "float64 x\nfloat64 y\nfloat64 z\nfloat64 w",
    "geometry_msgs/Pose": "Point position\nQuaternion orientation",
    "geometry_msgs/PoseWithCovariance": "Pose pose\nfloat64[36] covariance",
    "geometry_msgs/Twist": "Vector3 linear\nVector3 angular",
    "geometry_msgs/TwistWithCovariance": "Twist twist\nfloat64[36] covariance",
    "geometry_msgs/Transform": "Vector3 translation\nQuaternion rotation",
    "geometry_msgs/QuaternionStamped": "std_msgs/Header header\nQuaternion quaternion",
    "geometry_msgs/PoseStamped": "std_msgs/Header header\nPose pose",
    "geometry_msgs/PoseWithCovarianceStamped": "std_msgs/Header header\nPoseWithCovariance pose",
    "geometry_msgs/TransformStamped": "std_msgs/Header header\nstring child_frame_id\nTransform transform",
    "nav_msgs/Odometry":
      "std_msgs/Header header\nstring child_frame_id\ngeometry_msgs/PoseWithCovariance pose\n"
      + "geometry_msgs/TwistWithCovariance twist",
    "sensor_msgs/Imu":
      "std_msgs/Header header\ngeometry_msgs/Quaternion orientation\nfloat64[9] orientation_covariance\n"
      + "geometry_msgs/Vector3 angular_velocity\nfloat64[9] angular_velocity_covariance\n"
      + "geometry_msgs/Vector3 linear_acceleration\nfloat64[9] linear_acceleration_covariance",
    "sensor_msgs/MagneticField":
      "std_msgs/Header header\ngeometry_msgs/Vector3 magnetic_field\nfloat64[9] magnetic_field_covariance",
    "sensor_msgs/Temperature": "std_msgs/Header header\nfloat64 temperature\nfloat64 variance",
    "sensor_msgs/NavSatStatus": "int8 status\nuint16 service",
    "sensor_msgs/NavSatFix":
      "std_msgs/Header header\nNavSatStatus status\nfloat64 latitude\nfloat64 longitude\nfloat64 altitude\n"
      + "float64[9] position_covariance\nuint8 position_covariance_type",
  ]
}
