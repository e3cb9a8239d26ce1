import AttitudeFilters
import MotionSamples
import Rotations

extension Attitude {
  /// The heading of a direction of the device, in degrees clockwise from north, in [0, 360).
  ///
  /// The default direction is the top of the device, +y, as for a compass held flat. For a device held upright, -z is
  /// the direction of the camera on its back. (Core Motion does not document the direction of its heading.) The heading
  /// of a flat device is 270° minus its yaw.
  ///
  /// North is that of the frame: magnetic in `xMagneticNorthZVertical`, true in `xTrueNorthZVertical`. In `enu`, `ned`
  /// and `nwu` it is true if the place is known, else magnetic. Nil in the two arbitrary frames, for a relative
  /// attitude, and for a direction within 1e-9 rad of the vertical.
  public func heading(ofDeviceDirection direction: Vector3<Double> = .unitY) -> Double? {
    guard let frame = referenceFrame, !frame.startsAtZeroHeading else { return nil }
    let inReference = outputFromBody.rotate(direction)
    let (north, east): (Double, Double) =
      switch frame {
      case .enu: (inReference.y, inReference.x)
      case .ned: (inReference.x, inReference.y)
      case .nwu, .xMagneticNorthZVertical, .xTrueNorthZVertical, .xArbitraryZVertical, .xArbitraryCorrectedZVertical:
        (inReference.x, -inReference.y)
      }
    guard north * north + east * east > 1e-18 * direction.squaredLength else { return nil }
    let degrees = AngleUnit.degrees.fromSI(Double.arcTangent(y: east, x: north))
    // A tiny negative angle would round to 360 in the sum.
    return degrees >= 0 ? degrees : degrees + 360 < 360 ? degrees + 360 : 0
  }
}
