import Rotations

/// The factors of a smoothing problem at its present linearisation.
struct SmoothingTerms: ArrowTerms {
  let factors: SmoothingFactors
  let state: SmoothingState
  let intervals: [IntervalMeasurement]
  /// For each interval the mean rate, where most of it is at rest.
  let restRates: [Vector3<Double>?]
  /// The heading at each interval's first knot; empty without magnetometer.
  let headings: [HeadingObserver.Observation?]

  var knotCount: Int { intervals.count + 1 }

  func addGlobalPriors(to window: borrowing ArrowWindow) {
    for (index, prior) in factors.globalPriors(state).enumerated() {
      window.addPrior(global: index, value: prior.value, weight: prior.weight)
    }
  }

  @inline(__always)
  func addFactors(of knot: Int, to window: borrowing ArrowWindow) {
    if knot == 0 { for factor in factors.firstKnotPriors(state) { window.add(factor) } }
    guard knot < intervals.count else {
      addBoundedVelocity(knot: knot, duration: factors.parameters.knotInterval, window)
      return
    }
    let interval = intervals[knot]
    let rotationWeight = factors.rotationWeight(interval)
    let velocityWeight = factors.velocityWeight(interval)
    for axis in 0..<3 {
      window.add(factors.rotation(interval, knot: knot, axis: axis, weight: rotationWeight))
      if velocityWeight > 0 {
        window.add(factors.velocity(interval, state, knot: knot, axis: axis, weight: velocityWeight))
      }
      window.add(factors.biasWalk(state, knot: knot, axis: axis, duration: interval.duration))
      if let rate = restRates[knot] {
        window.add(factors.rest(state, knot: knot, axis: axis, meanRate: rate, duration: interval.duration))
      }
    }
    addBoundedVelocity(knot: knot, duration: interval.duration, window)
    if !headings.isEmpty, let heading = headings[knot] {
      window.add(factors.heading(knot: knot, fieldAngle: heading.angle, weight: heading.weight))
    }
  }

  @inline(__always)
  private func addBoundedVelocity(knot: Int, duration: Double, _ window: borrowing ArrowWindow) {
    for axis in 0..<3 { window.add(factors.boundedVelocity(state, knot: knot, axis: axis, duration: duration)) }
  }
}
