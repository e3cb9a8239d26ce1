import AttitudeFilters
import CCardan
import MotionSamples
import OfflineEstimation
import Rotations
import Testing

@testable import CardanABI

/// The tables of parameters against the parameters themselves, and the reader of calibrations against the writer.
@Suite struct ParameterTests {
  /// Every stored property of every filter's parameters can be reached by its name, and has its default there.
  @Test(arguments: 0..<UInt32(CARDAN_FILTER_COUNT))
  func everyParameterIsInTheTable(kind: UInt32) throws {
    let kind = cardan_filter_kind(rawValue: kind)
    let defaults: Any =
      switch kind {
      case CARDAN_FILTER_DEFAULT, CARDAN_FILTER_DEFAULT14: VelocityBoundedParameters<Double>()
      case CARDAN_FILTER_VQF: VQFParameters<Double>()
      case CARDAN_FILTER_MADGWICK: MadgwickParameters<Double>()
      case CARDAN_FILTER_MAHONY: MahonyParameters<Double>()
      case CARDAN_FILTER_MEKF: MultiplicativeKalmanParameters<Double>()
      default: ComplementaryParameters<Double>()
      }
    var expected = Self.values(of: defaults, prefix: "")
    let around = [
      "gravity_magnitude", "declination", "clock_nominal_interval", "clock_gap_factor", "clock_longest_gap",
      "merger_reordering_window", "merger_longest_jump",
    ]
    for index in 0..<cardan_parameter_count(kind) {
      var info = cardan_parameter_info()
      info.size = MemoryLayout<cardan_parameter_info>.size
      #expect(cardan_describe_parameter(kind, index, &info) == CARDAN_OK)
      let name = String(cString: try #require(info.name))
      #expect(info.minimum <= info.default_value && info.default_value <= info.maximum, "\(name)")
      #expect(String(cString: info.summary).hasSuffix("."), "\(name)")
      if around.contains(name) { continue }
      #expect(expected.removeValue(forKey: name) == info.default_value, "\(name)")
    }
    #expect(expected.isEmpty, "not in the table: \(expected.keys)")
  }

  /// The stored properties by their names in C; those of a struct inside follow its name.
  private static func values(of value: Any, prefix: String) -> [String: Double] {
    var values: [String: Double] = [:]
    for child in Mirror(reflecting: value).children {
      let name = prefix + snakeCase(child.label ?? "")
      if let number = child.value as? Double {
        values[name] = number
      } else if let isOn = child.value as? Bool {
        values[name] = isOn ? 1 : 0
      } else if let reference = child.value as? MagneticReference<Double>? {
        // In C none is one without strength.
        values[name + "_strength"] = reference?.strength ?? 0
        values[name + "_dip"] = reference?.dip ?? 0
      } else {
        values.merge(Self.values(of: child.value, prefix: name + "_")) { first, _ in first }
      }
    }
    return values
  }

  private static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
  }

  @Test func namesAreThoseOfTheCommand() throws {
    for frame in ReferenceFrame.allCases {
      var number = CARDAN_FRAME_DEFAULT
      #expect(cardan_frame_named(frame.name, &number) == CARDAN_OK, "\(frame.name)")
      #expect(String(cString: try #require(cardan_frame_name(number))) == frame.name)
      #expect(ReferenceFrame(number, else: .enu) == frame)
    }
  }

  /// The bytes of a snapshot are the state only where the state has no references.
  @Test func statesArePlainMemory() {
    #expect(_isPOD(MotionStream<DefaultFilter<Double>>.self))
    #expect(_isPOD(MotionStream<DefaultFilter14<Double>>.self))
    #expect(_isPOD(MotionStream<VQFFilter<Double>>.self))
    #expect(_isPOD(MotionStream<MadgwickFilter<Double>>.self))
    #expect(_isPOD(MotionStream<MahonyFilter<Double>>.self))
    #expect(_isPOD(MotionStream<MultiplicativeKalmanFilter<Double>>.self))
    #expect(_isPOD(MotionStream<ComplementaryFilter<Double>>.self))
    #expect(_isPOD(SeparateSensors.self))
  }

  /// What `cardan calibrate` writes is read to the last bit, in both forms of a magnetometer.
  @Test(arguments: [CalibrationFile.MagnetometerSection.Form.hardIronFirst, .softIronFirst])
  func calibrationsOfTheCommandAreRead(form: CalibrationFile.MagnetometerSection.Form) throws {
    let matrix = Matrix3(
      rows: Vector3(x: 1.01, y: 0.1 / 3, z: -2e-17), Vector3(x: 0, y: 0.9, z: 1e-3), Vector3(x: 0, y: 0, z: 1.1))
    var file = CalibrationFile(provenance: .init(recording: "a \"strange\" name\\é.csv"))
    file.gyroscope = .init(model: SensorModel(matrix: matrix, bias: Vector3(x: 0.1, y: -0.2, z: 1.0 / 3)))
    file.gyroscope?.temperatureFit = GyroscopeTemperatureFit(
      referenceTemperature: 30.5,
      coefficients: [Vector3(x: 0.1, y: -0.2, z: 1.0 / 3), Vector3(x: 1e-4, y: 0, z: -1e-5 / 3)],
      standardDeviations: [.unitX * 1e-5, .unitY * 1e-6], temperatureRange: 20...41)
    file.magnetometer = .init(model: SensorModel(matrix: matrix, bias: Vector3(x: 12.5, y: -3, z: 40)))
    file.magnetometer?.form = form
    let bytes = [UInt8](file.json)
    let model = try bytes.withUnsafeBytes { try CalibrationReader.model(of: $0) }
    #expect(try model == CalibrationFile(json: file.json).deviceModel)
    let temperature = try bytes.withUnsafeBytes { try CalibrationReader.gyroscopeTemperature(of: $0) }
    #expect(temperature == file.gyroscopeTemperature)
    for length in 0..<bytes.count - 3 {
      #expect(throws: CalibrationReader.Problem.self) {
        try bytes[..<length].withUnsafeBytes { try CalibrationReader.model(of: $0) }
      }
    }
  }
}
