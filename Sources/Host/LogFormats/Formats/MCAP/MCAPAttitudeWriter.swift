import AttitudeFilters
import FileAccess
import LogTables
import Rotations

/// Writes attitudes as messages of ROS 2 in an MCAP file, with their definitions: `sensor_msgs/msg/Imu` on `/cardan/imu`,
/// `geometry_msgs/msg/QuaternionStamped` on `/cardan/attitude`, and on `/cardan/tf` the transform from `world`, the output frame, to
/// `body`, which viewers of scenes need (`tf2_msgs/msg/TFMessage`).
///
/// The orientation turns body coordinates into the output frame. The acceleration is the specific force if gravity is among
/// the columns, otherwise the acceleration without gravity. The orientation's covariance, rad² about the axes of the output
/// frame, is from the standard deviations; an unknown heading has the variance of any angle, π²/3. A covariance of zeros is
/// unknown, and one that begins with -1 marks a vector that was not requested.
public struct MCAPAttitudeWriter: AttitudeWriter {
  private let file: MCAPFile
  private let columns: AttitudeColumns
  private let (imu, attitude, transform): (UInt16, UInt16, UInt16)
  private var topics: MCAPTopics?
  private var sequence: UInt32 = 0
  private var content: [UInt8] = []

  private static let names = (imu: "/cardan/imu", attitude: "/cardan/attitude", transform: "/cardan/tf")

  /// Opens a file; "-" is the standard output.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - columns: the groups in the messages: quaternion, rate, user acceleration with or without gravity, sigma.
  ///   - comments: lines for the metadata `cardan` of the file.
  ///   - bag: an MCAP file whose topics are written too; nil for none.
  public init(
    path: String, columns: AttitudeColumns = .all, comments: [String] = [], keepingTopicsOf bag: String? = nil
  ) throws(LogError) {
    topics = try bag.map { bag throws(LogError) in
      try MCAPTopics(of: bag, except: [Self.names.imu, Self.names.attitude, Self.names.transform])
    }
    let file = try MCAPFile(path: path, comments: comments)
    self.file = file
    self.columns = columns
    func add(_ topic: String, _ type: String, _ definition: String) -> UInt16 {
      let schema = file.addSchema(type, encoding: "ros2msg", definition: Array(definition.utf8))
      return file.addChannel(topic, schema: schema, encoding: "cdr")
    }
    imu = add(Self.names.imu, "sensor_msgs/msg/Imu", RosDefinitionText.imu)
    attitude = add(Self.names.attitude, "geometry_msgs/msg/QuaternionStamped", RosDefinitionText.quaternionStamped)
    transform = add(Self.names.transform, "tf2_msgs/msg/TFMessage", RosDefinitionText.transforms)
  }

  public mutating func write(_ record: Motion<Double>) throws(LogError) {
    let nanoseconds = record.timestamp.nanoseconds
    let time = UInt64(max(0, nanoseconds))
    try topics?.copy(upTo: time, to: file)
    begin(nanoseconds)
    put(record.outputFromBody.quaternion)
    try file.write(channel: attitude, sequence: sequence, logged: time, sent: time, content)
    begin(nanoseconds)
    putOrientation(of: record)
    put(columns.contains(.rate) ? record.angularRate : nil)
    let gravity = columns.contains(.gravity) ? record.gravity : .zero
    put(columns.contains(.userAcceleration) ? record.userAcceleration - gravity : nil)
    try file.write(channel: imu, sequence: sequence, logged: time, sent: time, content)
    beginTransform(nanoseconds)
    put(record.outputFromBody.quaternion)
    try file.write(channel: transform, sequence: sequence, logged: time, sent: time, content)
    sequence &+= 1
  }

  public mutating func finish() throws(LogError) {
    try topics?.copy(upTo: .max, to: file)
    try file.finish()
  }

  /// Begins a message: CDR, little-endian; a header with the frame `body`.
  private mutating func begin(_ nanoseconds: Int64) {
    content.removeAll(keepingCapacity: true)
    content += [0, 1, 0, 0]
    putStamp(nanoseconds, frame: "body")
    // Numbers of 64 bits are aligned, counted from the end of the first four bytes.
    content += [UInt8](repeating: 0, count: 7)
  }

