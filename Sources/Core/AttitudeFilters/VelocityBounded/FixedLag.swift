#if !hasFeature(Embedded) || CARDAN_HOSTED
  // Its ring is on the heap.
  import MotionSamples
  import Rotations

  /// The attitudes of the default filter as known some time later, for uses that can wait.
  ///
  /// It updates a filter, keeps the steps of the last `latency` seconds, and after each step carries back what the filter
  /// learned (TheDefaultFilter.md, section 7). The attitudes before a reset of the filter keep what was known then. Memory is
  /// bounded by the latency: a step of more than 65 536 samples, as of a clock that stands still, ends the wait of all.
  ///
  /// Source: H. Rauch, F. Tung, C. Striebel, "Maximum likelihood estimates of linear dynamic systems", AIAA Journal 3(8),
  /// 1965.
  public struct FixedLag: Sendable {
    /// The attitude at a sample.
    public struct Attitude: Sendable {
      /// The attitude in level axes.
      var levelFromBody = Rotation<Double>.identity
      /// The heading of the level frame in ENU, rad.
      var headingOffset = 0.0

      // Always inlined: a call would copy the filter.
      @inline(__always)
      init(_ filter: DefaultFilter<Double>) {
        // With the output lead, which is in ENU.
        let level = filter.enuFromLevel.inverse * filter.enuFromBody
        // Of a broken filter, which its stream resets, the attitude of the start.
        guard level.quaternion.isFiniteInLane, filter.headingOffset.isFinite else { return }
        levelFromBody = level
        headingOffset = filter.headingOffset
      }

      /// The attitude in ENU.
      public var enuFromBody: Rotation<Double> { Rotation(aboutZ: headingOffset) * levelFromBody }

      /// Corrected by an attitude error in level axes, rad; unchanged by that of a broken filter.
      func corrected(by error: Vector3<Double>) -> Self {
        guard error.isFiniteInLane else { return self }
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
      /// The time of its samples, s.
      var duration = 0.0
      /// Whether the filter was reset, so that nothing is carried back through it.
      var isReset = true
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

    /// The most samples of a step.
    private static var mostSamples: Int { 65_536 }
    /// A step lasts at least this share of the step interval.
    private static var leastShare: Double { 0.5 }
    /// Rounding of the time of a step, s.
    private static var tolerance: Double { 1e-6 }
    private let latency: Double
    /// A ring: `newest` is the step that is being filled, after `count` complete ones, which last `held` seconds.
    private var steps: [Step]
    private var newest = 0
    /// The gains of the steps, one after the other: they carry an error at the end of a step, before its measurements, to its start.
    private var gains: [Double]
    private var count = 0
    private var held = 0.0

    /// A record before the first sample of a filter with these parameters. `latency` is in seconds, from 0.
    public init(latency: Double, _ parameters: VelocityBoundedParameters<Double>) {
      self.latency = latency
      let mostSteps = (latency / (Self.leastShare * parameters.stepInterval)).rounded(.up)
      steps = Array(repeating: Step(), count: Int(mostSteps) + 2)
      gains = Array(repeating: 0, count: SmoothingGain.count * steps.count)
    }

    /// Updates a filter with a sample, and calls `body` with the attitudes that have waited long enough, in the order of
    /// their samples. Returns the outcome of the update.
    public mutating func update(
      _ filter: inout DefaultFilter<Double>, _ sample: MotionSample<Double>, _ body: (Attitude) -> Void
    ) -> UpdateOutcome<Double> {
      var outcome = filter.advance(sample)
      // A longer gap ends the wait all the same.
      if sample.interval > 0 { steps[newest].duration += min(sample.interval, latency + 1) }
      guard filter.isStepDue else {
        steps[newest].attitudes.append(Attitude(filter))
        if steps[newest].attitudes.count == Self.mostSamples { finish(body) }
        return outcome
      }
      let before = filter
      filter.step(where: true, completing: &outcome)
      filter.completeStep()
      let isReset = !before.isContinued(by: filter) || !filter.hasFiniteAttitude
      // The sample's own correction is carried back like every other.
      steps[newest].attitudes.append(isReset ? Attitude(filter) : Attitude(before))
      steps[newest].isReset = isReset
      steps[newest].applied = filter.errorState.correction
      if !isReset {
        let gain = before.smoothingGain
        gains.withUnsafeMutableBufferPointer { gain.store(to: $0.baseAddress! + SmoothingGain.count * newest) }
      }
      held += steps[newest].duration
      carryBack()
      count += 1
      newest = place(1)
      emitOldSteps(body)
      return outcome
    }

    /// Calls `body` with the attitudes that still wait, in the order of their samples, after the last sample.
    public mutating func finish(_ body: (Attitude) -> Void) {
      steps[newest].isReset = true
      while count > 0 { emitOldest(body) }
      steps[newest].emit(body)
      steps[newest].attitudes.removeAll(keepingCapacity: true)
      steps[newest].duration = 0
      held = 0
    }

    /// The place of a step relative to the newest.
    private func place(_ offset: Int) -> Int { (newest + steps.count + offset) % steps.count }

    /// Emits the steps after which the latency has elapsed, and those for which there is no room.
    private mutating func emitOldSteps(_ body: (Attitude) -> Void) {
      while count > 0, held - steps[place(-count)].duration >= latency - Self.tolerance || count == steps.count - 1 {
        emitOldest(body)
      }
    }

    private mutating func emitOldest(_ body: (Attitude) -> Void) {
      let oldest = place(-count)
      steps[oldest].emit(body)
      steps[oldest].attitudes.removeAll(keepingCapacity: true)
      held -= steps[oldest].duration
      steps[oldest].duration = 0
      count -= 1
    }

    /// Carries the correction of the newest step back through those before.
    private mutating func carryBack() {
      let (newest, count, stepCount) = (newest, count, steps.count)
      steps.withUnsafeMutableBufferPointer { [gains] steps in
        gains.withUnsafeBufferPointer { gains in
          var error = InlineArray<11, Double>(repeating: 0)
          for age in 0...count {
            let place = (newest + stepCount - age) % stepCount
            if steps[place].isReset { return }
            for row in 0..<11 { error[row] += steps[place].applied[row] }
            steps[place].atEnd = Vector3(x: error[0], y: error[1], z: error[2])
            SmoothingGain.carryBack(&error, by: gains.baseAddress! + SmoothingGain.count * place)
            steps[place].atStart = Vector3(x: error[0], y: error[1], z: error[2])
          }
        }
      }
    }
  }
#endif
