import Rotations

/// A pointer on a spring: makes a trembling angle readable, and goes the short way round.
///
/// The exact solution of x″ = -ω² (x - target) - 2 ζ ω x′ over each interval, with a target that is constant over it: right
/// for intervals that vary, stable for any, and two half steps are one step.
@frozen
public struct SpringDial<Scalar: LaneElement>: Sendable {
  /// The natural frequency ω/2π in hertz. Higher follows faster and trembles more; critically damped, 1 Hz covers 90 % of a
  /// step in 0.62 s.
  public let frequency: Scalar
  /// The damping ratio ζ in 0 ... 1. 1 comes to the target without passing it; lower swings past it, as needles do; 0 never
  /// comes to rest.
  public let dampingRatio: Scalar
  /// What the dial shows.
  @inlinable public var angle: TiltAngle<Scalar> { pointer }
  /// How fast it turns, in rad/s.
  @inlinable public var rate: Scalar { pointerRate }
  @usableFromInline var pointer = TiltAngle<Scalar>(radians: 0)
  @usableFromInline var pointerRate: Scalar = 0
  @usableFromInline var hasAngle = false

  /// A dial before its first angle. The frequency must be above 0, the damping ratio in 0 ... 1.
  @inlinable public init(frequency: Scalar = 1.5, dampingRatio: Scalar = 1) {
    precondition(frequency > 0 && frequency.isFinite && dampingRatio >= 0 && dampingRatio <= 1)
    self.frequency = frequency
    self.dampingRatio = dampingRatio
  }

  /// Draws the dial towards an angle for `interval` seconds. The first angle is shown at once. While a `TiltAngle` is nil,
  /// nothing need be called: the dial stays. An interval that is not above 0, or not finite, counts as 0.
  @inlinable
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

  /// sin(ωd t) / ωd and cos(ωd t) for the damped frequency ωd; their limits t and 1 where the damping is critical.
  @inlinable func swing(_ natural: Scalar, _ interval: Scalar) -> (sine: Scalar, cosine: Scalar) {
    let damped = natural * (1 - dampingRatio * dampingRatio).squareRoot()
    guard damped > 0 else { return (interval, 1) }
    let (sine, cosine) = Scalar.sineAndCosine(damped * interval)
    return (sine / damped, cosine)
  }
}
