import Rotations

/// The rotation of a device in the plane of its screen, as on an inclinometer: the angle of gravity in the x-y plane,
/// atan2(-x, -y).
///
/// 0° is portrait, gravity along -y; 90° is `landscapeLeft`, gravity along -x; 180° is upside down; 270° is `landscapeRight`.
/// The user sees the device turned counter-clockwise by the angle.
@frozen
public struct TiltAngle<Scalar: LaneElement>: Sendable {
  /// The angle in radians, in [0, 2π).
  public let radians: Scalar

  /// The angle of gravity, which points down, in device axes and any unit. Nil if the screen is too flat, with less than
  /// `sineWhenFlat` of gravity in its plane (default: the sine of 5°), or if gravity is zero or not finite.
  @export(implementation) public init?(gravity: Vector3<Scalar>, sineWhenFlat: Scalar = 0.0871557) {
    guard let down = gravity.normalized else { return nil }
    guard (down.x * down.x + down.y * down.y).squareRoot() >= sineWhenFlat else { return nil }
    let angle = Scalar.arcTangent(y: -down.x, x: -down.y)
    self.init(radians: angle)
  }

  /// An angle in radians, wrapped to [0, 2π); it must be finite.
  @export(implementation) public init(radians: Scalar) {
    let wrapped = radians.wrappedToHalfTurn()
    let positive = wrapped < 0 ? wrapped + 2 * .pi : wrapped
    // A tiny negative angle rounds to a whole turn.
    self.radians = positive < 2 * .pi ? positive : 0
  }

  /// The angle in degrees, in [0, 360).
  @export(implementation) public var degrees: Scalar {
    let degrees = radians * (180 / .pi)
    return degrees < 360 ? degrees : 0
  }
}

/// A pointer on a spring, which smooths a trembling angle and takes the shorter way round.
///
/// The exact solution of x″ = -ω² (x - target) - 2 ζ ω x′ over each interval, with a target that is constant over it: correct
/// for intervals that vary, stable for any, and two half steps equal one step.
@frozen
public struct SpringDial<Scalar: LaneElement>: Sendable {
  /// The natural frequency ω/2π in hertz. Higher follows faster and trembles more; critically damped, 1 Hz covers 90 % of a
  /// step in 0.62 s.
  public let frequency: Scalar
  /// The damping ratio ζ in [0, 1]. 1 reaches the target without overshoot; lower overshoots; 0 never comes to rest.
  public let dampingRatio: Scalar
  /// The angle of the pointer.
  @export(implementation) public var angle: TiltAngle<Scalar> { pointer }
  /// The rate of the pointer, in rad/s.
  @export(implementation) public var rate: Scalar { pointerRate }
  @usableFromInline var pointer = TiltAngle<Scalar>(radians: 0)
  @usableFromInline var pointerRate: Scalar = 0
  @usableFromInline var hasAngle = false

  /// A dial before its first angle. The frequency must be above 0, the damping ratio in [0, 1].
  @export(implementation) public init(frequency: Scalar = 1.5, dampingRatio: Scalar = 1) {
    precondition(frequency > 0 && frequency.isFinite && dampingRatio >= 0 && dampingRatio <= 1)
    self.frequency = frequency
    self.dampingRatio = dampingRatio
  }

  /// Moves the pointer towards an angle for `interval` seconds. The first angle applies at once. Skip the call while a
  /// `TiltAngle` is nil: the pointer stays. An interval that is not positive and finite counts as 0.
  @export(implementation)
  @discardableResult
  public mutating func update(towards target: TiltAngle<Scalar>, interval: Scalar) -> TiltAngle<Scalar> {
    guard hasAngle else {
      hasAngle = true
      pointer = target
      return pointer
    }
    guard interval > 0, interval.isFinite else { return pointer }
    let offset = (pointer.radians - target.radians).wrappedToHalfTurn()
    let natural = 2 * Scalar.pi * frequency
    let decay = Scalar.exponential(-dampingRatio * natural * interval)
    let (sine, cosine) = swing(natural, interval)
    let next = decay * (offset * cosine + (pointerRate + dampingRatio * natural * offset) * sine)
    pointerRate = decay * (pointerRate * cosine - natural * (natural * offset + dampingRatio * pointerRate) * sine)
    pointer = TiltAngle(radians: target.radians + next)
    return pointer
  }

  /// sin(ωd t) / ωd and cos(ωd t) for the damped frequency ωd; their limits t and 1 for critical damping.
  @export(implementation) func swing(_ natural: Scalar, _ interval: Scalar) -> (sine: Scalar, cosine: Scalar) {
    let damped = natural * (1 - dampingRatio * dampingRatio).squareRoot()
    guard damped > 0 else { return (interval, 1) }
    let (sine, cosine) = Scalar.sineAndCosine(damped * interval)
    return (sine / damped, cosine)
  }
}
