import Rotations

/// A second-order Butterworth low-pass that starts with the mean of its first inputs (VQF, section 3.3).
///
/// The published filter is the bilinear transform of the analogue one. Here the same transfer function is realised by
/// two trapezoidal integrators, after V. Zavalishin, "The Art of VA Filter Design", section 4: the state is the level
/// and the slope of the output. In a steady state it does not depend on the interval, so the coefficients may change
/// with the sampling rate without a step, and the mean of the first samples is a steady state.
///
/// One value serves any number of channels of the same sensor, each with its own memory. The mean and an unfiltered signal
/// are other coefficients of the same step, so a channel is a few sums and products without a branch.
@frozen @usableFromInline
struct ButterworthLowPass<Scalar: RealLanes>: VisitableState, Sendable {
  /// Time constant in seconds; the corner frequency is sqrt(2) / (2 pi timeConstant).
  @usableFromInline var timeConstant: Scalar
  /// The interval that the coefficients are for, in seconds; zero before the first.
  @usableFromInline var interval: Scalar
  /// The coefficients for that interval.
  @usableFromInline var filtering: LowPassStep<Scalar>
  /// The coefficients of the present sample.
  @usableFromInline var step: LowPassStep<Scalar>
  /// Samples averaged so far.
  @usableFromInline var averagedCount: Scalar
  /// Time averaged so far, in seconds.
  @usableFromInline var averagedTime: Scalar
  /// Whether the present sample is still averaged and not filtered.
  @usableFromInline var isAveraging: Scalar.Mask

  @export(implementation)
  init(timeConstant: Scalar) {
    self.timeConstant = timeConstant
    interval = 0.0
    filtering = LowPassStep(approaching: 1.0)
    step = filtering
    averagedCount = 0.0
    averagedTime = 0.0
    isAveraging = Scalar.Mask(repeating: true)
  }

  /// Sets the time constant; the next sample computes the coefficients.
  @export(implementation)
  mutating func set(timeConstant newValue: Scalar) {
    timeConstant = newValue
    interval = 0.0
  }

  /// Averages again from the next sample on.
  @export(implementation)
  mutating func restart() {
    averagedCount = 0.0
    averagedTime = 0.0
    isAveraging = Scalar.Mask(repeating: true)
  }

  /// To be called once per sample, before its channels are filtered, with the time since the sample before in seconds
  /// (zero for the first).
  @export(implementation) @inline(__always)
  mutating func advance(by newInterval: Scalar) {
    let isStale = Scalar.isStale(interval, for: newInterval)
    if (isStale .| isAveraging).isTrueInAnyLane { chooseStep(newInterval, isStale) }
  }

  /// Coefficients for a new interval, and those of the mean while it is taken: until the time constant has passed; a
  /// thousandth of an interval forgives rounding of the sum.
  @export(implementation)
  mutating func chooseStep(_ newInterval: Scalar, _ isStale: Scalar.Mask) {
    modify(where: isStale) { $0.adapt(to: newInterval) }
    isAveraging = isAveraging .& (averagedTime + 0.001 * newInterval .< timeConstant)
    averagedCount.replace(with: averagedCount + 1.0, where: isAveraging)
    averagedTime.replace(with: averagedTime + newInterval, where: isAveraging)
    let share = 1.0 / averagedCount.replacing(with: 1.0, where: .!isAveraging)
    step = filtering.replacing(with: LowPassStep(approaching: share), where: isAveraging)
  }

  /// Coefficients from tan(pi · corner frequency · interval). Where the time constant is shorter than half an interval,
  /// the corner is beyond 90 % of the Nyquist frequency and the input passes unfiltered (VQF, section 3.3).
  @export(implementation)
  mutating func adapt(to newInterval: Scalar) {
    interval = newInterval
    let passes = timeConstant .< newInterval * 0.5
    let squareRootOfTwo = Scalar(2.0.squareRoot())
    let angle = newInterval / (squareRootOfTwo * timeConstant.replacing(with: newInterval, where: passes))
    let (sine, cosine) = Scalar.sineAndCosine(angle)
    filtering = LowPassStep(tangent: sine / cosine)
    filtering.replace(with: LowPassStep(approaching: 1.0), where: passes)
  }

  /// One channel: the filtered value of `input`.
  @export(implementation) @inline(__always)
  func filter(_ input: Scalar, _ memory: inout LowPassMemory<Scalar>) -> Scalar {
    step.filter(input, &memory.level, &memory.slope)
  }

  /// Three channels.
  @export(implementation) @inline(__always)
  func filter(_ input: Vector3<Scalar>, _ memory: inout LowPassMemory<Vector3<Scalar>>) -> Vector3<Scalar> {
    step.filter(input, &memory.level, &memory.slope)
  }

  /// Nine channels.
  @export(implementation) @inline(__always)
  func filter(_ input: Matrix3<Scalar>, _ memory: inout LowPassMemory<Matrix3<Scalar>>) -> Matrix3<Scalar> {
    Matrix3(
      rows: step.filter(input.row0, &memory.level.row0, &memory.slope.row0),
      step.filter(input.row1, &memory.level.row1, &memory.slope.row1),
      step.filter(input.row2, &memory.level.row2, &memory.slope.row2))
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&timeConstant, with: other.timeConstant, .nonnegative)
    visitor.visit(&interval, with: other.interval, .nonnegative)
    visitor.visit(&filtering, with: other.filtering)
    visitor.visit(&step, with: other.step)
    visitor.visit(&averagedCount, with: other.averagedCount, .nonnegative)
    visitor.visit(&averagedTime, with: other.averagedTime, .nonnegative)
    visitor.visit(&isAveraging, with: other.isAveraging)
  }
}

