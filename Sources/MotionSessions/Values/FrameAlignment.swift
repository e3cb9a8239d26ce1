import AttitudeFilters
import Rotations

/// The relation between the reference frames of a session: two rotations about the vertical.
struct FrameAlignment: Sendable {
  /// The attitude at the start of the session in magnetic ENU; nil if north is unknown.
  var startENUFromBody: Rotation<Double>?
  /// The angle from true north to magnetic north in radians, east positive; nil if the place is unknown.
  var declination: Double?

  /// The rotation from magnetic ENU to a frame. Throws `trueNorthNotAvailable` or `notAvailable` if it is unknown.
  func rotationFromENU(to frame: ReferenceFrame) throws(MotionError) -> Rotation<Double> {
    if frame == .xTrueNorthZVertical, declination == nil {
      throw .trueNorthNotAvailable("the place of the device, which determines its declination, is unknown")
    }
    if frame.startsAtZeroHeading, startENUFromBody == nil {
      throw .notAvailable("\(frame.name) has no known orientation relative to north: no magnetometer was used")
    }
    return frame.outputFromENU(startingAt: startENUFromBody ?? .identity, declination: declination ?? 0)
  }
}

extension Attitude {
  /// The same attitude in another frame.
  ///
  /// Frames of magnetic north convert to each other. `xTrueNorthZVertical` needs the place of the source or the
  /// manager. `xArbitraryCorrectedZVertical` converts in attitudes of a manager once north is found.
  /// `xArbitraryZVertical`, which uses no magnetometer, converts only to itself.
  ///
  /// Throws `trueNorthNotAvailable`, `notAvailable`, or `invalidAction` for a relative attitude.
  public func converted(to frame: ReferenceFrame) throws(MotionError) -> Attitude {
    guard let current = referenceFrame else {
      throw .invalidAction("a relative attitude has no reference frame")
    }
    if frame == current { return self }
    guard current.usesMagnetometer, frame.usesMagnetometer else {
      throw .notAvailable(
        "\(ReferenceFrame.xArbitraryZVertical.name) has no known orientation relative to north: no magnetometer was used"
      )
    }
    let enuFromCurrent = try alignment.rotationFromENU(to: current).inverse
    let frameFromCurrent = try alignment.rotationFromENU(to: frame) * enuFromCurrent
    return Attitude(
      outputFromBody: frameFromCurrent * outputFromBody, referenceFrame: frame, alignment: alignment)
  }
}
