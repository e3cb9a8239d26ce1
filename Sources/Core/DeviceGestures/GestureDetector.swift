import Rotations

/// Orientation and shakes of a device together, as `cardan events` reports them.
@frozen
public struct GestureDetector<Scalar: LaneElement>: Sendable {
  /// The orientation after the last reading.
  @export(implementation) public var orientation: DeviceOrientation { classifier.orientation }
  /// Whether a shake has begun and has neither ended nor been cancelled.
  @export(implementation) public var isShaking: Bool { shakes.isShaking }
  @usableFromInline var classifier: DeviceOrientationClassifier<Scalar>
  @usableFromInline var shakes: ShakeDetector<Scalar>

  /// A detector before its first reading.
  @export(implementation) public init(
    orientation: DeviceOrientationClassifier<Scalar>.Parameters = .init(),
    shake: ShakeDetector<Scalar>.Parameters = .init()
  ) {
    classifier = DeviceOrientationClassifier(parameters: orientation)
    shakes = ShakeDetector(parameters: shake)
  }

  /// Adds a reading of the accelerometer in device axes, m/s², up at rest, `interval` seconds after the last one; an interval
  /// below 0 or above 1 s, as after a step of the clock, counts as 1 s.
  ///
  /// Returns the new orientation if it changes, and what the reading does to a shake.
  @export(implementation)
  @discardableResult
  public mutating func update(
    specificForce: Vector3<Scalar>, interval: Scalar
  ) -> (orientation: DeviceOrientation?, shake: ShakeEvent?) {
    let step: Scalar = interval >= 0 && interval <= 1 ? interval : 1
    return (
      classifier.update(specificForce: specificForce, interval: step),
      shakes.update(specificForce: specificForce, interval: step)
    )
  }
}
