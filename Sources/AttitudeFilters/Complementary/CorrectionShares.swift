import Rotations

/// What part of each correction an interval takes: t / (T + t) for the time T of the correction. Computed anew where the
/// interval changes, which spares three divisions where it does not.
@frozen @usableFromInline
struct CorrectionShares<Scalar: RealLanes>: LaneReplaceable, Sendable {
  @usableFromInline var interval: Scalar = 0.0
  @usableFromInline var tilt: Scalar = 0.0
  @usableFromInline var heading: Scalar = 0.0
  @usableFromInline var bias: Scalar = 0.0

  @inlinable @inline(__always)
  init() {}

  @inlinable @inline(__always)
  mutating func set(_ newInterval: Scalar, _ parameters: ComplementaryParameters<Scalar>) {
    guard (newInterval .!= interval).isTrueInAnyLane else { return }
    interval = newInterval
    tilt = newInterval / (parameters.accelerometerTime + newInterval)
    heading = newInterval / (parameters.magnetometerTime + newInterval)
    bias = newInterval / (parameters.biasTime + newInterval)
  }

  @inlinable @inline(__always)
  mutating func replace(with other: Self, where mask: Scalar.Mask) {
    interval.replace(with: other.interval, where: mask)
    tilt.replace(with: other.tilt, where: mask)
    heading.replace(with: other.heading, where: mask)
    bias.replace(with: other.bias, where: mask)
  }
}
