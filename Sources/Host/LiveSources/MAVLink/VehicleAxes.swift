import AttitudeFilters
import MotionSessions
import Rotations

/// The conversion between the axes of MAVLink and those of a device.
///
/// MAVLink uses aerospace axes: body FRD (x forward, y right, z down) and world NED. A device has x to the right, y to its
/// top and z out of its screen; it lies face up on the vehicle, top forward. So device x is FRD y, device y is FRD x, and
/// device z is minus FRD z. Zero attitude is level and facing north in both: ENU from device, NED from FRD.
enum VehicleAxes {
  /// The rotation that turns FRD coordinates into device coordinates; its own inverse.
  static let deviceFromFRD = Rotation<Double>(
    matrix: Matrix3(rows: Vector3(x: 0, y: 1, z: 0), Vector3(x: 1, y: 0, z: 0), Vector3(x: 0, y: 0, z: -1)))

  /// Converts coordinates from one of the two to the other.
  static func exchange(_ vector: Vector3<Double>) -> Vector3<Double> {
    Vector3(x: vector.y, y: vector.x, z: -vector.z)
  }

  /// The attitude of MAVLink, which turns FRD coordinates into NED coordinates. In frames that start at zero heading, yaw
  /// does as well.
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
