#if !hasFeature(Embedded) || CARDAN_HOSTED
  // What waits is on the heap.
  import MotionSamples
  import Rotations

  /// The motions of a stream of the default filter, each with its attitude as known some time later, for uses that can wait.
  ///
  /// A motion is ready after the latency and up to two steps of the filter more, in time of the samples: a step lasts 0.05 s, below
  /// 80 Hz up to 0.1 s or one sample. Several motions become ready at once, at the end of a step. Attitude, gravity and user
  /// acceleration are those known then; all else is that of the sample. The numbers depend on the samples alone, not on when motions
  /// are taken. Memory is bounded by the latency, as long as ready motions are taken; at a steady rate nothing is allocated after twice
  /// the latency.
  public struct DelayedMotions<Companion: Sendable>: Sendable {
    /// A motion that has waited.
    public struct Ready: Sendable {
      /// The motion at its sample, with the attitude as known later.
      public var motion: Motion<Double>
      /// The attitude of `motion` in ENU.
      public var enuFromBody: Rotation<Double>
      /// The caller's value for the sample.
      public var companion: Companion

      @inlinable
      init(_ motion: Motion<Double>, _ companion: Companion) {
        self.motion = motion
        enuFromBody = .identity
        self.companion = companion
      }
    }

    @usableFromInline var lag: FixedLag
    /// The motions from `first` on: ready before `settled`, waiting from there.
    @usableFromInline var queue: [Ready] = []
    @usableFromInline var first = 0
    @usableFromInline var settled = 0
    /// Empty between two calls; its memory serves all of them.
    @usableFromInline var attitudes: [FixedLag.Attitude] = []

    /// Before the first sample of a stream. `latency` is in seconds, from 0; `parameters` are those of the stream's filter.
    @inlinable
    public init(latency: Double, _ parameters: VelocityBoundedParameters<Double>) {
      lag = FixedLag(latency: latency, parameters)
    }

    /// The number of motions that are ready.
    @inlinable
    public var readyCount: Int { settled - first }

    /// Updates a stream with a row, as `MotionStream.advance`, and keeps its motion with a value of the caller.
    @inlinable
    public mutating func take(
      _ row: TimedSample<Double>, in stream: inout MotionStream<DefaultFilter<Double>>,
      with companion: (MotionStream<DefaultFilter<Double>>) -> Companion
    ) {
      stream.observe(velocity: row.velocity, speed: row.speed)
      var sample = row.sample
      sample.interval = stream.interval(to: row.timestamp)
      take(stream.conditioner.condition(sample, temperature: row.temperature), in: &stream, with: companion)
    }

    /// Updates a stream with a conditioned sample, after its clock, and keeps its motion with a value of the caller.
    @inlinable
    public mutating func take(
      _ sample: MotionSample<Double>, in stream: inout MotionStream<DefaultFilter<Double>>,
      with companion: (MotionStream<DefaultFilter<Double>>) -> Companion
    ) {
      // Out of `self`, which the lag changes meanwhile.
      var attitudes: [FixedLag.Attitude] = []
      swap(&attitudes, &self.attitudes)
      stream.note(sample)
      stream.lastOutcome = lag.update(&stream.filter, sample) { attitudes.append($0) }
      stream.resetIfBroken()
      stream.followStart()
      queue.append(Ready(stream.motion(), companion(stream)))
      swap(&attitudes, &self.attitudes)
      settle(in: stream)
    }

    /// Makes all motions ready, with what is known after the last sample.
    @inlinable
    public mutating func finish(_ stream: MotionStream<DefaultFilter<Double>>) {
      var attitudes: [FixedLag.Attitude] = []
      swap(&attitudes, &self.attitudes)
      lag.finish { attitudes.append($0) }
      swap(&attitudes, &self.attitudes)
      settle(in: stream)
    }

    /// Removes and returns the first motion; nil if it is not ready.
    @inlinable
    public mutating func next() -> Ready? {
      guard first < settled else { return nil }
      let ready = queue[first]
      first += 1
      if first == settled || 2 * first > queue.count {
        queue.removeFirst(first)
        (first, settled) = (0, settled - first)
      }
      return ready
    }

    /// Gives the motions that have waited longest their attitudes, in the frame as known now.
    @inlinable
    mutating func settle(in stream: MotionStream<DefaultFilter<Double>>) {
      for attitude in attitudes {
        let enuFromBody = attitude.enuFromBody
        let gravity = Motion.gravity(inBodyOf: enuFromBody, magnitude: stream.gravityMagnitude)
        queue[settled].enuFromBody = enuFromBody
        queue[settled].motion.outputFromBody = stream.frame.outputFromBody(enuFromBody)
        queue[settled].motion.userAcceleration += gravity - queue[settled].motion.gravity
        queue[settled].motion.gravity = gravity
        settled += 1
      }
      attitudes.removeAll(keepingCapacity: true)
    }
  }
#endif
