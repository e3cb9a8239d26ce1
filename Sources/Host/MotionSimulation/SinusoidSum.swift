import Rotations

/// A sum of sinusoids with its derivatives: a smooth random function for motions.
public struct SinusoidSum: Sendable {
  /// One sinusoid: `amplitude` sin(`angularFrequency` t + `phase`).
  public struct Component: Sendable {
    /// The largest value, in the unit of the function.
    public var amplitude: Double
    /// 2 pi times the frequency, rad/s.
    public var angularFrequency: Double
    /// The angle at time zero, rad.
    public var phase: Double

    /// A sinusoid from its parts.
    public init(amplitude: Double, angularFrequency: Double, phase: Double) {
      self.amplitude = amplitude
      self.angularFrequency = angularFrequency
      self.phase = phase
    }
  }

  /// The value of a function and its first three time derivatives.
  public struct Jet: Sendable {
    /// The value.
    public var value = 0.0
    /// The first derivative, per second.
    public var rate = 0.0
    /// The second derivative, per second².
    public var acceleration = 0.0
    /// The third derivative, per second³.
    public var jerk = 0.0

    /// The jet of a sum of functions.
    static func + (left: Jet, right: Jet) -> Jet {
      Jet(
        value: left.value + right.value, rate: left.rate + right.rate,
        acceleration: left.acceleration + right.acceleration, jerk: left.jerk + right.jerk)
    }

    /// The jet of a difference of functions.
    static func - (left: Jet, right: Jet) -> Jet {
      Jet(
        value: left.value - right.value, rate: left.rate - right.rate,
        acceleration: left.acceleration - right.acceleration, jerk: left.jerk - right.jerk)
    }

    /// The function of a warped clock, by the chain rule; `self` is the function at `clock.time`.
    public func warped(by clock: RestSchedule.Warp) -> Jet {
      let square = clock.speed * clock.speed
      return Jet(
        value: value,
        rate: rate * clock.speed,
        acceleration: acceleration * square + rate * clock.acceleration,
        jerk: jerk * square * clock.speed + 3.0 * acceleration * clock.speed * clock.acceleration + rate * clock.jerk)
    }
  }

  /// The sinusoids.
  public var components: [Component]

  /// A sum of given sinusoids.
  public init(_ components: [Component]) { self.components = components }

  /// A random smooth function of `count` sinusoids with equal shares of one derivative.
  ///
  /// Each of `count` equal parts of the band gets one frequency, so that no two sinusoids coincide.
  ///
  /// - Parameters:
  ///   - order: The derivative: 0 the value, 1 the rate, 2 the acceleration.
  ///   - standardDeviation: The root mean square of that derivative over a long time. It never exceeds
  ///     `standardDeviation` times the square root of 2 `count`.
  ///   - band: The frequencies in Hz, above zero.
  ///   - count: The number of sinusoids, at least one.
  ///   - random: The source of frequencies and phases.
  public init(
    ofOrder order: Int, standardDeviation: Double, band: ClosedRange<Double>, count: Int,
    using random: inout RandomSource
  ) {
    precondition(count > 0 && band.lowerBound > 0, "a random motion needs at least one frequency, above zero")
    let width = (band.upperBound - band.lowerBound) / Double(count)
    let share = standardDeviation * (2.0 / Double(count)).squareRoot()
    components = (0..<count).map { part in
      let frequency = band.lowerBound + width * (Double(part) + random.nextUniform())
      let angularFrequency = 2.0 * Double.pi * frequency
      var amplitude = share
      for _ in 0..<order { amplitude /= angularFrequency }
      return Component(
        amplitude: amplitude, angularFrequency: angularFrequency, phase: 2.0 * Double.pi * random.nextUniform())
    }
  }

  /// The function with its frequencies changed to the nearest multiples of 1 / `period`, at least one of them, so that it
  /// repeats. Amplitudes are unchanged.
  func repeating(after period: Double) -> SinusoidSum {
    let unit = 2.0 * Double.pi / period
    return SinusoidSum(
      components.map { component in
        var component = component
        component.angularFrequency = max((component.angularFrequency / unit).rounded(), 1.0) * unit
        return component
      })
  }

  /// The value and its derivatives on a warped clock.
  func jet(on clock: RestSchedule.Warp) -> Jet { jet(at: clock.time).warped(by: clock) }

  /// The value and its derivatives at a time in seconds.
  public func jet(at time: Double) -> Jet {
    var jet = Jet()
    for component in components {
      let frequency = component.angularFrequency
      let (sine, cosine) = Double.sineAndCosine(frequency * time + component.phase)
      let square = frequency * frequency
      jet.value += component.amplitude * sine
      jet.rate += component.amplitude * frequency * cosine
      jet.acceleration -= component.amplitude * square * sine
      jet.jerk -= component.amplitude * square * frequency * cosine
    }
    return jet
  }
}
