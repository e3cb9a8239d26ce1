import AttitudeFilters
import MotionSamples

// An update is long and inlined where it is called: the tests that go through all filters share one copy for each.

extension MotionStream {
  /// `update` with an interval.
  @inline(never) @discardableResult
  mutating func updated(_ sample: MotionSample<Scalar>) -> Motion<Scalar> { update(sample) }

  /// `update` with a timestamp.
  @inline(never) @discardableResult
  mutating func updated(_ sample: MotionSample<Scalar>, at timestamp: Timestamp) -> Motion<Scalar> {
    update(sample, at: timestamp)
  }
}

extension AttitudeFilter {
  /// `update` of a filter alone.
  @inline(never) @discardableResult
  mutating func updated(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> { update(sample) }
}
