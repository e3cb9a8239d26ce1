import MotionSamples
import Rotations

/// Tells when a device is shaken: moved to and fro by hand, several times.
///
/// Gravity is taken out with a high-pass. What is left makes a swing where it stays above a threshold, on one side, for a
/// moment; a tap is too short for that. A shake is a row of swings, each against the one before. A turn of the device has
/// one swing or two, a turn there and back three. Steps push up harder than they can fall: what falls freely is 1 g from
/// rest, below the threshold, so walking and running make no row.
///
/// The defaults were chosen on made motion. On real ones (BROAD, 16 trials, and a hand-held x-IMU) nothing begins a shake in
/// slow and fast turns through all positions, slow translations, tapping and vibration; in the two trials of fast
/// translation, a hand that moves to and fro as fast as it can, 26 shakes begin, of which 20 end and 6 are cancelled.
@frozen
public struct ShakeDetector<Scalar: LaneElement>: Sendable {
  /// What decides.
  @frozen
  public struct Parameters: Sendable {
    /// The cut-off of the high-pass in hertz; default 0.7. Lower lets turns of the device through, higher makes
    /// swings of steps.
    public var cutoff: Scalar = 0.7
    /// The acceleration of a swing in m/s²; default 15. Below 13 running may count, above 30 only violent shakes do.
    public var threshold: Scalar = 15
    /// The shortest swing in seconds; default 0.03. At 0 taps count.
    public var shortestSwing: Scalar = 0.03
    /// The time in seconds without a new swing after which the shake is over; default 0.5.
    public var quietTime: Scalar = 0.5
    /// The swings after which a shake has begun; default 4. With 3, a quick turn of the device there and back
    /// begins one.
    public var swingsToBegin = 4
    /// The swings below which a shake that is over was none; default 5.
    public var swingsToEnd = 5
    /// The longest shake in seconds; default 4. What goes on is vibration, and is cancelled.
    public var longestShake: Scalar = 4

    /// The defaults.
    @inlinable public init() {}
  }

  /// What decides.
  public let parameters: Parameters
  /// Whether a shake has begun and is neither over nor cancelled.
  @inlinable public var isShaking: Bool { hasBegun }
  @usableFromInline var hasBegun = false
  @usableFromInline var highPass: HighPassFilter<Scalar>
  /// The swings so far, each against the one before.
  @usableFromInline var swingCount = 0
  @usableFromInline var lastDirection = Vector3<Scalar>.zero
  /// The swing that may be under way, and how long it has lasted in seconds.
  @usableFromInline var direction = Vector3<Scalar>.zero
  @usableFromInline var swingTime: Scalar = 0
  /// Time since the last swing, and since the shake began, in seconds.
  @usableFromInline var quiet: Scalar = 0
  @usableFromInline var shakeTime: Scalar = 0
  /// Whether what goes on was cancelled: it must calm down before anything can begin.
  @usableFromInline var isSpent = false

  /// A detector before its first reading.
  @inlinable public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    highPass = HighPassFilter(cutoff: parameters.cutoff)
  }

  /// Takes what the accelerometer measures, in m/s², `interval` seconds after the last reading. The sign does not matter;
  /// Core Motion's acceleration, in g, is to be multiplied by 9.80665.
  ///
  /// Gives an event where there is one. A reading that is not finite is left out. A gap of more than the quiet time
  /// interrupts a shake.
  @inlinable
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

  /// Ends what is under way, because readings are missing or what follows is not for this detector; cancels a shake.
  @inlinable public mutating func interrupt() -> ShakeEvent? {
    let event: ShakeEvent? = hasBegun ? .cancelled : nil
    self = Self(parameters: parameters)
    return event
  }

  /// Follows the swing under way, and counts it once it has lasted long enough.
  @inlinable mutating func follow(_ acceleration: Vector3<Scalar>, _ step: Scalar) {
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

  /// Counts a swing that goes against the last one, by 120° or more; any other is the first of a new row.
  @inlinable mutating func count() {
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

  @inlinable mutating func event() -> ShakeEvent? {
    if quiet > parameters.quietTime { return calm() }
    if hasBegun && shakeTime > parameters.longestShake {
      (hasBegun, isSpent) = (false, true)
      return .cancelled
    }
    guard !hasBegun, !isSpent, swingCount >= parameters.swingsToBegin else { return nil }
    (hasBegun, shakeTime) = (true, 0)
    return .began
  }

  /// What is known after a time without swings.
  @inlinable mutating func calm() -> ShakeEvent? {
    let event: ShakeEvent? = !hasBegun ? nil : swingCount >= parameters.swingsToEnd ? .ended : .cancelled
    (swingCount, hasBegun, isSpent, quiet) = (0, false, false, 0)
    return event
  }
}

/// What a `ShakeDetector` tells, as UIKit tells of `motionShake`.
@frozen
public enum ShakeEvent: UInt8, Sendable {
  /// A shake seems to have begun.
  case began
  /// The shake is over, and it was one.
  case ended
  /// It was none: too few swings, too long, or interrupted.
  case cancelled
}

#if !hasFeature(Embedded)
  extension ShakeEvent: CaseIterable {
    /// The name in files.
    public var name: String {
      switch self {
      case .began: "began"
      case .ended: "ended"
      case .cancelled: "cancelled"
      }
    }
  }
#endif
