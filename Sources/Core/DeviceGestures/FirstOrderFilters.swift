import Rotations

/// A first-order low-pass of three axes.
///
/// The exact solution of y′ = 2π · cutoff · (input - y) for an input that is constant over each interval: correct for
/// intervals that vary, and two half steps equal one step.
@frozen
public struct LowPassFilter<Scalar: LaneElement>: Sendable {
  /// The frequency in hertz at which half of the power passes. Near 0 the output stays at the first input; far above the
  /// sampling rate it equals the input.
  public let cutoff: Scalar
  /// The output, in the unit of the input; zero before the first input.
  @export(implementation) public var output: Vector3<Scalar> { smoothed }
  @usableFromInline var smoothed: Vector3<Scalar> = .zero
  @usableFromInline var hasInput = false
  /// The time of ignored inputs in seconds.
  @usableFromInline var pending: Scalar = 0

  /// A filter before its first input; the cut-off must be above 0 and finite.
  @export(implementation) public init(cutoff: Scalar) {
    precondition(cutoff > 0 && cutoff.isFinite)
    self.cutoff = cutoff
  }

  /// Adds an input that held for `interval` seconds, and returns the output at its end.
  ///
  /// The first input becomes the output. An input that is not finite is ignored, and its time counts for the next one. An
  /// interval that is not positive and finite counts as 0.
  @export(implementation)
  @discardableResult
  public mutating func update(_ input: Vector3<Scalar>, interval: Scalar) -> Vector3<Scalar> {
    if interval > 0 && interval.isFinite { pending += interval }
    guard input.isFiniteInLane else { return smoothed }
    let share: Scalar = hasInput ? 1 - Scalar.exponential(-2 * .pi * cutoff * pending) : 1
    smoothed += (input - smoothed) * share
    hasInput = true
    pending = 0
    return smoothed
  }
}

/// A first-order high-pass of three axes, for example to remove gravity.
///
/// The complement of `LowPassFilter` with the same cut-off: the two outputs add up to the input.
@frozen
public struct HighPassFilter<Scalar: LaneElement>: Sendable {
  @usableFromInline var lowPass: LowPassFilter<Scalar>
  /// The output, in the unit of the input; zero up to the first input.
  @export(implementation) public var output: Vector3<Scalar> { remainder }
  @usableFromInline var remainder: Vector3<Scalar> = .zero

  /// The frequency in hertz at which half of the power passes. Near 0 all changes pass; far above the sampling rate, none.
  @export(implementation) public var cutoff: Scalar { lowPass.cutoff }

  /// A filter before its first input; the cut-off must be above 0 and finite.
  @export(implementation) public init(cutoff: Scalar) { lowPass = LowPassFilter(cutoff: cutoff) }

  /// Adds an input that held for `interval` seconds, and returns the output at its end.
  ///
  /// The first output is zero. An input that is not finite leaves the output as it is; see `LowPassFilter.update`.
  @export(implementation)
  @discardableResult
  public mutating func update(_ input: Vector3<Scalar>, interval: Scalar) -> Vector3<Scalar> {
    let slow = lowPass.update(input, interval: interval)
    if input.isFiniteInLane { remainder = input - slow }
    return remainder
  }
}
