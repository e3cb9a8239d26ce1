import Rotations

/// A second-order Butterworth low-pass that starts with the mean of what it has seen (VQF, section 3.3).
///
/// The published filter is the bilinear transform of the analogue one. Here the same transfer function is realised by
/// two trapezoidal integrators, after V. Zavalishin, "The Art of VA Filter Design", section 4: the state is the level
/// and the slope of the output. At rest it does not depend on the interval, so the coefficients may change with the
/// sampling rate and nothing jumps, and the mean of the first samples is a steady state as it stands.
///
/// One value serves any number of channels of the same sensor, each with a memory of its own.
@frozen @usableFromInline
struct ButterworthLowPass<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// Time constant in seconds; the corner frequency is sqrt(2) / (2 pi timeConstant).
  @usableFromInline var timeConstant: Scalar
  /// The interval that the coefficients are for, in seconds; zero before the first.
  @usableFromInline var interval: Scalar
  @usableFromInline var slopeGain: Scalar
  @usableFromInline var differenceGain: Scalar
  @usableFromInline var outputGain: Scalar
  @usableFromInline var stateGain: Scalar
  /// Samples averaged so far.
  @usableFromInline var averagedCount: Scalar
  /// Time averaged so far, in seconds.
  @usableFromInline var averagedTime: Scalar
  /// Whether the present sample is still averaged and not filtered.
  @usableFromInline var isAveraging: Scalar.Mask

  @inlinable
  init(timeConstant: Scalar) {
    self.timeConstant = timeConstant
    interval = 0.0
    slopeGain = 0.0
    differenceGain = 1.0
    outputGain = 1.0
    stateGain = 1.0
    averagedCount = 0.0
    averagedTime = 0.0
    isAveraging = Scalar.Mask(repeating: true)
  }

  /// Averages anew from the next sample on.
  @inlinable
  mutating func restart() {
    averagedCount = 0.0
    averagedTime = 0.0
    isAveraging = Scalar.Mask(repeating: true)
  }

  /// To be called once per sample, before its channels are filtered, with the time since the sample before in seconds
  /// (zero for the first).
  @inlinable @inline(__always)
  mutating func advance(by newInterval: Scalar) {
    let isStale = Scalar.isStale(interval, for: newInterval)
    if isStale.isTrueInAnyLane {
      modify(where: isStale) { $0.adapt(to: newInterval) }
    }
    if isAveraging.isTrueInAnyLane { advanceAverage(by: newInterval) }
  }

  /// The mean is taken until the time constant has passed; a thousandth of an interval forgives rounding of the sum.
  @inlinable
  mutating func advanceAverage(by newInterval: Scalar) {
    isAveraging = averagedTime + 0.001 * newInterval .< timeConstant
    averagedCount.replace(with: averagedCount + 1.0, where: isAveraging)
    averagedTime.replace(with: averagedTime + newInterval, where: isAveraging)
  }

  /// Coefficients from tan(pi · corner frequency · interval). Where the time constant is shorter than half an interval,
  /// the corner is beyond 90 % of the Nyquist frequency and the input passes unfiltered (VQF, section 3.3).
  @inlinable
  mutating func adapt(to newInterval: Scalar) {
    interval = newInterval
    let passes = timeConstant .< newInterval * 0.5
    let squareRootOfTwo = Scalar(2.0.squareRoot())
    let angle = newInterval / (squareRootOfTwo * timeConstant.replacing(with: newInterval, where: passes))
    let (sine, cosine) = Scalar.sineAndCosine(angle)
    let tangent = sine / cosine
    let share = 1.0 / (1.0 + tangent * (tangent + squareRootOfTwo))
    slopeGain = share.replacing(with: 0.0, where: passes)
    differenceGain = (tangent * share).replacing(with: 1.0, where: passes)
    outputGain = tangent.replacing(with: 1.0, where: passes)
    stateGain = Scalar(2.0).replacing(with: 1.0, where: passes)
  }

  /// One channel: the filtered value of `input`.
  @inlinable @inline(__always)
  func filter(_ input: Scalar, _ memory: inout LowPassMemory<Scalar>) -> Scalar {
    let slope = Scalar.multiplyAdd(slopeGain, memory.slope, differenceGain * (input - memory.level))
    var output = Scalar.multiplyAdd(outputGain, slope, memory.level)
    var level = Scalar.multiplyAdd(stateGain, output - memory.level, memory.level)
    var newSlope = Scalar.multiplyAdd(stateGain, slope - memory.slope, memory.slope)
    if isAveraging.isTrueInAnyLane {
      let mean = memory.level + (input - memory.level) / averagedCount
      output.replace(with: mean, where: isAveraging)
      level.replace(with: mean, where: isAveraging)
      newSlope.replace(with: 0.0, where: isAveraging)
    }
    memory.level = level
    memory.slope = newSlope
    return output
  }

  /// Three channels.
  @inlinable @inline(__always)
  func filter(_ input: Vector3<Scalar>, _ memory: inout VectorLowPassMemory<Scalar>) -> Vector3<Scalar> {
    Vector3(x: filter(input.x, &memory.x), y: filter(input.y, &memory.y), z: filter(input.z, &memory.z))
  }

  @inlinable
  mutating func replace(with other: Self, where mask: Scalar.Mask) {
    timeConstant.replace(with: other.timeConstant, where: mask)
    interval.replace(with: other.interval, where: mask)
    slopeGain.replace(with: other.slopeGain, where: mask)
    differenceGain.replace(with: other.differenceGain, where: mask)
    outputGain.replace(with: other.outputGain, where: mask)
    stateGain.replace(with: other.stateGain, where: mask)
    averagedCount.replace(with: other.averagedCount, where: mask)
    averagedTime.replace(with: other.averagedTime, where: mask)
    isAveraging.replace(with: other.isAveraging, where: mask)
  }
}

/// What a low-pass remembers of one channel.
@frozen @usableFromInline
struct LowPassMemory<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// The state of the second integrator, in the unit of the signal: in a steady state, the output.
  @usableFromInline var level: Scalar
  /// The state of the first integrator: in a steady state, zero.
  @usableFromInline var slope: Scalar

  @inlinable
  init() {
    level = 0.0
    slope = 0.0
  }

  @inlinable @inline(__always)
  mutating func replace(with other: Self, where mask: Scalar.Mask) {
    level.replace(with: other.level, where: mask)
    slope.replace(with: other.slope, where: mask)
  }
}

/// What a low-pass remembers of three channels.
@frozen @usableFromInline
struct VectorLowPassMemory<Scalar: RealLanes>: LaneReplaceable, Sendable {
  @usableFromInline var x: LowPassMemory<Scalar>
  @usableFromInline var y: LowPassMemory<Scalar>
  @usableFromInline var z: LowPassMemory<Scalar>

  @inlinable
  init() {
    x = LowPassMemory()
    y = LowPassMemory()
    z = LowPassMemory()
  }

  @inlinable @inline(__always)
  mutating func replace(with other: Self, where mask: Scalar.Mask) {
    x.replace(with: other.x, where: mask)
    y.replace(with: other.y, where: mask)
    z.replace(with: other.z, where: mask)
  }
}

extension RealLanes {
  /// Whether coefficients for the interval `used` no longer serve for `interval`: more than 10 % off. Jitter below that
  /// costs nothing and changes time constants by no more than that. A zero `interval` asks for nothing.
  @inlinable @inline(__always)
  static func isStale(_ used: Self, for interval: Self) -> Mask {
    ((interval - used).absoluteValue .> 0.1 * used) .& (interval .> 0.0)
  }
}
