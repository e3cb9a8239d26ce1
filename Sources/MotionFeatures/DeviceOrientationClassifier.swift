import MotionSamples
import Rotations

/// Tells how a device is held, and when that changes.
///
/// The specific force is low-passed; where it has about the size of gravity, before and after, and points along an axis within
/// `entryAngle`, that is the orientation. Between the positions the last one is kept, so that a hand at 45° does not make
/// it flicker: with 35° it changes 55° away from the old position, and back 55° away from the new one.
@frozen
public struct DeviceOrientationClassifier<Scalar: LaneElement>: Sendable {
  /// What decides.
  @frozen
  public struct Parameters: Sendable {
    /// The greatest angle between an axis and the vertical at which its position is entered, in radians; default 35°. From
    /// 45° on there is no hysteresis; near 0 a position is hardly ever reached.
    public var entryAngle: Scalar = 0.610865
    /// The cut-off of the low-pass in hertz; default 2. Lower is calmer and later, higher follows each jolt.
    public var cutoff: Scalar = 2
    /// By how much the specific force, as read and low-passed, may differ from gravity, relative; default 0.3. Larger takes directions
    /// in violent motion as gravity's.
    public var forceTolerance: Scalar = 0.3
    /// Time in seconds after which the orientation is unknown where no reading was within the tolerance; default 1. 0
    /// makes it unknown at once, infinity never.
    public var unknownTime: Scalar = 1

    /// The defaults.
    @inlinable public init() {}
  }

  /// What decides.
  public let parameters: Parameters
  /// The orientation; unknown before the first usable reading.
  @inlinable public var orientation: DeviceOrientation { current }
  @usableFromInline var current = DeviceOrientation.unknown
  @usableFromInline var lowPass: LowPassFilter<Scalar>
  @usableFromInline let entryCosine: Scalar
  @usableFromInline var timeWithout: Scalar = 0

  /// A classifier that knows nothing yet.
  @inlinable public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    lowPass = LowPassFilter(cutoff: parameters.cutoff)
    entryCosine = Scalar.sineAndCosine(parameters.entryAngle).cosine
  }

  /// Takes what the accelerometer measures, in device axes and m/s², up at rest, `interval` seconds after the last reading.
  /// (Core Motion's acceleration, in g and of opposite sign, times -9.80665.)
  ///
  /// Gives the new orientation where it changes, else nil. A reading that is not finite is left out.
  @inlinable
  @discardableResult
  public mutating func update(specificForce: Vector3<Scalar>, interval: Scalar) -> DeviceOrientation? {
    if interval > 0 && interval.isFinite { timeWithout += interval }
    let force = lowPass.update(specificForce, interval: interval)
    var next = current
    if isNearGravity(specificForce.length) && isNearGravity(force.length) {
      timeWithout = 0
      next = position(of: force) ?? current
    } else if timeWithout > parameters.unknownTime {
      next = .unknown
    }
    defer { current = next }
    return next == current ? nil : next
  }

  @inlinable func isNearGravity(_ size: Scalar) -> Bool {
    abs(size - .standardGravity) <= parameters.forceTolerance * .standardGravity
  }

  /// The position whose axis is the nearest to up, where it is near enough.
  @inlinable func position(of force: Vector3<Scalar>) -> DeviceOrientation? {
    let (x, y, z) = (abs(force.x), abs(force.y), abs(force.z))
    let largest = max(x, max(y, z))
    guard largest >= entryCosine * force.length else { return nil }
    if largest == z { return force.z > 0 ? .faceUp : .faceDown }
    if largest == y { return force.y > 0 ? .portrait : .portraitUpsideDown }
    return force.x > 0 ? .landscapeLeft : .landscapeRight
  }
}