extension RealLanes {
  /// Whether coefficients for the interval `used` no longer serve for `interval`: more than 10 % off. Jitter below that
  /// costs nothing and changes time constants by no more than that. A zero `interval` asks for nothing.
  @export(implementation) @inline(__always)
  static func isStale(_ used: Self, for interval: Self) -> Mask {
    ((interval - used).absoluteValue .> 0.1 * used) .& (interval .> 0.0)
  }
}

/// The state of a low-pass of a number, a vector or a matrix.
///
/// The levels of all channels are contiguous, and so are the slopes, which suits vector instructions.
@frozen @usableFromInline
struct LowPassMemory<Signal: Sendable>: Sendable {
  /// The state of the second integrator, in the unit of the signal: in a steady state, the output.
  @usableFromInline var level: Signal
  /// The state of the first integrator: in a steady state, zero.
  @usableFromInline var slope: Signal

  @export(implementation)
  init(zero: Signal) {
    level = zero
    slope = zero
  }
}

extension StateVisitor {
  @export(implementation) @inline(__always)
  mutating func visit(_ memory: inout LowPassMemory<Scalar>, with other: LowPassMemory<Scalar>) {
    visit(&memory.level, with: other.level)
    visit(&memory.slope, with: other.slope)
  }

  @export(implementation) @inline(__always)
  mutating func visit(_ memory: inout LowPassMemory<Vector3<Scalar>>, with other: LowPassMemory<Vector3<Scalar>>) {
    visit(&memory.level, with: other.level)
    visit(&memory.slope, with: other.slope)
  }

  @export(implementation) @inline(__always)
  mutating func visit(_ memory: inout LowPassMemory<Matrix3<Scalar>>, with other: LowPassMemory<Matrix3<Scalar>>) {
    visit(&memory.level, with: other.level)
    visit(&memory.slope, with: other.slope)
  }
}

/// One step of a second-order low-pass of two trapezoidal integrators, as five coefficients.
@frozen @usableFromInline
struct LowPassStep<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var slopeGain: Scalar
  @usableFromInline var differenceGain: Scalar
  @usableFromInline var outputGain: Scalar
  @usableFromInline var levelGain: Scalar
  /// One, or zero to forget the slope.
  @usableFromInline var memoryGain: Scalar

  /// The low-pass of Butterworth, for g = tan(pi · corner frequency · interval).
  @export(implementation)
  init(tangent: Scalar) {
    let share = 1.0 / (1.0 + tangent * (tangent + Scalar(2.0.squareRoot())))
    slopeGain = share
    differenceGain = tangent * share
    outputGain = tangent
    levelGain = 2.0 * tangent
    memoryGain = 1.0
  }

  /// A step that goes a part of the way to the input: 1 passes it, 1/n for the nth input gives the mean.
  @export(implementation)
  init(approaching share: Scalar) {
    slopeGain = 0.0
    differenceGain = 1.0
    outputGain = share
    levelGain = share
    memoryGain = 0.0
  }

  @export(implementation) @inline(__always)
  func filter(_ input: Scalar, _ level: inout Scalar, _ slope: inout Scalar) -> Scalar {
    let newSlope = Scalar.multiplyAdd(slopeGain, slope, differenceGain * (input - level))
    let output = Scalar.multiplyAdd(outputGain, newSlope, level)
    level = Scalar.multiplyAdd(levelGain, newSlope, level)
    slope = memoryGain * (newSlope + newSlope - slope)
    return output
  }

  @export(implementation) @inline(__always)
  func filter(
    _ input: Vector3<Scalar>, _ level: inout Vector3<Scalar>, _ slope: inout Vector3<Scalar>
  ) -> Vector3<Scalar> {
    Vector3(
      x: filter(input.x, &level.x, &slope.x), y: filter(input.y, &level.y, &slope.y),
      z: filter(input.z, &level.z, &slope.z))
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&slopeGain, with: other.slopeGain)
    visitor.visit(&differenceGain, with: other.differenceGain)
    visitor.visit(&outputGain, with: other.outputGain)
    visitor.visit(&levelGain, with: other.levelGain)
    visitor.visit(&memoryGain, with: other.memoryGain)
    visitor.check(isLowPass .| isApproach)
  }

  /// Whether this is a low-pass of Butterworth; other coefficients may not be stable.
  @export(implementation)
  var isLowPass: Scalar.Mask { (outputGain .>= 0.0) .& isEqual(to: LowPassStep(tangent: outputGain)) }

  /// Whether this goes a part of the way to the input.
  @export(implementation)
  var isApproach: Scalar.Mask {
    (outputGain .>= 0.0) .& (outputGain .<= 1.0) .& isEqual(to: LowPassStep(approaching: outputGain))
  }

  @export(implementation)
  func isEqual(to other: Self) -> Scalar.Mask {
    (slopeGain .== other.slopeGain) .& (differenceGain .== other.differenceGain)
      .& (levelGain .== other.levelGain) .& (memoryGain .== other.memoryGain)
  }
}
