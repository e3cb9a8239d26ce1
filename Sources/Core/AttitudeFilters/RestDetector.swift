import Rotations

/// Thresholds of `RestDetector`.
@frozen
public struct RestDetectorParameters<Scalar: RealLanes>: Sendable {
  /// Time constant of the averages that the readings are compared with, s. Default 0.5.
  public var averagingTime: Scalar = 0.5
  /// Largest distance of the angular rate from its average, rad/s. Default 2 degrees/s. Zero never finds rest.
  public var rateThreshold: Scalar = .degrees(2.0)
  /// Largest distance of the specific force from its average, m/s². Default 0.5.
  public var specificForceThreshold: Scalar = 0.5
  /// Largest average rate about an axis that can still be a bias, rad/s. Default 3 degrees/s.
  public var biasLimit: Scalar = .degrees(3.0)
  /// How long all of it must hold, s. Default 1.5.
  public var duration: Scalar = 1.5

  /// The default thresholds.
  @export(implementation)
  public init() {}

  /// The default thresholds with another largest bias, rad/s.
  @export(implementation)
  public init(biasLimit: Scalar) { self.biasLimit = biasLimit }
}

/// Detects rest: rate and specific force stay near their running averages for a while.
///
/// After the rest detection of D. Laidig and T. Seel, "VQF: Highly accurate IMU orientation estimation with bias
/// estimation and magnetic disturbance rejection", Information Fusion 91, 2023, with first-order averages.
@frozen
public struct RestDetector<Scalar: RealLanes>: VisitableState, Sendable {
  /// The running average of the angular rate, rad/s: at rest, the gyroscope's bias.
  public var averageRate: Vector3<Scalar> = .zero
  /// The running average of the specific force, m/s².
  public var averageSpecificForce: Vector3<Scalar> = .zero
  /// The time since the readings became quiet, s.
  public var quietTime: Scalar = 0.0
  /// Whether the sensor is at rest.
  public var isAtRest = Scalar.Mask(repeating: false)
  @usableFromInline var hasRate = Scalar.Mask(repeating: false)
  @usableFromInline var hasSpecificForce = Scalar.Mask(repeating: false)

  /// A detector before its first sample.
  @export(implementation)
  public init() {}

  /// Processes one pair of readings, `interval` seconds after the one before (TheDefaultFilter.md, equations 5 and 7). The
  /// specific force is ignored where it is missing.
  @export(implementation) @inline(__always)
  public mutating func update(
    angularRate: Vector3<Scalar>, specificForce: Vector3<Scalar>, hasSpecificForce isPresent: Scalar.Mask,
    interval: Scalar, parameters: RestDetectorParameters<Scalar>
  ) {
    if (.!(hasRate .& hasSpecificForce)).isTrueInAnyLaneUnlikely {
      averageRate.replace(with: angularRate, where: .!hasRate)
      averageSpecificForce.replace(with: specificForce, where: isPresent .& .!hasSpecificForce)
      hasRate = Scalar.Mask(repeating: true)
      hasSpecificForce = hasSpecificForce .| isPresent
    }

    let gain = interval / (parameters.averagingTime + interval)
    averageRate += (angularRate - averageRate) * gain
    let force = averageSpecificForce.replacing(with: specificForce, where: isPresent)
    averageSpecificForce += (force - averageSpecificForce) * gain

    var isQuiet =
      ((angularRate - averageRate).squaredLength .< parameters.rateThreshold.squared)
      .& ((force - averageSpecificForce).squaredLength .< parameters.specificForceThreshold.squared)
    if isQuiet.isTrueInAnyLane { isQuiet = isQuiet .& (averageRate.largestMagnitude .<= parameters.biasLimit) }
    quietTime = Scalar.zero.replacing(with: quietTime + interval, where: isQuiet)
    isAtRest = isQuiet .& (quietTime .>= parameters.duration)
  }

  /// Ends rest in the lanes of `mask`, for missing angular rates.
  @export(implementation)
  mutating func interrupt(where mask: Scalar.Mask) {
    quietTime.replace(with: 0.0, where: mask)
    isAtRest = isAtRest .& .!mask
  }

  @export(implementation)
  public mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&averageRate, with: other.averageRate)
    visitor.visit(&averageSpecificForce, with: other.averageSpecificForce)
    visitor.visit(&quietTime, with: other.quietTime, .nonnegative)
    visitor.visit(&isAtRest, with: other.isAtRest)
    visitor.visit(&hasRate, with: other.hasRate)
    visitor.visit(&hasSpecificForce, with: other.hasSpecificForce)
  }
}
