import AttitudeFilters
import CCardan
import MotionSamples
import Rotations
import Testing

@testable import CardanABI

/// The parameters of a filter with their defaults.
private struct DefaultParameters: FilterOperation {
  typealias Scalar = Double
  func perform<Filter: AttitudeFilter>(for filter: Filter.Type) -> Any where Filter.Scalar == Double {
    Filter.Parameters()
  }
}

/// The tables of parameters against the parameters themselves.
@Suite struct ParameterTests {
  /// Every stored property of every filter's parameters can be reached by its name, and has its default there.
  @Test(arguments: 0..<UInt32(CARDAN_FILTER_COUNT))
  func everyParameterIsInTheTable(kind: UInt32) throws {
    var defaults = DefaultParameters()
    let filter = try #require(UInt8(exactly: kind).flatMap(FilterKind.init(rawValue:)))
    var expected = Self.values(of: filter.perform(&defaults), prefix: "")
    let kind = cardan_filter_kind(rawValue: kind)
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
      let choices = String(cString: info.choices).split(separator: " ")
      #expect(choices.isEmpty || Double(choices.count - 1) == info.maximum, "\(name)")
      if around.contains(name) { continue }
      #expect(expected.removeValue(forKey: name) == info.default_value, "\(name)")
    }
    #expect(expected.isEmpty, "not in the table: \(expected.keys)")
  }

  /// The stored properties by their names in C; those of a struct inside follow its name.
  private static func values(of value: Any, prefix: String) -> [String: Double] {
    var values: [String: Double] = [:]
    for child in Mirror(reflecting: value).children {
      // The limit at rest is that of the estimate too, and has its name in every filter.
      let path = prefix + snakeCase(child.label ?? "")
      let name = path == "rest_bias_limit" ? "bias_limit" : path
      if let number = child.value as? Double {
        values[name] = number
      } else if let isOn = child.value as? Bool {
        values[name] = isOn ? 1 : 0
      } else if let platform = child.value as? Platform {
        values[name] = Double(platform.rawValue)
      } else if let axis = child.value as? SignedAxis {
        // In C x, y, z, -x, -y, -z.
        values[name] = Double(axis.index + (axis.isNegative ? 3 : 0))
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
}
