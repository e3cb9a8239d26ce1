import Rotations

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
