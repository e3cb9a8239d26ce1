#if !hasFeature(Embedded)
  import MotionSamples
  import Rotations

  /// Reads the models of the sensors from a file of `cardan calibrate`, without Foundation. What else is in the file is of no
  /// interest here. `CalibrationFile` of `OfflineEstimation` has the whole of it; a test holds the two together.
  struct CalibrationReader {
    /// What is wrong with a file.
    enum Problem: Error {
      /// It is no calibration, at these keys.
      case format(String)
      /// It was made by a newer program.
      case version(String)
      /// A matrix has no inverse.
      case matrix(String)
    }

    /// The newest version of files that is known.
    private static let newestVersion = 1.0

    /// The models in the bytes of a file; perfect sensors where a section is missing.
    static func model(of bytes: UnsafeRawBufferPointer) throws(Problem) -> DeviceModel<Double> {
      let file = try file(of: bytes)
      return DeviceModel(
        gyroscope: try sensor(file, "gyroscope", "bias_radians_per_second"),
        accelerometer: try sensor(file, "accelerometer", "bias_meters_per_second_squared"),
        magnetometer: try magnetometer(file))
    }

    /// The file, of which format and version are right.
    static func file(of bytes: UnsafeRawBufferPointer) throws(Problem) -> JSONValue {
      guard let file = JSONReader.value(of: bytes), file.isObject else { throw .format("is no JSON object") }
      guard file["format"]?.text == "cardan-calibration" else {
        throw .format("format: should be \"cardan-calibration\"")
      }
      guard let version = file["version"]?.number else { throw .format("version: is no number") }
      guard version <= newestVersion else { throw .version("version: is newer than this library") }
      return file
    }

    private static func sensor(
      _ file: JSONValue, _ name: String, _ bias: String
    ) throws(Problem) -> SensorModel<Double> {
      guard let section = file[name], section.isObject else { return .identity }
      let matrix = try matrix(section, "matrix", in: name)
      return SensorModel(matrix: matrix, bias: try vector(section, bias, in: name))
    }

    /// One of the two forms of a magnetometer's calibration.
    private static func magnetometer(_ file: JSONValue) throws(Problem) -> SensorModel<Double> {
      let name = "magnetometer"
      let (first, after) = ("hard_iron_microteslas", "hard_iron_after_soft_iron_microteslas")
      guard let section = file[name], section.isObject else { return .identity }
      let softIron = try matrix(section, "soft_iron", in: name)
      guard section[after] != nil else {
        return SensorModel(softIron: softIron, hardIron: try vector(section, first, in: name))
      }
      guard section[first] == nil else { throw .format("\(name).\(after): contradicts \(first)") }
      let hardIron = try vector(section, after, in: name)
      guard let model = SensorModel(softIron: softIron, hardIronAfterSoftIron: hardIron) else {
        throw .matrix("\(name).soft_iron: has no inverse")
      }
      return model
    }

    private static func matrix(
      _ section: JSONValue, _ key: String, in name: String
    ) throws(Problem) -> Matrix3<Double> {
      guard let value = section[key] else { return .identity }
      guard value.count == 3, let row0 = value[0].flatMap(vector), let row1 = value[1].flatMap(vector),
        let row2 = value[2].flatMap(vector)
      else { throw .format("\(name).\(key): is no list of three lists of three numbers") }
      let matrix = Matrix3(rows: row0, row1, row2)
      guard matrix.inverse != nil else { throw .matrix("\(name).\(key): has no inverse") }
      return matrix
    }

    private static func vector(
      _ section: JSONValue, _ key: String, in name: String
    ) throws(Problem) -> Vector3<Double> {
      guard let value = section[key] else { throw .format("\(name).\(key): is missing") }
      guard let vector = vector(value) else { throw .format("\(name).\(key): is no list of three numbers") }
      return vector
    }

    static func vector(_ value: JSONValue) -> Vector3<Double>? {
      guard value.count == 3, let x = value[0]?.number, let y = value[1]?.number, let z = value[2]?.number else {
        return nil
      }
      return Vector3(x: x, y: y, z: z)
    }
  }
#endif
