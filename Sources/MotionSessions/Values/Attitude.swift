import AttitudeFilters
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
