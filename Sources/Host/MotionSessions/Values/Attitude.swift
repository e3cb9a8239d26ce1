import AttitudeFilters
import DeviceGestures
import MotionSamples
import Rotations

/// The orientation of a device: the counterpart of Core Motion's `CMAttitude`, with its conventions and angles.
///
/// Device axes are right-handed: x to the right of the screen, y to its top, z out of it towards the user.
///
/// As in Core Motion, quaternion and matrix have opposite directions. `quaternion` turns device coordinates into
/// reference coordinates; `rotationMatrix` turns reference coordinates into device coordinates. It is the transpose of
/// the matrix that textbooks derive from the quaternion, and `rotationMatrix * (0, 0, -1)` is gravity in a frame with z
/// up. For matrices without this convention, use `outputFromBody.matrix` or its inverse.
public struct Attitude: Sendable {
  /// The rotation that turns device coordinates into coordinates of the reference.
  public private(set) var outputFromBody: Rotation<Double>
  /// The frame of the attitude; nil if it is relative to another attitude.
  public private(set) var referenceFrame: ReferenceFrame?
  /// The relation of that frame to the others.
  let alignment: FrameAlignment

  /// An attitude in a frame, or relative to another attitude if `referenceFrame` is nil.
  ///
  /// It converts only between frames of magnetic north; attitudes of a `MotionManager` also convert to other frames
  /// (`converted(to:)`).
  public init(outputFromBody: Rotation<Double>, referenceFrame: ReferenceFrame?) {
    self.init(outputFromBody: outputFromBody, referenceFrame: referenceFrame, alignment: FrameAlignment())
  }

  init(outputFromBody: Rotation<Double>, referenceFrame: ReferenceFrame?, alignment: FrameAlignment) {
    self.outputFromBody = outputFromBody
    self.referenceFrame = referenceFrame
    self.alignment = alignment
  }

  /// The unit quaternion that turns device coordinates into reference coordinates: v_reference = q v_device q*. Its
  /// negative is the same attitude.
  public var quaternion: Quaternion<Double> { outputFromBody.quaternion }

  /// The matrix that turns reference coordinates into device coordinates, as in Core Motion; its entry m23 is `[1, 2]`.
  public var rotationMatrix: Matrix3<Double> { outputFromBody.inverse.matrix }
}

extension Attitude {
  /// Core Motion's angles in radians: intrinsic z-x′-y″, first about z (yaw), then about x (pitch), then about y
  /// (roll).
  ///
  /// Pitch is in [-π/2, π/2], yaw and roll in [-π, π]. At gimbal lock, with pitch at ±π/2 and the top of the device
  /// straight up or down, only the sum or difference of yaw and roll is determined: roll is 0 and yaw has all of it.
  ///
  /// `outputFromBody` is Rz(yaw) Rx(pitch) Ry(roll).
  public var eulerAngles: EulerAngles<Double> { EulerAngles(outputFromBody, sequence: .zxy) }

  /// The angle about the device's long axis, y, in radians in [-π, π]: positive if its right side goes down.
  public var roll: Double { eulerAngles.third }
  /// The angle about the device's short axis, x, in radians in [-π/2, π/2]: positive if its top is raised.
  public var pitch: Double { eulerAngles.second }
  /// The angle about the vertical, in radians in [-π, π]: positive counter-clockwise, seen from above.
  public var yaw: Double { eulerAngles.first }

  /// The angles of aviation and robotics in radians: intrinsic z-y′-x″, yaw about z, then pitch about y, then roll
  /// about x.
  ///
  /// Not those of Core Motion. They use the device and reference axes as they are: for the angles of an aircraft, use
  /// the frame `.ned` and a device with x forward and z down.
  ///
  /// At gimbal lock (pitch ±π/2, x vertical) roll is 0.
  public var aerospaceAngles: EulerAngles<Double> { EulerAngles(outputFromBody) }
}

extension Attitude {
  /// This attitude relative to another: the rotation from the other pose to this one.
  ///
  /// The result turns coordinates in the device at this attitude into coordinates in the device at the other. Its
  /// quaternion is conj(other) ⊗ self, and its `rotationMatrix` is that of self times the transpose of the other's.
  ///
  /// An attitude relative to itself is the identity. A device that was tilted and then turned about its own y axis has
  /// rolled, whatever the tilt. The product in the other order, self ⊗ conj(other), is a different rotation: the same
  /// turn in reference axes (`Rotation.changeInReference(from:)`).
  public func multiplied(byInverseOf other: Attitude) -> Attitude {
    Attitude(
      outputFromBody: outputFromBody.relative(to: other.outputFromBody), referenceFrame: nil)
  }

  /// Replaces this attitude by its value relative to another; see `multiplied(byInverseOf:)`.
  public mutating func multiply(byInverseOf other: Attitude) { self = multiplied(byInverseOf: other) }
}

extension Attitude {
  /// The direction of the device whose heading a compass on it shows, in device axes: the top (+y), or the camera on the back (-z) of an
  /// upright device; see `DeviceHeading`.
  public var headingDirection: Vector3<Double> {
    let up: Vector3<Double> = referenceFrame == .ned ? -.unitZ : .unitZ
    return DeviceHeading.direction(whereUpIs: outputFromBody.inverse.rotate(up))
  }

  /// The heading of a direction of the device, in degrees clockwise from north, in [0, 360).
  ///
  /// The default direction is `headingDirection`. (Core Motion does not document the direction of its heading.) The heading
  /// of a flat device is 270° minus its yaw.
  ///
  /// North is that of the frame: magnetic in `xMagneticNorthZVertical`, true in `xTrueNorthZVertical`. In `enu`, `ned`
  /// and `nwu` it is true if the place is known, else magnetic. Nil in the two arbitrary frames, for a relative
  /// attitude, and for a direction within 1e-9 rad of the vertical.
  public func heading(ofDeviceDirection direction: Vector3<Double>? = nil) -> Double? {
    guard let frame = referenceFrame, !frame.startsAtZeroHeading else { return nil }
    let direction = direction ?? headingDirection
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
