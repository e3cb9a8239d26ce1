import Rotations

/// The direction of a hand-held device whose heading a compass on it shows.
///
/// It is where the top edge (+y) points, and where the camera on the back (-z) looks once the screen stands steeper than 60°: the
/// top of an upright device points to the sky, and its heading turns at random. The direction is never steeper than 60°. In a device that
/// is raised without a turn about its z axis, both have the same heading when one replaces the other.
public enum DeviceHeading {
  /// The direction in device axes, of length 1. `up` is the vertical in device axes, of length 1; `gravity` is its opposite.
  @export(implementation)
  public static func direction<Scalar: LaneElement>(whereUpIs up: Vector3<Scalar>) -> Vector3<Scalar> {
    up.z.magnitude < 0.5 ? -Vector3.unitZ : Vector3.unitY
  }
}
