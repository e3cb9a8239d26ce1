import Rotations

/// Magnetic heading correction of VQF (section 3.6), with disturbance rejection (section 3.7).
///
/// One angle turns level into ENU, so that the tilt never changes.
@frozen @usableFromInline
struct VQFHeadingCorrection<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline let parameters: VQFParameters<Scalar>

  /// The turn about up from level to ENU: cosine and sine of half its angle.
  @usableFromInline var halfCosine: Scalar
  @usableFromInline var halfSine: Scalar
  /// 1/N for the Nth reading while that is more than the gain, then zero: a fast start.
  @usableFromInline var startGain: Scalar
  /// Interval that the gains are for, in seconds.
  @usableFromInline var gainInterval: Scalar
  @usableFromInline var gain: Scalar
  @usableFromInline var referenceGain: Scalar

  @usableFromInline var lowPass: ButterworthLowPass<Scalar>
  @usableFromInline var normMemory: LowPassMemory<Scalar>
  @usableFromInline var dipMemory: LowPassMemory<Scalar>
  /// The undisturbed field; its norm is zero until it is known.
  @usableFromInline var reference: VQFField<Scalar>
  /// A homogeneous field that may replace the reference.
  @usableFromInline var candidate: VQFField<Scalar>
  @usableFromInline var undisturbedTime: Scalar
  @usableFromInline var candidateTime: Scalar
  /// Time for which disturbed fields have been ignored, in seconds. It starts at its end: the first field is trusted a
  /// little before a reference is known.
  @usableFromInline var rejectionTime: Scalar
  @usableFromInline var isDisturbed: Scalar.Mask
  /// Whether the reference was given as a parameter: then the heading is found when the field first fits it.
  @usableFromInline let isReferenceGiven: Bool
  /// Whether the heading still is that of a field that does not fit the given reference.
  @usableFromInline var isGuess: Scalar.Mask

  /// Whether a field has set the heading: its first one has gain 1, which halves until it is zero.
  @export(implementation) @inline(__always)
  var hasHeading: Scalar.Mask { startGain .< 1.0 }

  @export(implementation)
  init(parameters: VQFParameters<Scalar>) {
    self.parameters = parameters
    halfCosine = 1.0
    halfSine = 0.0
    startGain = 1.0
    gainInterval = 0.0
    gain = 0.0
    referenceGain = 0.0
    lowPass = ButterworthLowPass(timeConstant: parameters.fieldTimeConstant)
    normMemory = LowPassMemory(zero: .zero)
    dipMemory = LowPassMemory(zero: .zero)
    reference = VQFField(norm: 0.0, dip: 0.0)
    candidate = VQFField(norm: -1.0, dip: 0.0)
    undisturbedTime = 0.0
    candidateTime = 0.0
    rejectionTime = parameters.longestRejectionTime
    isDisturbed = Scalar.Mask(repeating: parameters.rejectsMagneticDisturbances)
    isReferenceGiven = parameters.rejectsMagneticDisturbances && parameters.magneticReference?.isUsable == true
    isGuess = Scalar.Mask(repeating: isReferenceGiven)
    if isReferenceGiven, let given = parameters.magneticReference {
      reference = VQFField(norm: given.strength, dip: given.dip)
      rejectionTime = 0.0
    }
  }

  /// Processes a magnetic field in level axes, `interval` seconds after the one before. `squaredRate` is the square of
  /// the low-passed angular rate.
  @export(implementation) @inline(__always)
  mutating func update(levelField: Vector3<Scalar>, interval: Scalar, squaredRate: Scalar) {
    let isStale = Scalar.isStale(gainInterval, for: interval)
    if isStale.isTrueInAnyLane {
      modify(where: isStale) { $0.adapt(to: interval) }
    }
    let error = headingError(levelField)
    if parameters.rejectsMagneticDisturbances {
      let field = observedField(levelField, interval)
      detectDisturbance(field, interval)
      considerNewReference(field, interval, squaredRate)
    }
    let hasHeading = levelField.x.absoluteValue + levelField.y.absoluteValue .> 0.0
    turn(by: Scalar.zero.replacing(with: currentGain(interval) * error, where: hasHeading))
  }

  @export(implementation)
  mutating func adapt(to interval: Scalar) {
    gainInterval = interval
    gain = Self.gain(parameters.magnetometerTimeConstant, interval)
    referenceGain = Self.gain(parameters.fieldReferenceTimeConstant, interval)
  }

  /// The gain of a first-order low-pass with the time constant: 1 - e^(-interval / timeConstant).
  @export(implementation)
  static func gain(_ timeConstant: Scalar, _ interval: Scalar) -> Scalar {
    1.0 - Scalar.exponential(-interval / Scalar.maximum(timeConstant, interval * 0.01))
  }

  /// Norm in µT and dip in radians, briefly low-passed.
  @export(implementation) @inline(__always)
  mutating func observedField(_ levelField: Vector3<Scalar>, _ interval: Scalar) -> VQFField<Scalar> {
    let norm = levelField.length
    let horizontal = Scalar.multiplyAdd(levelField.x, levelField.x, levelField.y * levelField.y).squareRoot()
    let dip = -Scalar.arcTangent(y: levelField.z, x: horizontal)
    lowPass.advance(by: interval)
    return VQFField(norm: lowPass.filter(norm, &normMemory), dip: lowPass.filter(dip, &dipMemory))
  }

  @export(implementation) @inline(__always)
  mutating func detectDisturbance(_ field: VQFField<Scalar>, _ interval: Scalar) {
    let fits = field.fits(reference, parameters.fieldNormThreshold, parameters.fieldDipThreshold)
    undisturbedTime = Scalar.zero.replacing(with: undisturbedTime + interval, where: fits)
    let isTrusted = fits .& (undisturbedTime .>= parameters.undisturbedTime)
    isDisturbed = (isDisturbed .& .!isTrusted) .| .!fits
    reference.follow(field, referenceGain, where: isTrusted)
  }

  @export(implementation) @inline(__always)
  mutating func considerNewReference(_ field: VQFField<Scalar>, _ interval: Scalar, _ squaredRate: Scalar) {
    let fits = field.fits(candidate, parameters.fieldNormThreshold, parameters.fieldDipThreshold)
    let counts = fits .& (squaredRate .>= parameters.fieldAcceptanceRate.squared)
    candidateTime.replace(with: candidateTime + interval, where: counts)
    candidate.follow(field, referenceGain, where: fits)

    let isFirst = (reference.norm .== 0.0) .& (candidateTime .>= parameters.firstFieldAcceptanceTime)
    let isSupported = (candidateTime .>= parameters.fieldAcceptanceTime) .| isFirst
    let isAccepted = fits .& isDisturbed .& isSupported
    reference.replace(with: candidate, where: isAccepted)
    undisturbedTime.replace(with: parameters.undisturbedTime, where: isAccepted)
    isDisturbed = isDisturbed .& .!isAccepted

    candidateTime.replace(with: 0.0, where: .!fits)
    candidate.replace(with: field, where: .!fits)
  }

  /// The gain of this reading: less or nothing for a disturbed field, more at the start.
  @export(implementation) @inline(__always)
  mutating func currentGain(_ interval: Scalar) -> Scalar {
    var currentGain = gain
    if parameters.rejectsMagneticDisturbances {
      let isRejected = isDisturbed .& (rejectionTime .<= parameters.longestRejectionTime)
      currentGain.replace(with: gain / parameters.rejectionFactor, where: isDisturbed)
      currentGain.replace(with: 0.0, where: isRejected)
      let regained = Scalar.maximum(rejectionTime - parameters.rejectionFactor * interval, 0.0)
      rejectionTime.replace(with: rejectionTime + interval, where: isRejected)
      rejectionTime.replace(with: regained, where: .!isDisturbed)
      if isReferenceGiven { endGuess() }
    }
    let isStarting = startGain .> 0.0
    if isStarting.isTrueInAnyLane {
      currentGain = Scalar.maximum(currentGain, startGain)
      startGain = startGain / (startGain + 1.0)
      startGain.replace(with: 0.0, where: startGain * parameters.magnetometerTimeConstant .< interval)
    }
    return currentGain
  }

  /// With a given reference a field that does not fit gives a first guess only; the first that fits restarts the heading.
  @export(implementation)
  mutating func endGuess() {
    let hasGuessed = isGuess .& isDisturbed .& (startGain .< 1.0)
    startGain.replace(with: 0.0, where: hasGuessed)
    let isFound = isGuess .& .!isDisturbed
    startGain.replace(with: 1.0, where: isFound)
    isGuess = isGuess .& .!isFound
  }

  /// The angle from the horizontal field in the estimated ENU to north, which needs no unwrapping; zero for a vertical field.
  @export(implementation) @inline(__always)
  func headingError(_ levelField: Vector3<Scalar>) -> Scalar {
    let cosine = halfCosine * halfCosine - halfSine * halfSine
    let sine = 2.0 * halfCosine * halfSine
    return Scalar.arcTangent(
      y: cosine * levelField.x - sine * levelField.y, x: sine * levelField.x + cosine * levelField.y)
  }

  @export(implementation) @inline(__always)
  mutating func turn(by angle: Scalar) {
    let turn = Rotation(rotationVector: Vector3(x: 0.0, y: 0.0, z: angle)).quaternion
    let normCorrection = 1.5 - 0.5 * (halfCosine * halfCosine + halfSine * halfSine)
    let (turnCosine, turnSine) = (turn.w * normCorrection, turn.z * normCorrection)
    let newCosine = halfCosine * turnCosine - halfSine * turnSine
    halfSine = halfSine * turnCosine + halfCosine * turnSine
    halfCosine = newCosine
  }

  /// The angle about up that turns level into ENU; in radians, within half a turn.
  @export(implementation)
  var heading: Scalar { (2.0 * Scalar.arcTangent(y: halfSine, x: halfCosine)).wrappedToHalfTurn() }

  /// `enuFromBody` from `levelFromBody`.
  @export(implementation) @inline(__always)
  func applied(to levelFromBody: Rotation<Scalar>) -> Rotation<Scalar> {
    let q = levelFromBody.quaternion
    return Rotation(
      unchecked: Quaternion(
        w: halfCosine * q.w - halfSine * q.z, x: halfCosine * q.x - halfSine * q.y,
        y: halfCosine * q.y + halfSine * q.x, z: halfCosine * q.z + halfSine * q.w))
  }

  /// Finds the heading again after a gap.
  @export(implementation)
  mutating func restart() {
    startGain = 1.0
    lowPass.restart()
    undisturbedTime = 0.0
    candidateTime = 0.0
    isGuess = isGuess .| (isDisturbed .& Scalar.Mask(repeating: isReferenceGiven))
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&halfCosine, with: other.halfCosine)
    visitor.visit(&halfSine, with: other.halfSine)
    visitor.checkUnit(squaredNorm: halfCosine.squared + halfSine.squared)
    visitor.visit(&startGain, with: other.startGain, .nonnegative)
    visitor.visit(&gainInterval, with: other.gainInterval, .nonnegative)
    visitor.visit(&gain, with: other.gain, .nonnegative)
    visitor.visit(&referenceGain, with: other.referenceGain, .nonnegative)
    visitor.visit(&lowPass, with: other.lowPass)
    visitor.visit(&normMemory, with: other.normMemory)
    visitor.visit(&dipMemory, with: other.dipMemory)
    visitor.visit(&reference, with: other.reference)
    visitor.visit(&candidate, with: other.candidate)
    visitor.visit(&undisturbedTime, with: other.undisturbedTime, .nonnegative)
    visitor.visit(&candidateTime, with: other.candidateTime, .nonnegative)
    visitor.visit(&rejectionTime, with: other.rejectionTime, .nonnegative)
    visitor.visit(&isDisturbed, with: other.isDisturbed)
    visitor.visit(&isGuess, with: other.isGuess)
  }
}

