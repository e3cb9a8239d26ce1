import MotionSamples
import Rotations

/// Detects shaking: several fast movements of the device to and fro.
///
/// A high-pass removes gravity. A swing is an acceleration that stays above a threshold, in one direction, for a minimum time;
/// a tap is too short. A shake is a series of swings, each opposed to the one before. Turning the device gives one or two
/// swings, turning it back a third. Steps give no series: free fall differs from rest by 1 g, which is below the threshold, so
/// no swing opposes their push.
///
/// The defaults come from simulated motion. On recordings (16 BROAD trials and a hand-held x-IMU) no shake begins in slow and
/// fast turns through all orientations, slow translation, tapping and vibration. In the two trials of fast translation to and
/// fro, 26 shakes begin; 20 end and 6 are cancelled.
@frozen
public struct ShakeDetector<Scalar: LaneElement>: Sendable {
  /// The parameters of a detector.
  @frozen
  public struct Parameters: Sendable {
    /// The cut-off of the high-pass in hertz; default 0.7. Lower passes turns of the device, higher turns steps into
    /// swings.
    public var cutoff: Scalar = 0.7
    /// The acceleration of a swing in m/s²; default 15. Below 13 running may count, above 30 only hard shakes do.
    public var threshold: Scalar = 15
    /// The shortest swing in seconds; default 0.03. At 0 taps count.
    public var shortestSwing: Scalar = 0.03
    /// The time in seconds without a new swing after which the shake is over; default 0.5.
    public var quietTime: Scalar = 0.5
    /// The swings after which a shake has begun; default 4. With 3, a quick turn of the device there and back
    /// begins one.
    public var swingsToBegin = 4
    /// The fewest swings of a shake; one with fewer is cancelled; default 5.
    public var swingsToEnd = 5
    /// The longest shake in seconds; a longer one is vibration and is cancelled; default 4.
    public var longestShake: Scalar = 4

    /// The defaults.
    @export(implementation) public init() {}
  }

  /// The parameters.
  public let parameters: Parameters
  /// Whether a shake has begun and has neither ended nor been cancelled.
  @export(implementation) public var isShaking: Bool { hasBegun }
  @usableFromInline var hasBegun = false
  @usableFromInline var highPass: HighPassFilter<Scalar>
  /// The swings so far.
  @usableFromInline var swingCount = 0
  @usableFromInline var lastDirection = Vector3<Scalar>.zero
  /// The direction and duration in seconds of the current swing.
  @usableFromInline var direction = Vector3<Scalar>.zero
  @usableFromInline var swingTime: Scalar = 0
  /// Time since the last swing, and since the start of the shake, in seconds.
  @usableFromInline var quiet: Scalar = 0
  @usableFromInline var shakeTime: Scalar = 0
  /// Whether the current motion was cancelled; it must stop before a shake can begin.
  @usableFromInline var isSpent = false

  /// A detector before its first reading.
  @export(implementation) public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    highPass = HighPassFilter(cutoff: parameters.cutoff)
  }

  /// Adds a reading of the accelerometer in m/s², `interval` seconds after the last one. The sign does not matter; multiply
  /// Core Motion's acceleration, in g, by 9.80665.
  ///
  /// Returns an event or nil. Readings that are not finite are ignored. A gap longer than the quiet time interrupts a shake.
  @export(implementation)
  @discardableResult
  public mutating func update(specificForce: Vector3<Scalar>, interval: Scalar) -> ShakeEvent? {
    let step: Scalar = interval > 0 && interval.isFinite ? interval : 0
    if step > parameters.quietTime { return interrupt() }
    let acceleration = highPass.update(specificForce, interval: step)
    quiet += step
    shakeTime += step
    if specificForce.isFiniteInLane { follow(acceleration, step) }
    return event()
  }

  /// Resets the detector, because readings are missing; cancels a shake.
  @export(implementation) public mutating func interrupt() -> ShakeEvent? {
    let event: ShakeEvent? = hasBegun ? .cancelled : nil
    self = Self(parameters: parameters)
    return event
  }

  /// Follows the current swing, and counts it once it has lasted long enough.
  @export(implementation) mutating func follow(_ acceleration: Vector3<Scalar>, _ step: Scalar) {
    let size = acceleration.length
    guard size > parameters.threshold else {
      swingTime = 0
      return
    }
    if swingTime == 0 || acceleration.dot(direction) <= 0 {
      direction = acceleration * (1 / size)
      swingTime = 0
    }
    let wasShort = swingTime < parameters.shortestSwing
    swingTime += step
    if wasShort && swingTime >= parameters.shortestSwing { count() }
  }

  /// Counts a swing opposed to the last one by 120° or more; any other starts a new series.
  @export(implementation) mutating func count() {
    if swingCount > 0, direction.dot(lastDirection) <= -0.5 {
      swingCount += 1
    } else if !hasBegun {
      swingCount = 1
    } else {
      return
    }
    lastDirection = direction
    quiet = 0
  }

  @export(implementation) mutating func event() -> ShakeEvent? {
    if quiet > parameters.quietTime { return calm() }
    if hasBegun && shakeTime > parameters.longestShake {
      (hasBegun, isSpent) = (false, true)
      return .cancelled
    }
    guard !hasBegun, !isSpent, swingCount >= parameters.swingsToBegin else { return nil }
    (hasBegun, shakeTime) = (true, 0)
    return .began
  }

  /// The event after a time without swings.
  @export(implementation) mutating func calm() -> ShakeEvent? {
    let event: ShakeEvent? = !hasBegun ? nil : swingCount >= parameters.swingsToEnd ? .ended : .cancelled
    (swingCount, hasBegun, isSpent, quiet) = (0, false, false, 0)
    return event
  }
}

/// An event of a `ShakeDetector`, as those of UIKit's `motionShake`.
@frozen
public enum ShakeEvent: UInt8, Sendable {
  /// A shake has probably begun.
  case began
  /// The shake has ended.
  case ended
  /// Not a shake: too few swings, too long, or interrupted.
  case cancelled
}

extension ShakeEvent {
  /// The name in files as a constant, for C.
  public var text: StaticString {
    switch self {
    case .began: "began"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}

#if !hasFeature(Embedded)
  extension ShakeEvent: CaseIterable {
    /// The name in files.
    public var name: String { text.description }
  }
#endif
