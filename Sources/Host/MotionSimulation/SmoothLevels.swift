/// A function that is constant but for smooth transitions between its levels, with derivatives and integrals.
///
/// It begins at level 0 at time zero. Each transition is a polynomial of degree seven, so the first three derivatives are
/// continuous.
struct SmoothLevels: Sendable {
  /// The function at one time.
  struct Jet {
    /// The integral of `integral` since time zero.
    var secondIntegral: Double
    /// The integral since time zero.
    var integral: Double
    /// The value.
    var value: Double
    /// The first derivative.
    var slope: Double
    /// The second derivative.
    var curvature: Double
  }

  /// A transition and the level after it.
  private struct Segment {
    var start: Double
    var from: Double
    var to: Double
    var transition: Double
    var integral: Double
    var secondIntegral: Double

    func jet(at time: Double) -> Jet {
      let elapsed = time - start
      let rest = max(elapsed - transition, 0.0)
      let change = to - from
      let step = SmoothStart(min(elapsed / transition, 1.0))
      let stepIntegral = step.integral * transition
      return Jet(
        secondIntegral: secondIntegral + integral * elapsed + 0.5 * from * elapsed * elapsed
          + change * (step.secondIntegral * transition * transition + stepIntegral * rest + 0.5 * rest * rest),
        integral: integral + from * elapsed + change * (stepIntegral + rest),
        value: from + change * step.value,
        slope: change * step.slope / transition,
        curvature: change * step.curvature / (transition * transition))
    }
  }

  private var segments: [Segment] = []
  /// The end of the last segment, s.
  private(set) var end = 0.0

  /// A function that is 0 until its first transition.
  init() {}

  /// Appends a transition to a level and the time at it.
  ///
  /// - Parameters:
  ///   - level: The level after the transition.
  ///   - transition: The duration of the transition, s, above zero.
  ///   - duration: The duration of transition and level, s, at least `transition`.
  mutating func append(_ level: Double, transition: Double, duration: Double) {
    precondition(transition > 0 && duration >= transition, "invalid duration of a transition")
    let last = jet(at: end)
    segments.append(
      Segment(
        start: end, from: segments.last?.to ?? 0.0, to: level, transition: transition, integral: last.integral,
        secondIntegral: last.secondIntegral))
    end += duration
  }

  /// The function at a time in seconds, from zero; after the end its last level continues.
  func jet(at time: Double) -> Jet {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return Jet(secondIntegral: 0, integral: 0, value: 0, slope: 0, curvature: 0) }
    return segments[low - 1].jet(at: time)
  }
}

/// The polynomial 35 u⁴ - 84 u⁵ + 70 u⁶ - 20 u⁷, from 0 to 1; its first three derivatives vanish at both ends.
struct SmoothStart {
  /// The value at u.
  var value: Double
  /// The first derivative.
  var slope: Double
  /// The second derivative.
  var curvature: Double
  /// The integral from 0 to u; 1/2 at u = 1.
  var integral: Double
  /// The integral of `integral` from 0 to u.
  var secondIntegral: Double

  /// The polynomial at u from 0 to 1.
  init(_ u: Double) {
    let square = u * u
    let fourth = square * square
    let rest = 1.0 - u
    value = fourth * (35.0 - u * (84.0 - u * (70.0 - 20.0 * u)))
    slope = 140.0 * square * u * rest * rest * rest
    curvature = 420.0 * square * rest * rest * (1.0 - 2.0 * u)
    integral = fourth * u * (7.0 - u * (14.0 - u * (10.0 - 2.5 * u)))
    secondIntegral = fourth * square * (7.0 / 6.0 - u * (2.0 - u * (1.25 - u * (2.5 / 9.0))))
  }
}
