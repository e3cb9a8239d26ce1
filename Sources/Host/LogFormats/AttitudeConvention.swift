import Rotations

/// How a program writes attitudes: its reference frame, the axes of the body, handedness, the order of the components.
public enum AttitudeConvention: CaseIterable, Sendable {
  case enu, ned, nwu, unity, unreal, threejs, blender, android, coreMotion

  /// The convention of a name; nil for an unknown one.
  public init?(name: String) {
    guard let known = Self.allCases.first(where: { $0.name.description == name }) else { return nil }
    self = known
  }

  /// All names.
  public static var names: [String] { allCases.map(\.name.description) }

  /// The name in options and programs.
  public var name: StaticString {
    switch self {
    case .enu: "enu"
    case .ned: "ned"
    case .nwu: "nwu"
    case .unity: "unity"
    case .unreal: "unreal"
    case .threejs: "threejs"
    case .blender: "blender"
    case .android: "android"
    case .coreMotion: "core-motion"
    }
  }

  /// What x, y and z of the reference frame point to: east, north, up, west, south, down.
  public var reference: StaticString {
    switch self {
    case .enu, .blender, .android: "ENU"
    case .ned: "NED"
    case .nwu, .coreMotion: "NWU"
    case .unity: "EUN"
    case .unreal: "NEU"
    case .threejs: "EUS"
    }
  }

  /// What x, y and z of the body point to: forward, left, up, right, backward, down.
  public var body: StaticString {
    switch self {
    case .enu, .nwu: "FLU"
    case .ned: "FRD"
    case .unity: "RUF"
    case .unreal: "FRU"
    case .threejs: "RUB"
    case .blender, .android, .coreMotion: "RFU"
    }
  }

  /// The order of the components: `wxyz` or `xyzw`.
  public var order: StaticString { isScalarFirst ? "wxyz" : "xyzw" }

  /// Whether w comes first.
  public var isScalarFirst: Bool { [.enu, .ned, .nwu, .blender].contains(self) }

  /// Whose convention it is.
  public var summary: StaticString {
    switch self {
    case .enu: "Cardan and ROS (REP 103)"
    case .ned: "aircraft, PX4, ArduPilot, MAVLink"
    case .nwu: "imu_tools, xio Fusion by default"
    case .unity: "Unity, left-handed"
    case .unreal: "Unreal Engine, left-handed"
    case .threejs: "three.js cameras, Godot, OpenGL, WebXR, ARKit with gravityAndHeading"
    case .blender: "Blender; phones, with the top of the screen forward"
    case .android: "Android's rotation vector"
    case .coreMotion: "Core Motion's frame xMagneticNorthZVertical"
    }
  }

  /// The rotation from one triple of directions to another; of mirrored ones that of their negatives.
  fileprivate static func change(from given: StaticString, to wanted: StaticString) -> Rotation<Double> {
    let matrix = axes(wanted) * axes(given).transpose
    return Rotation(matrix: matrix * matrix.determinant)
  }

  /// The directions of a name, one a row, in east, north, up or forward, left, up.
  private static func axes(_ name: StaticString) -> Matrix3<Double> {
    let rows = name.description.map { letter -> Vector3<Double> in
      switch letter {
      case "E", "F": .unitX
      case "W", "B": -.unitX
      case "N", "L": .unitY
      case "S", "R": -.unitY
      case "U": .unitZ
      default: -.unitZ
      }
    }
    return Matrix3(rows: rows[0], rows[1], rows[2])
  }
}

/// The change of attitudes from one convention to another: the same body, seen the same way. Both turn coordinates of the body into those
/// of the reference frame; mirrored axes at both ends cancel.
public struct AttitudeConversion: Sendable {
  private let reference: Rotation<Double>
  private let body: Rotation<Double>

  /// The change from one convention to another.
  public init(from given: AttitudeConvention, to wanted: AttitudeConvention) {
    reference = AttitudeConvention.change(from: given.reference, to: wanted.reference)
    body = AttitudeConvention.change(from: wanted.body, to: given.body)
  }

  /// An attitude of the first convention in the second.
  public func converted(_ attitude: Rotation<Double>) -> Rotation<Double> { reference * attitude * body }
}
