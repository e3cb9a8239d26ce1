import AttitudeFilters
import MotionSessions
import Rotations

/// How the axes of MAVLink lie to those of a device.
///
/// MAVLink has the axes of aviation: the body FRD (x forward, y right, z down) in the world NED. A device of this package
/// has x to the right, y to its top and z out of its screen; on a vehicle it lies face up with its top forward. So device
/// x is FRD y, device y is FRD x, and device z is minus FRD z. A device with attitude zero in ENU faces north, level, as
/// does a vehicle with attitude zero in NED.
enum VehicleAxes {
  /// The rotation that turns FRD coordinates into device coordinates; its own inverse.
  static let deviceFromFRD = Rotation<Double>(
    matrix: Matrix3(rows: Vector3(x: 0, y: 1, z: 0), Vector3(x: 1, y: 0, z: 0), Vector3(x: 0, y: 0, z: -1)))

  /// Coordinates in one of the two as coordinates in the other.
  static func exchange(_ vector: Vector3<Double>) -> Vector3<Double> {
    Vector3(x: vector.y, y: vector.x, z: -vector.z)
  }

  /// The attitude as MAVLink has it: turns FRD coordinates into NED coordinates. Where the frame of the attitude begins at
  /// zero heading, so does the yaw.
  static func nedFromFRD(_ attitude: Attitude) -> Rotation<Double> {
    nedFromReference(attitude.referenceFrame) * attitude.outputFromBody * deviceFromFRD
  }

  private static func nedFromReference(_ frame: ReferenceFrame?) -> Rotation<Double> {
    switch frame {
    case .ned: .identity
    case .nwu, .xMagneticNorthZVertical, .xTrueNorthZVertical: WorldFrame.ned.rotation(from: .nwu)
    case .enu, .xArbitraryZVertical, .xArbitraryCorrectedZVertical, nil: WorldFrame.ned.rotation(from: .enu)
    }
  }
}