  /// Begins a message of one transform, up to its translation of zero.
  private mutating func beginTransform(_ nanoseconds: Int64) {
    content.removeAll(keepingCapacity: true)
    content += [0, 1, 0, 0]
    put(UInt32(1))
    putStamp(nanoseconds, frame: "world")
    content += [0, 0]
    put(text: "body")
    content += [UInt8](repeating: 0, count: 7)
    for _ in 0..<3 { put(0.0) }
  }

  /// A header: seconds, nanoseconds and the frame.
  private mutating func putStamp(_ nanoseconds: Int64, frame: String) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    put(UInt32(truncatingIfNeeded: rest < 0 ? seconds - 1 : seconds))
    put(UInt32(rest < 0 ? rest + 1_000_000_000 : rest))
    put(text: frame)
  }

  /// A text with its length and its final zero.
  private mutating func put(text: String) {
    put(UInt32(text.utf8.count + 1))
    content += Array(text.utf8) + [0]
  }

  private mutating func put(_ number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { content.append(contentsOf: $0) }
  }

  private mutating func put(_ number: Double) {
    withUnsafeBytes(of: number.bitPattern.littleEndian) { content.append(contentsOf: $0) }
  }

  private mutating func put(_ quaternion: Quaternion<Double>) {
    for number in [quaternion.vector.x, quaternion.vector.y, quaternion.vector.z, quaternion.w] { put(number) }
  }

  /// The diagonal of a matrix of 3 by 3.
  private mutating func put(diagonal: Vector3<Double>) {
    for index in 0..<9 { put(index % 4 == 0 ? diagonal[index / 4] : 0) }
  }

  /// A vector with an unknown covariance; nil for one that was not requested.
  private mutating func put(_ vector: Vector3<Double>?) {
    let value = vector ?? .zero
    for axis in 0..<3 { put(value[axis]) }
    put(diagonal: vector == nil ? Vector3(x: -1, y: 0, z: 0) : .zero)
  }

  private mutating func putOrientation(of record: Motion<Double>) {
    let hasQuaternion = columns.contains(.quaternion)
    put(hasQuaternion ? record.outputFromBody.quaternion : Quaternion(w: 1, x: 0, y: 0, z: 0))
    let (tilt, heading) = (record.tiltStandardDeviation, record.headingStandardDeviation)
    if !hasQuaternion {
      put(diagonal: Vector3(x: -1, y: 0, z: 0))
    } else if columns.contains(.sigma), tilt.isFinite {
      // The variance of an angle of which nothing is known, as of a heading since the start from north.
      let largest = Double.pi * Double.pi / 3
      put(
        diagonal: Vector3(
          x: tilt * tilt, y: tilt * tilt,
          z: heading.isFinite && !record.flags.intersects(.headingUnknown) ? min(heading * heading, largest) : largest))
    } else {
      put(diagonal: .zero)
    }
  }
}

/// The definitions of the messages, with those of their parts.
private enum RosDefinitionText {
  static let imu = join(
    """
    std_msgs/Header header
    geometry_msgs/Quaternion orientation
    float64[9] orientation_covariance
    geometry_msgs/Vector3 angular_velocity
    float64[9] angular_velocity_covariance
    geometry_msgs/Vector3 linear_acceleration
    float64[9] linear_acceleration_covariance
    """, [quaternion, vector, header, time])
  static let quaternionStamped = join(
    "std_msgs/Header header\ngeometry_msgs/Quaternion quaternion", [quaternion, header, time])

  static let transforms = join(
    "geometry_msgs/TransformStamped[] transforms",
    [
      (
        "geometry_msgs/TransformStamped",
        "std_msgs/Header header\nstring child_frame_id\ngeometry_msgs/Transform transform"
      ), ("geometry_msgs/Transform", "geometry_msgs/Vector3 translation\ngeometry_msgs/Quaternion rotation"),
      vector, quaternion, header, time,
    ])

  private static let vector = ("geometry_msgs/Vector3", "float64 x\nfloat64 y\nfloat64 z")
  private static let quaternion = ("geometry_msgs/Quaternion", "float64 x\nfloat64 y\nfloat64 z\nfloat64 w")
  private static let header = ("std_msgs/Header", "builtin_interfaces/Time stamp\nstring frame_id")
  private static let time = ("builtin_interfaces/Time", "int32 sec\nuint32 nanosec")

  private static func join(_ definition: String, _ parts: [(name: String, text: String)]) -> String {
    let line = String(repeating: "=", count: 80)
    return parts.reduce(definition) { "\($0)\n\(line)\nMSG: \($1.name)\n\($1.text)" }
  }
}