/// A magnetic field by what does not depend on the heading.
@frozen @usableFromInline
struct VQFField<Scalar: RealLanes>: VisitableState, Sendable {
  /// Strength, in the unit of the magnetometer (µT).
  @usableFromInline var norm: Scalar
  /// Angle below the horizontal, in radians.
  @usableFromInline var dip: Scalar

  @export(implementation) @inline(__always)
  init(norm: Scalar, dip: Scalar) {
    self.norm = norm
    self.dip = dip
  }

  /// Whether the field is `other` within a relative deviation of the norm and an absolute one of the dip.
  @export(implementation) @inline(__always)
  func fits(_ other: Self, _ normThreshold: Scalar, _ dipThreshold: Scalar) -> Scalar.Mask {
    ((norm - other.norm).absoluteValue .< normThreshold * other.norm)
      .& ((dip - other.dip).absoluteValue .< dipThreshold)
  }

  /// Moves towards `other` by a part of the way.
  @export(implementation) @inline(__always)
  mutating func follow(_ other: Self, _ gain: Scalar, where mask: Scalar.Mask) {
    norm.replace(with: norm + gain * (other.norm - norm), where: mask)
    dip.replace(with: dip + gain * (other.dip - dip), where: mask)
  }

  @export(implementation) @inline(__always)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&norm, with: other.norm)
    visitor.visit(&dip, with: other.dip)
  }
}
