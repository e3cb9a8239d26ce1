import Rotations

/// A first-order low-pass of three axes: slow changes pass, fast ones do not.
///
/// It is the exact solution of y′ = 2π · cutoff · (input - y) for an input that is constant over each interval, so it is
/// right for intervals that vary, and two half steps are one step.
@frozen
public struct LowPassFilter<Scalar: LaneElement>: Sendable {
  /// The frequency in hertz at which half of the power passes. Near 0 the output stays at the first input; far above the
  /// rate of the samples it is the input.
  public let cutoff: Scalar
  /// The output, in the unit of the input; zero before the first input.
  @inlinable public var output: Vector3<Scalar> { smoothed }
  @usableFromInline var smoothed: Vector3<Scalar> = .zero
  @usableFromInline var hasInput = false
  /// Time in seconds that no input has accounted for.
  @usableFromInline var pending: Scalar = 0

  /// A filter before its first input; the cut-off must be above 0 and finite.
  @inlinable public init(cutoff: Scalar) {
    precondition(cutoff > 0 && cutoff.isFinite)
    self.cutoff = cutoff
  }

  /// Takes an input that held for `interval` seconds, and gives the output at the end of it.
  ///
  /// The first input becomes the output. An input that is not finite is left out, and its time counts for the next one; an
  /// interval that is not above 0, or not finite, counts as 0.
  @inlinable
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

/// A first-order high-pass of three axes: fast changes pass, slow ones such as gravity's do not.
///
/// It is what `LowPassFilter` of the same cut-off takes away: the two outputs add up to the input, at any interval.
@frozen
public struct HighPassFilter<Scalar: LaneElement>: Sendable {
  @usableFromInline var lowPass: LowPassFilter<Scalar>
  /// The output, in the unit of the input; zero up to the first input.
  @inlinable public var output: Vector3<Scalar> { remainder }
  @usableFromInline var remainder: Vector3<Scalar> = .zero

  /// The frequency in hertz at which half of the power passes. Near 0 all changes pass; far above the rate of the samples
  /// none do.
  @inlinable public var cutoff: Scalar { lowPass.cutoff }

  /// A filter before its first input; the cut-off must be above 0 and finite.
  @inlinable public init(cutoff: Scalar) { lowPass = LowPassFilter(cutoff: cutoff) }

  /// Takes an input that held for `interval` seconds, and gives the output at the end of it.
  ///
  /// The first output is zero. An input that is not finite leaves the output as it is; see `LowPassFilter.update`.
  @inlinable
  @discardableResult
  public mutating func update(_ input: Vector3<Scalar>, interval: Scalar) -> Vector3<Scalar> {
    let slow = lowPass.update(input, interval: interval)
    if input.isFiniteInLane { remainder = input - slow }
    return remainder
  }
}
