#if !hasFeature(Embedded)
  // Its ring is on the heap.
  import MotionSamples
  import Rotations

  /// The attitudes of the default filter as known some time later, for uses that can wait.
  ///
  /// It updates a filter, keeps the steps of the last `latency` seconds, and after each step carries back what the filter
  /// learned (TheDefaultFilter.md, section 7.2). The attitudes before a reset of the filter keep what was known then. Memory is
  /// bounded by the latency.
  ///
  /// Source: H. Rauch, F. Tung, C. Striebel, "Maximum likelihood estimates of linear dynamic systems", AIAA Journal 3(8),
  /// 1965.
  public struct FixedLag: Sendable {
    /// The attitude at a sample.
    public struct Attitude: Sendable {
      /// The attitude in level axes.
      var levelFromBody: Rotation<Double>
      /// The heading of the level frame in ENU, rad.
      var headingOffset: Double

      init(_ filter: DefaultFilter<Double>) {
        // With the output lead, which is in ENU.
        levelFromBody = filter.enuFromLevel.inverse * filter.enuFromBody
        headingOffset = filter.headingOffset
      }

      /// The attitude in ENU.
      public var enuFromBody: Rotation<Double> { Rotation(aboutZ: headingOffset) * levelFromBody }

      /// Corrected by an attitude error in level axes, rad.
      func corrected(by error: Vector3<Double>) -> Self {
        var result = self
        let tilt = Rotation(rotationVector: Vector3(x: error.x, y: error.y, z: 0.0))
        result.levelFromBody = (tilt * levelFromBody).renormalized
        result.headingOffset += error.z
        return result
      }
    }

    /// A step of the filter, and the samples of its interval.
    private struct Step {
      var attitudes: [Attitude] = []
      /// Whether the filter was reset, so that nothing is carried back through it.
      var isReset = true
      /// Carries an error at the end of the step, before its measurements, back to its start.
      var gain = SmoothingGain()
      /// What the filter corrected at the end.
      var applied = InlineArray<11, Double>(repeating: 0)
      /// The attitude errors at the start and the end, as known now.
      var (atStart, atEnd) = (Vector3<Double>.zero, Vector3<Double>.zero)

      /// The attitudes with what is known now; the error is linear over the step.
      func emit(_ body: (Attitude) -> Void) {
        for (index, attitude) in attitudes.enumerated() {
          let share = Double(index + 1) / Double(attitudes.count)
          body(isReset ? attitude : attitude.corrected(by: atStart * (1 - share) + atEnd * share))
        }
      }
    }

    /// The number of steps that an attitude waits for.
    private let stepCount: Int
    /// A ring, in which `newest` is the step that is being filled.
    private var steps: [Step]
    private var newest = 0
    private var count = 0

    /// A record before the first sample of a filter with these parameters. `latency` is in seconds, rounded up to
    /// whole steps.
    public init(latency: Double, _ parameters: VelocityBoundedParameters<Double>) {
      stepCount = max(0, Int((latency / parameters.stepInterval).rounded(.up)))
      steps = Array(repeating: Step(), count: stepCount + 1)
    }

    /// Updates a filter with a sample, and calls `body` with the attitudes that have waited long enough, in the order of
    /// their samples. Returns the outcome of the update.
    public mutating func update(
      _ filter: inout DefaultFilter<Double>, _ sample: MotionSample<Double>, _ body: (Attitude) -> Void
    ) -> UpdateOutcome<Double> {
      var outcome = filter.advance(sample)
      guard filter.isStepDue else {
        steps[newest].attitudes.append(Attitude(filter))
        return outcome
      }
      let before = filter
      filter.step(where: true, completing: &outcome)
      let isReset = !before.isContinued(by: filter)
      // The sample's own correction is carried back like every other.
      steps[newest].attitudes.append(Attitude(isReset ? filter : before))
      steps[newest].isReset = isReset
      steps[newest].applied = filter.errorState.correction
      if !isReset { steps[newest].gain = before.smoothingGain }
      carryBack()
      newest = (newest + 1) % steps.count
      count = min(count + 1, steps.count)
      if count == steps.count { steps[newest].emit(body) }
      steps[newest].attitudes.removeAll(keepingCapacity: true)
      return outcome
    }

    /// Calls `body` with the attitudes that still wait, in the order of their samples, after the last sample.
    public mutating func finish(_ body: (Attitude) -> Void) {
      steps[newest].isReset = true
      for age in (0...min(count, stepCount)).reversed() {
        let place = (newest + steps.count - age) % steps.count
        steps[place].emit(body)
        steps[place].attitudes.removeAll()
      }
      count = 0
    }

    /// Carries the correction of the newest step back through those before.
    private mutating func carryBack() {
      var error = InlineArray<11, Double>(repeating: 0)
      for age in 0...min(count, stepCount) {
        let place = (newest + steps.count - age) % steps.count
        if steps[place].isReset { return }
        for row in 0..<11 { error[row] += steps[place].applied[row] }
        steps[place].atEnd = Vector3(x: error[0], y: error[1], z: error[2])
        error = steps[place].gain.carriedBack(error)
        steps[place].atStart = Vector3(x: error[0], y: error[1], z: error[2])
      }
    }
  }

  extension MotionStream where Filter == DefaultFilter<Double> {
    /// Processes a raw sample as `advance(_:temperature:)` does, and calls `body` with the attitudes that have waited long
    /// enough.
    public mutating func advance(
      _ sample: MotionSample<Double>, temperature: Double = .nan, following lag: inout FixedLag,
      _ body: (FixedLag.Attitude) -> Void
    ) {
      let conditioned = conditioner.condition(sample, temperature: temperature)
      lastForce = conditioned.specificForce
      lastOutcome = lag.update(&filter, conditioned, body)
      followStart()
    }
  }
#endif
