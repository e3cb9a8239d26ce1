import Rotations

// What can be read from the default filter between two samples. The outputs of every sample are always inlined: a call
// would copy the whole filter, some kilobytes.

extension VelocityBoundedFilter {
  /// The attitude with free heading: turns body coordinates into a level frame whose heading drifts with the gyroscope.
  /// The magnetometer does not touch it, but for a missed rotation.
  @inlinable @inline(__always)
  public var levelFromBody: Rotation<Scalar> { strapdown.attitude }

  /// The attitude in ENU, or with free heading as long as there was no magnetic field, `outputLead` after the sample.
  @inlinable @inline(__always)
  public var enuFromBody: Rotation<Scalar> {
    let enuFromBody = enuFromLevel * strapdown.attitude
    guard (parameters.outputLead .!= 0.0).isTrueInAnyLane else { return enuFromBody }
    return enuFromBody * Rotation(rotationVector: strapdown.lastRate * parameters.outputLead)
  }

  /// The angular rate of the last sample without bias, scale and cross-axis error, rad/s.
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

  /// One standard deviation of tilt about each level axis, rad.
  @inlinable @inline(__always)
  public var tiltStandardDeviation: Scalar? { errorState.tiltVariance.squareRoot() }

  /// One standard deviation of the heading, rad; not-a-number as long as there was no magnetic field.
  @inlinable @inline(__always)
  public var headingStandardDeviation: Scalar? {
    let deviation = errorState.headingVariance.squareRoot()
    return deviation.replacing(with: Scalar(Double.nan), where: .!headingEstimator.isReady)
  }

  /// One standard deviation of the estimated bias of each axis, rad/s.
  @inlinable @inline(__always)
  public var gyroscopeBiasStandardDeviation: Vector3<Scalar>? {
    let variance = errorState.covariance.block(3, 3).diagonal
    return Vector3(x: variance.x.squareRoot(), y: variance.y.squareRoot(), z: variance.z.squareRoot())
  }

  /// The horizontal velocity over the last seconds in ENU, m/s, as far as a velocity of zero mean can be known.
  @inlinable @inline(__always)
  public var velocity: Vector3<Scalar> {
    enuFromLevel.rotate(Vector3(x: velocityMonitor.velocityX, y: velocityMonitor.velocityY, z: 0.0))
  }

  /// The heading of the level frame in ENU, rad: `enuFromBody` is `levelFromBody` turned by it about up.
  @inlinable @inline(__always)
  public var headingOffset: Scalar { headingEstimator.offset }

  /// The estimated lag of the magnetometer behind the gyroscope, s.
  @inlinable @inline(__always)
  public var magnetometerLag: Scalar { fieldConditioner.lag }

  /// The hard iron in body axes that is taken away from the magnetic field, µT; zero while none is proven.
  @inlinable @inline(__always)
  public var magnetometerHardIron: Vector3<Scalar>? { hardIron }

  @inlinable @inline(__always)
  var hardIron: Vector3<Scalar> {
    Vector3.zero.replacing(with: fieldConditioner.hardIron, where: fieldConditioner.isHardIronOn)
  }

  /// A reading of the magnetometer in body axes without the hard iron that is proven, µT: the field of the surroundings.
  /// How far it can be believed says `MagneticFieldAccuracy`.
  @inlinable @inline(__always)
  public func calibratedMagneticField(_ reading: Vector3<Scalar>) -> Vector3<Scalar> { reading - hardIron }

  /// Whether the sensor is at rest.
  @inlinable @inline(__always)
  public var isAtRest: Scalar.Mask { strapdown.restDetector.isAtRest }
}
