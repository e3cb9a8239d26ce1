import Rotations

// The outputs of the default filter. They are always inlined: a call would copy the whole filter, some kilobytes.

extension VelocityBoundedFilter {
  /// The attitude in level axes, z up: its heading starts near zero and drifts with the gyroscope. The magnetometer changes it
  /// only after a missed rotation.
  @export(implementation) @inline(__always)
  public var levelFromBody: Rotation<Scalar> { strapdown.levelFromBody }

  /// The attitude in ENU, `outputLead` after the sample; level until the first magnetic field.
  @export(implementation) @inline(__always)
  public var enuFromBody: Rotation<Scalar> {
    let enuFromBody = enuFromLevel * strapdown.levelFromBody
    guard (parameters.outputLead .!= 0.0).isTrueInAnyLaneUnlikely else { return enuFromBody }
    return Self.turned(enuFromBody, by: strapdown.lastRate * parameters.outputLead)
  }

  @export(implementation) @inline(__always)
  public var hasFiniteAttitude: Scalar.Mask {
    (strapdown.levelFromBody.quaternion.sum + enuFromLevel.quaternion.sum + headingEstimator.offset).isFiniteInLane
  }

  /// The attitude after a turn in body axes, rad. Never inlined: inlined, the compiler calls all of `enuFromBody` instead.
  @export(implementation) @inline(never)
  static func turned(_ enuFromBody: Rotation<Scalar>, by turn: Vector3<Scalar>) -> Rotation<Scalar> {
    enuFromBody * Rotation(rotationVector: turn)
  }

  /// The angular rate of the last sample in body axes without bias, scale and cross-axis error, rad/s.
  @export(implementation) @inline(__always)
  public var correctedAngularRate: Vector3<Scalar> { strapdown.lastRate }

  /// The estimated bias of the gyroscope, rad/s.
  @export(implementation) @inline(__always)
  public var gyroscopeBias: Vector3<Scalar> { strapdown.gyroscopeErrors.bias }

  /// The estimated scale errors of the gyroscope: the true rate is (1 - error) times the measured one less its bias.
  @export(implementation) @inline(__always)
  public var gyroscopeScaleError: Vector3<Scalar> { strapdown.gyroscopeErrors.scale }

  /// The estimated cross-axis terms of the gyroscope, of x with y, x with z and y with z; zero with 11 states.
  @export(implementation) @inline(__always)
  public var gyroscopeCrossAxisError: Vector3<Scalar> { strapdown.gyroscopeErrors.crossAxis }

  /// One standard deviation of tilt about each level axis, rad (equation 53); that of an unknown tilt before the first specific
  /// force.
  @export(implementation) @inline(__always)
  public var tiltStandardDeviation: Scalar? { shownTiltVariance.squareRoot() }

  /// One standard deviation of the heading, rad (equation 53); until a field or a course shows it, that of the heading since the start.
  @export(implementation) @inline(__always)
  public var headingStandardDeviation: Scalar? {
    let unknown = Scalar.pi.squared
    let known = isVelocityKnown ? aiding.varianceFactor * errorState.headingVariance : fieldHeadingVariance
    let seenTilt = Scalar.zero.replacing(
      with: startDoubt.variance * headingEstimator.reference.squaredSlope, where: headingEstimator.hasStarted)
    let variance = unknown.replacing(
      with: Scalar.minimum(unknown, known + seenTilt + pendingVariance), where: isHeadingKnown)
    let drifted = Scalar.minimum(unknown, errorState.headingVariance + headingDrift.variance + pendingVariance)
    let isRelative = hasAttitude .& .!(headingEstimator.hasStarted .| isHeadingKnown)
    return variance.replacing(with: drifted, where: isRelative).squareRoot()
  }

  /// The variance of a heading by the field, rad²: what the field's own error makes of it is scaled by the innovations, and a field that
  /// contradicts the gyroscope makes it doubtful.
  @export(implementation) @inline(__always)
  var fieldHeadingVariance: Scalar {
    let (own, ofField) = (errorState.headingVariance, parameters.fieldDirectionDeviation.squared)
    return Scalar.minimum(own, ofField) * headingEstimator.varianceFactor + Scalar.maximum(0.0, own - ofField)
      + headingDoubt.variance
  }

  /// The reported variance of tilt about each level axis, rad² (equation 53): with the doubt of the start, and while the velocity is
  /// known with the bias of a usual accelerometer.
  @export(implementation) @inline(__always)
  var shownTiltVariance: Scalar {
    var variance = errorState.tiltVariance
    if isVelocityKnown {
      let walk = Scalar(1.0).replacing(with: aiding.varianceFactor, where: isHeadingKnown)
      variance = Scalar.maximum(1.0, aiding.squaredInnovation) * walk * variance + Self.tiltOfAccelerometer.squared
    }
    let isAligned = alignedTime .>= parameters.alignmentDuration
    let doubt = Scalar.maximum(startDoubt.variance, StartDoubt.ofAlignment).replacing(
      with: startDoubt.variance, where: isAligned)
    let unknown = AttitudeStart<Scalar>.unknownTiltVariance
    return unknown.replacing(with: Scalar.minimum(unknown, variance + doubt + pendingVariance), where: hasAttitude)
  }

  /// The attitude variance of a silent gyroscope that the next step will add, rad² (equation 26).
  @export(implementation) @inline(__always)
  var pendingVariance: Scalar {
    let silence = strapdown.increment.squaredSilence
    guard (silence .> 0.0).isTrueInAnyLaneUnlikely else { return 0.0 }
    return (silence * silentRate.squared).replacing(with: 0.0, where: isCorrectionDue)
  }

  /// The tilt that the bias of a usual accelerometer makes, rad.
  @export(implementation) static var tiltOfAccelerometer: Scalar { .degrees(0.15) }

  /// One standard deviation of the estimated bias of each axis, rad/s.
  @export(implementation) @inline(__always)
  public var gyroscopeBiasStandardDeviation: Vector3<Scalar>? {
    errorState.biasVariance.elementwiseSquareRoot
  }

  /// The horizontal velocity of the last seconds in ENU, m/s, assuming a mean of zero.
  @export(implementation) @inline(__always)
  public var velocity: Vector3<Scalar> { enuFromLevel.rotate(Vector3(level: velocityMonitor.velocity)) }

  /// The heading of the level frame in ENU, rad: `enuFromBody` is `levelFromBody` turned by it about up.
  @export(implementation) @inline(__always)
  public var headingOffset: Scalar { headingEstimator.offset }

  /// The estimated lag of the magnetometer behind the gyroscope, s.
  @export(implementation) @inline(__always)
  public var magnetometerLag: Scalar { fieldConditioner.lag }

  /// The hard iron in body axes that is removed from the magnetic field, µT; zero until it is proven.
  @export(implementation) @inline(__always)
  public var magnetometerHardIron: Vector3<Scalar>? { fieldConditioner.provenHardIron }

  /// A magnetometer reading in body axes without the proven hard iron, µT. `MagneticFieldAccuracy` rates it.
  @export(implementation) @inline(__always)
  public func calibratedMagneticField(_ reading: Vector3<Scalar>) -> Vector3<Scalar> {
    reading - fieldConditioner.provenHardIron
  }

  /// Whether the last step with a magnetic field corrected a rotation that the gyroscope missed (equation 23).
  @export(implementation) @inline(__always)
  public var hasMissedRotation: Scalar.Mask { missedRotationDetector.hasFound }

  /// Whether the sensor is at rest.
  @export(implementation) @inline(__always)
  public var isAtRest: Scalar.Mask { restGate.isAtRest .& strapdown.restDetector.isAtRest }
}
