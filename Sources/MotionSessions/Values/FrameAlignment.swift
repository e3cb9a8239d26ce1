import AttitudeFilters
import Rotations

/// What a session knows of how the reference frames lie to one another: two angles about the vertical.
struct FrameAlignment: Sendable {
  /// The pose at the start of the session, in ENU of magnetic north; nil where north is not known.
  var startENUFromBody: Rotation<Double>?
  /// From true north to magnetic north in radians, east positive; nil where the place is not known.
  var declination: Double?

  /// The rotation from ENU, with y to magnetic north, into a frame. Throws where it is not known.
  func rotationFromENU(to frame: ReferenceFrame) throws(MotionError) -> Rotation<Double> {
    if frame == .xTrueNorthZVertical, declination == nil {
      throw .trueNorthNotAvailable("the place of the device, and so its declination, is not known")
    }
    if frame.startsAtZeroHeading, startENUFromBody == nil {
      throw .notAvailable("\(frame.name) lies nowhere to north: the attitude was found without a magnetometer")
    }
    return frame.outputFromENU(startingAt: startENUFromBody ?? .identity, declination: declination ?? 0)
  }
}

extension Attitude {
  /// The same attitude in another frame.
  ///
  /// Between frames of north always, to and from `xTrueNorthZVertical` where the source or the manager knew the place; to
  /// and from `xArbitraryCorrectedZVertical` in attitudes of a manager, once north was found. Not from
  /// `xArbitraryZVertical`, which is found without a magnetometer, nor from a relative attitude, to anything but itself.
  ///
  /// Throws `trueNorthNotAvailable`, `notAvailable`, or `invalidAction` for a relative attitude.
  public func converted(to frame: ReferenceFrame) throws(MotionError) -> Attitude {
    guard let current = referenceFrame else {
      throw .invalidAction("an attitude relative to another attitude is in no frame")
    }
    if frame == current { return self }
    guard current.usesMagnetometer, frame.usesMagnetometer else {
      throw .notAvailable("\(ReferenceFrame.xArbitraryZVertical.name) lies nowhere to \(frame.name): it knows no north")
    }
    let enuFromCurrent = try alignment.rotationFromENU(to: current).inverse
    let frameFromCurrent = try alignment.rotationFromENU(to: frame) * enuFromCurrent
    return Attitude(
      outputFromBody: frameFromCurrent * outputFromBody, referenceFrame: frame, alignment: alignment)
  }
}
