import MotionSamples
import Rotations

/// Walks through a recording and gives the magnetic field at each sample's time plus a lag, interpolated between the
/// readings on both sides. A magnetometer slower than the other sensors is so brought to their rate.
struct FieldCursor {
  private let samples: UnsafeBufferPointer<MotionSample<Double>>
  private let lag: Double
  private let longestHole: Double
  // The readings on both sides, and their times from the first sample.
  private var (beforeTime, afterTime) = (-Double.infinity, -Double.infinity)
  private var before = Vector3<Double>.absent
  private var after = Vector3<Double>.absent
  // The next sample that was not looked at, and the time of the one before it.
  private var next = 0
  private var nextTime = 0.0
  private var time = 0.0

  /// A cursor at the first sample. Holes of more than `longestHole` seconds are not interpolated across.
  init(_ samples: UnsafeBufferPointer<MotionSample<Double>>, lag: Double, longestHole: Double) {
    self.samples = samples
    self.lag = lag
    self.longestHole = longestHole
  }

  /// Moves on by `interval` seconds, to the next sample, and gives the field there; nil where there is none.
  @inline(__always)
  mutating func advance(by interval: Double) -> Vector3<Double>? {
    time += interval
    let target = time + lag
    while afterTime <= target, next < samples.count { readNext() }
    let hole = afterTime - beforeTime
    guard target >= beforeTime, target <= afterTime, hole <= longestHole else { return nil }
    // Two readings under one stamp: the later one.
    return hole > 0 ? before + (after - before) * ((target - beforeTime) / hole) : after
  }

  @inline(__always)
  private mutating func readNext() {
    if next > 0 { nextTime += SampleTimeline.interval(samples[next]) }
    let field = samples[next].magneticField
    if Measurement.isField(field) {
      (before, beforeTime) = (after, afterTime)
      (after, afterTime) = (field, nextTime)
    }
    next += 1
  }
}
