import Rotations

// The outputs of the default filter. They are always inlined: a call would copy the whole filter, some kilobytes.

extension VelocityBoundedFilter {
  /// The attitude in level axes, z up: its heading starts near zero and drifts with the gyroscope. The magnetometer changes it
  /// only after a missed rotation.
  @inlinable @inline(__always)
  public var levelFromBody: Rotation<Scalar> { strapdown.levelFromBody }

  /// The attitude in ENU, `outputLead` after the sample (equation 53); level until the first magnetic field.
  @inlinable @inline(__always)
  public var enuFromBody: Rotation<Scalar> {
    let enuFromBody = enuFromLevel * strapdown.levelFromBody
    guard (parameters.outputLead .!= 0.0).isTrueInAnyLaneUnlikely else { return enuFromBody }
    return Self.turned(enuFromBody, by: strapdown.lastRate * parameters.outputLead)
  }

  /// The attitude after a turn in body axes, rad. Never inlined: inlined, the compiler calls all of `enuFromBody` instead.
  @inlinable @inline(never)
  static func turned(_ enuFromBody: Rotation<Scalar>, by turn: Vector3<Scalar>) -> Rotation<Scalar> {
    enuFromBody * Rotation(rotationVector: turn)
  }

  /// The angular rate of the last sample in body axes without bias, scale and cross-axis error, rad/s.
  @inlinable @inline(__always)
  public var correctedAngularRate: Vector3<Scalar> { strapdown.lastRate }

  /// The estimated bias of the gyroscope, rad/s.
  @inlinable @inline(__always)
  public var gyroscopeBias: Vector3<Scalar> { strapdown.gyroscopeErrors.bias }

  /// The estimated scale errors of the gyroscope: the true rate is (1 - error) times the measured one less its bias.
  @inlinable @inline(__always)
  public var gyroscopeScaleError: Vector3<Scalar> { strapdown.gyroscopeErrors.scale }

  /// The estimated cross-axis terms of the gyroscope, of x with y, x with z and y with z; zero with 11 states.
  @inlinable @inline(__always)
  public var gyroscopeCrossAxisError: Vector3<Scalar> { strapdown.gyroscopeErrors.crossAxis }

  /// One standard deviation of tilt about each level axis, rad (equation 54).
  @inlinable @inline(__always)
  public var tiltStandardDeviation: Scalar? { shownTiltVariance.squareRoot() }

  /// One standard deviation of the heading, rad; not-a-number until the first magnetic field (equation 55).
  @inlinable @inline(__always)
  public var headingStandardDeviation: Scalar? {
    let own = startVarianceOfHeading.replacing(
      with: errorState.headingVariance + pendingSilenceVariance, where: isHeadingKnown)
    let seenTilt = Scalar.zero.replacing(
      with: shownTiltVariance * headingEstimator.reference.squaredSlope, where: headingEstimator.hasStarted)
    let knownShare = Scalar(1.0).replacing(with: Self.knownHeadingShare, where: headingEstimator.hasStarted)
    let share = isVelocityKnown ? knownShare : Self.headingShare
    let variance = share * own + Self.seenTiltShare * seenTilt
    return variance.squareRoot().replacing(
      with: Scalar(Double.nan), where: .!(headingEstimator.hasStarted .| isHeadingKnown))
  }

  /// The reported variance of tilt about each level axis, rad² (equation 54): a share of the covariance, the tilt error that
  /// explains a lasting horizontal specific force, and the effect of a traveling carrier's accelerations.
  @inlinable @inline(__always)
  var shownTiltVariance: Scalar {
    let variance = errorState.tiltVariance + pendingSilenceVariance
    if isVelocityKnown {
      return Self.knownTiltShare * Scalar.maximum(1.0, aiding.squaredInnovation) * variance
        + Self.tiltOfAccelerometer.squared
    }
    return Self.tiltShare * variance
      + Self.lastingForceShare * velocityDensity.squaredLastingTilt
      + Self.tiltOfTravel.squared * velocityDensity.squaredTravel
  }

  /// The attitude variance of a silent gyroscope that the next step will add, rad² (equation 20). Without specific force a step
  /// waits for half a second.
  @inlinable @inline(__always)
  var pendingSilenceVariance: Scalar {
    let silence = strapdown.increment.squaredSilence
    guard (silence .> 0.0).isTrueInAnyLaneUnlikely else { return 0.0 }
    return silence * silentRate.squared
  }

  /// Factors of the reported variances, fitted to the errors in the development recordings (equations 54 and 55).
  @inlinable static var tiltShare: Scalar { 0.12 }
  /// The share of the covariance while the velocity is known, and the tilt that the bias of a usual accelerometer makes, rad.
  @inlinable static var knownTiltShare: Scalar { 1.0 }
  @inlinable static var tiltOfAccelerometer: Scalar { .degrees(0.15) }
  @inlinable static var lastingForceShare: Scalar { 0.15 }
  /// The tilt error of a carrier that travels, rad for each m/s.
  @inlinable static var tiltOfTravel: Scalar { .degrees(2.8) }
  @inlinable static var headingShare: Scalar { 0.07 }
  @inlinable static var knownHeadingShare: Scalar { 0.6 }
  @inlinable static var seenTiltShare: Scalar { 0.7 }

  /// One standard deviation of the estimated bias of each axis, rad/s.
  @inlinable @inline(__always)
  public var gyroscopeBiasStandardDeviation: Vector3<Scalar>? {
    errorState.biasVariance.elementwiseSquareRoot
  }

  /// The horizontal velocity of the last seconds in ENU, m/s, assuming a mean of zero.
  @inlinable @inline(__always)
  public var velocity: Vector3<Scalar> { enuFromLevel.rotate(Vector3(level: velocityMonitor.velocity)) }

  /// The heading of the level frame in ENU, rad: `enuFromBody` is `levelFromBody` turned by it about up.
  @inlinable @inline(__always)
  public var headingOffset: Scalar { headingEstimator.offset }

  /// The estimated lag of the magnetometer behind the gyroscope, s.
  @inlinable @inline(__always)
  public var magnetometerLag: Scalar { fieldConditioner.lag }

  /// The hard iron in body axes that is removed from the magnetic field, µT; zero until it is proven.
  @inlinable @inline(__always)
  public var magnetometerHardIron: Vector3<Scalar>? { fieldConditioner.provenHardIron }

  /// A magnetometer reading in body axes without the proven hard iron, µT. `MagneticFieldAccuracy` rates it.
  @inlinable @inline(__always)
  public func calibratedMagneticField(_ reading: Vector3<Scalar>) -> Vector3<Scalar> {
    reading - fieldConditioner.provenHardIron
  }

  /// Whether the last step with a magnetic field found a rotation that the gyroscope missed: corrected, as
  /// `UpdateOutcome.isCorrectedByJump` reports, or too uncertain, so that only the covariance grew (section 6).
  @inlinable @inline(__always)
  public var hasMissedRotation: Scalar.Mask { missedRotationDetector.hasFound }

  /// Whether the sensor is at rest.
  @inlinable @inline(__always)
  public var isAtRest: Scalar.Mask { restGate.isAtRest .& strapdown.restDetector.isAtRest }
}
