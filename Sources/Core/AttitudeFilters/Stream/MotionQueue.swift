#if !hasFeature(Embedded) || CARDAN_HOSTED
  // What waits is on the heap.
  import MotionSamples
  import Rotations

  /// The motions of a stream in the order of its samples, at once or each with its attitude as known some time later, for uses that
  /// can wait.
  ///
  /// With a latency, which only the default filter has, a motion is ready after the latency and up to two steps of the filter more, in
  /// time of the samples: a step lasts 0.05 s, below 100 Hz up to 0.1 s or one sample. Several motions become ready at once, at the end
  /// of a step. Attitude, gravity and user acceleration are those known then; all else is that of the sample. The numbers depend on
  /// the samples alone, not on when motions are taken. Memory is bounded by the latency, as long as ready motions are taken; at a
  /// steady rate nothing is allocated after twice the latency.
  public struct MotionQueue<Filter: AttitudeFilter, Companion: Sendable>: Sendable where Filter.Scalar == Double {
    /// A motion that has waited.
    public struct Ready: Sendable {
      /// The motion at its sample, with the attitude as known later.
      public var motion: Motion<Double>
      /// The attitude of `motion` in ENU.
      public var enuFromBody: Rotation<Double>
      /// The caller's value for the sample.
      public var companion: Companion

      @export(implementation)
      init(_ motion: Motion<Double>, _ enuFromBody: Rotation<Double>, _ companion: Companion) {
        self.motion = motion
        self.enuFromBody = enuFromBody
        self.companion = companion
      }
    }

    /// What is carried back to the motions that wait; nil without latency.
    @usableFromInline var lag: FixedLag?
    /// The motions from `first` on: ready before `settled`, waiting from there.
    @usableFromInline var queue: [Ready] = []
    @usableFromInline var first = 0
    @usableFromInline var settled = 0
    /// Empty between two calls; its memory serves all of them.
    @usableFromInline var attitudes: [FixedLag.Attitude] = []

    /// A queue before the first sample of a stream. `latency` is in seconds, from 0; nil if it is not 0 and the stream's filter is not the
    /// default one.
    @export(implementation)
    public init?(latency: Double, of stream: MotionStream<Filter>) {
      guard latency > 0 else { return }
      var filter = stream.filter
      guard let lag = filter.withDefaultFilter({ FixedLag(latency: latency, $0.parameters) }) else { return nil }
      self.lag = lag
    }

    /// The number of motions that are ready.
    @export(implementation)
    public var readyCount: Int { settled - first }

    /// Updates a stream with a row, as `MotionStream.process`, and keeps its motion with a value of the caller.
    @export(implementation)
    public mutating func take(
      _ row: TimedSample<Double>, in stream: inout MotionStream<Filter>,
      with companion: (MotionStream<Filter>) -> Companion
    ) {
      take(stream.conditioned(row), in: &stream, with: companion)
    }

    /// Updates a stream with a conditioned sample, after its clock, and keeps its motion with a value of the caller.
    @export(implementation)
    public mutating func take(
      _ sample: MotionSample<Double>, in stream: inout MotionStream<Filter>,
      with companion: (MotionStream<Filter>) -> Companion
    ) {
      stream.note(sample)
      stream.lastOutcome = update(&stream.filter, sample)
      stream.resetIfBroken()
      stream.updateFrame()
      queue.append(Ready(stream.motion(), stream.filter.enuFromBody, companion(stream)))
      if lag == nil { settled += 1 } else { settle(in: stream) }
    }

    /// Updates a filter, and keeps the attitudes that have waited long enough.
    @export(implementation)
    mutating func update(_ filter: inout Filter, _ sample: MotionSample<Double>) -> UpdateOutcome<Double> {
      guard var lag = lag.take() else { return filter.update(sample) }
      // Out of `self`, of which nothing is changed meanwhile.
      var attitudes: [FixedLag.Attitude] = []
      swap(&attitudes, &self.attitudes)
      let outcome = filter.withDefaultFilter { lag.update(&$0, sample) { attitudes.append($0) } }
      swap(&attitudes, &self.attitudes)
      self.lag = lag
      return outcome ?? UpdateOutcome()
    }

    /// Makes all motions ready, with what is known after the last sample.
    @export(implementation)
    public mutating func finish(_ stream: MotionStream<Filter>) {
      var attitudes: [FixedLag.Attitude] = []
      swap(&attitudes, &self.attitudes)
      lag?.finish { attitudes.append($0) }
      swap(&attitudes, &self.attitudes)
      settle(in: stream)
    }

    /// Removes and returns the first motion; nil if it is not ready.
    @export(implementation)
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
    @export(implementation)
    mutating func settle(in stream: MotionStream<Filter>) {
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

  extension AttitudeFilter {
    /// Calls `body` with this filter, in its place, if it is the default filter in double precision; nil for any other.
    @export(implementation)
    mutating func withDefaultFilter<Value>(_ body: (inout DefaultFilter<Double>) -> Value) -> Value? {
      guard Self.self == DefaultFilter<Double>.self else { return nil }
      return withUnsafeMutablePointer(to: &self) {
        body(&UnsafeMutableRawPointer($0).assumingMemoryBound(to: DefaultFilter<Double>.self).pointee)
      }
    }
  }
#endif
