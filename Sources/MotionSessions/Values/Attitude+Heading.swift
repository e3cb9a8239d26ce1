import AttitudeFilters
import MotionSamples
import Rotations

extension Attitude {
  /// Where a direction of the device points on the compass, in degrees clockwise from north, in [0, 360).
  ///
  /// The default is the top of the device, +y, as for a compass that lies in the hand; -z is where the camera on the back
  /// looks, which is what is wanted while the device is held upright. (Core Motion does not say which one its heading
  /// is.) A flat device has a heading of 270° less its yaw.
  ///
  /// North is that of the frame: magnetic in `xMagneticNorthZVertical`, true in `xTrueNorthZVertical`, and in `enu`, `ned`
  /// and `nwu` true where the place is known. Nil in a frame that knows no north (the
  /// arbitrary ones), for a relative attitude, and for a direction that is vertical to within 1e-9 of its length.
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
    // An angle a rounding below 0 becomes 360 in the sum.
    return degrees >= 0 ? degrees : degrees + 360 < 360 ? degrees + 360 : 0
  }
}
