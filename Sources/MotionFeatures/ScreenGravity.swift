import Rotations

/// Gravity for a physics engine: how things fall on a screen that a hand turns.
@frozen
public struct ScreenGravity<Scalar: LaneElement>: Sendable {
  /// To the right of what is shown, to its top, and out of the screen. A 3D engine takes all of it, a 2D engine x and y.
  public let vector: Vector3<Scalar>
  /// To the right of what is shown.
  @inlinable public var x: Scalar { vector.x }
  /// To the top of what is shown; negative where things fall down.
  @inlinable public var y: Scalar { vector.y }

  /// Gravity on the screen from gravity in device axes, which points down: (0, -9.81, 0) m/s² in portrait.
  ///
  /// `orientation` is that of the device for which the picture is drawn upright: portrait, the default, for a picture that
  /// does not turn with the device. Flat and unknown orientations count as portrait. The result has the unit of `gravity`,
  /// times `scale`: 1 for an engine in metres, points per metre for one in points.
  @inlinable public init(
    gravity: Vector3<Scalar>, drawnFor orientation: DeviceOrientation = .portrait, scale: Scalar = 1
  ) {
    let (right, top): (Scalar, Scalar)
    switch orientation {
    case .portraitUpsideDown: (right, top) = (-gravity.x, -gravity.y)
    case .landscapeLeft: (right, top) = (-gravity.y, gravity.x)
    case .landscapeRight: (right, top) = (gravity.y, -gravity.x)
    case .portrait, .faceUp, .faceDown, .unknown: (right, top) = (gravity.x, gravity.y)
    }
    vector = Vector3(x: right, y: top, z: gravity.z) * scale
  }
}
