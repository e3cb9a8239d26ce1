// The sum of all factors at the present linearisation.

extension SmoothingProblem {
  /// Fills the normal equations.
  mutating func assemble() {
    system.clear()
    for factor in factors.firstKnotPriors(state) { system.add(factor) }
    for (index, prior) in factors.globalPriors(state).enumerated() {
      system.addPrior(global: index, value: prior.value, weight: prior.weight)
    }
    for index in intervals.indices { addFactors(of: index) }
    addBoundedVelocity(knot: intervals.count, duration: parameters.knotInterval)
  }

  @inline(__always)
  private mutating func addFactors(of index: Int) {
    let interval = intervals[index]
    let rotationWeight = factors.rotationWeight(interval)
    let velocityWeight = factors.velocityWeight(interval)
    for axis in 0..<3 {
      system.add(factors.rotation(interval, knot: index, axis: axis, weight: rotationWeight))
      if velocityWeight > 0 {
        system.add(factors.velocity(interval, state, knot: index, axis: axis, weight: velocityWeight))
      }
      system.add(factors.biasWalk(state, knot: index, axis: axis, duration: interval.duration))
      if let rate = restRates[index] {
        system.add(factors.rest(state, knot: index, axis: axis, meanRate: rate, duration: interval.duration))
      }
    }
    addBoundedVelocity(knot: index, duration: interval.duration)
    if hasHeading, let heading = observer.observations[index] {
      system.add(factors.heading(knot: index, fieldAngle: heading.angle, weight: heading.weight))
    }
  }

  @inline(__always)
  private mutating func addBoundedVelocity(knot: Int, duration: Double) {
    for axis in 0..<3 {
      system.add(factors.boundedVelocity(state, knot: knot, axis: axis, duration: duration))
    }
  }
}
