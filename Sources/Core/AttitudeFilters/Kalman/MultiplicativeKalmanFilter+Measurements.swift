import Rotations

// What the sensors measure of the attitude: up by the specific force, north by the magnetic field.

extension MultiplicativeKalmanFilter {
  /// The ratio to the variance of the model from which half the noise that successive forces show, which the model would make 1.5, and
  /// a quarter of the squared step from one force to the next are vibration, spikes and knocks. The least of both, (m/s²)²: more than
  /// a turn of the body shows.
  @export(implementation) static var ratioOfShakingNoise: Scalar { 3.0 }
  @export(implementation) static var ratioOfShakingStep: Scalar { 16.0 }
  @export(implementation) static var leastShaking: Scalar { 1.0 }
  /// The share of gravity below which a mean force has no up: the body falls, or the unit is another.
  @export(implementation) static var shareOfFalling: Scalar { 0.25 }
  /// The variance of a force that has no up, (m/s²)².
  @export(implementation) static var varianceOfFalling: Scalar { 1e8 }

  /// The variance of a force by the model, (m/s²)².
  @export(implementation) @inline(__always)
  func modelledVariance(_ interval: Scalar) -> Scalar { parameters.specificForceNoiseDensity.squared / interval }

  /// The lanes in which a step from one force to the next is too large for the model. `step` is a quarter of its square.
  @export(implementation) @inline(__always)
  func isKnock(_ step: Scalar, _ modelled: Scalar) -> Scalar.Mask {
    step .> Scalar.maximum(Self.ratioOfShakingStep * modelled, Self.leastShaking)
  }

  /// Leaves a force out that waits for the next one, if it may be a spike; a small one is used. `measured` is that force, in whose place
  /// `admitted` has the one before.
  @export(implementation)
  func leaveOutSpike(_ measured: Vector3<Scalar>, of admitted: inout SampleGuard<Scalar>.AdmittedSample) {
    let waits = readings.holdsForceBack .& admitted.hasSpecificForce
    let step = 0.25 * (measured - admitted.specificForce).squaredLength
    admitted.specificForce.replace(with: measured, where: waits)
    admitted.squaredSpecificForce.replace(with: measured.squaredLength, where: waits)
    admitted.dropSpecificForce(where: waits .& isKnock(step, modelledVariance(admitted.interval)))
  }

  /// Up: R f = g z - (tilt error) × g z + noise, so the tilt errors about x and y are f_y / g and -f_x / g. The noise is that of the model,
  /// or what the forces show where that is far more: along one axis, half of it in all, and a quarter of the squared step.
  @export(implementation) @inline(__always)
  mutating func observeUp(_ specificForce: Vector3<Scalar>, squaredChange: Scalar) {
    let interval = Scalar.minimum(forceInterval, 1.0)
    forceInterval = 0.0
    let force = enuFromBodyEstimate.rotate(specificForce)
    let modelled = modelledVariance(interval)
    var (variance, gain) = (modelled, interval / (1.0 + interval))
    let (noise, step) = (0.5 * readings.force.noise, 0.25 * squaredChange)
    let shakes =
      (noise .> Scalar.maximum(Self.ratioOfShakingNoise * modelled, Self.leastShaking)) .| isKnock(step, modelled)
    if shakes.isTrueInAnyLaneUnlikely {
      variance.replace(with: Scalar.maximum(modelled, Scalar.maximum(noise, step)), where: shakes)
      gain *= modelled / variance
    }
    averageForce += (force - averageForce) * gain
    let isFalling = averageForce.squaredLength .< (Self.shareOfFalling * parameters.gravity).squared
    variance.replace(with: Self.varianceOfFalling, where: isFalling)

    let inverse = 1.0 / parameters.gravity
    variance *= inverse.squared
    var correction = InlineArray<6, Scalar>(repeating: 0.0)
    covariance.observe(0, difference: force.y * inverse, variance: variance, &correction)
    covariance.observe(1, difference: -force.x * inverse, variance: variance, &correction)
    apply(correction)
  }

  /// North: the azimuth of the field is the heading error, less what a tilt error makes of a field that dips.
  @export(implementation) @inline(__always)
  mutating func observeNorth(_ magneticField: Vector3<Scalar>) {
    let interval = Scalar.minimum(fieldInterval, 1.0)
    fieldInterval = 0.0
    let field = enuFromBodyEstimate.rotate(magneticField)
    let squaredHorizontal = field.x * field.x + field.y * field.y
    // A field this close to vertical, or this weak (µT²), has no azimuth.
    let hasAzimuth = squaredHorizontal .> Scalar.maximum(1e-6 * field.squaredLength, 1e-12)
    let inverse = 1.0 / squaredHorizontal.replacing(with: 1.0, where: .!hasAzimuth)
    let azimuth = Scalar.arcTangent(y: field.x, x: field.y)
    // At the estimate the field points north, so only a tilt about y turns its azimuth. The measured azimuth must not
    // enter here: its noise would meet itself in the gain.
    let tiltGain = -field.z * inverse.squareRoot()
    let modelled = parameters.magneticFieldNoiseDensity.squared * inverse / interval
    modify(where: hasAzimuth .& isTiltKnown) {
      let matrix = $0.covariance.matrix
      let known = matrix[2, 2] + tiltGain.squared * matrix[1, 1]
      let showsBias = $0.headingDoubt.compare(azimuth, known: known, noise: modelled, interval: interval)
      // A field that contradicts the heading is noise as large as that, until the average does too.
      let isSpike = .!showsBias .& .!$0.headingDoubt.isInDoubt
      let variance = modelled.replacing(with: Scalar.maximum(modelled, azimuth.squared), where: isSpike)
      var correction = InlineArray<6, Scalar>(repeating: 0.0)
      $0.covariance.observeHeading(
        difference: azimuth, tiltGain: tiltGain, variance: variance, showsBias: showsBias, &correction)
      $0.headingDoubt.follow(correction[2])
      $0.apply(correction)
    }
  }

  /// Moves the correction into attitude and bias.
  @export(implementation) @inline(__always)
  mutating func apply(_ correction: InlineArray<6, Scalar>) {
    let turn = Vector3(x: correction[0], y: correction[1], z: correction[2])
    enuFromBodyEstimate = (Rotation(rotationVector: turn) * enuFromBodyEstimate).renormalized
    let biasCorrection = Vector3(x: correction[3], y: correction[4], z: correction[5])
    bias = (bias + biasCorrection).clamped(to: parameters.biasLimit)
  }

  /// Whether a specific force as long as gravity was tilted by more than 45° for a second.
  @export(implementation) @inline(__always)
  var contradictsSpecificForce: Scalar.Mask {
    let force = averageForce
    let leans = force.x * force.x + force.y * force.y .> force.z * force.z.absoluteValue
    let lower = 0.75 * parameters.gravity
    let upper = 1.25 * parameters.gravity
    let square = force.squaredLength
    return leans .& (square .> lower.squared) .& (square .< upper.squared)
  }
}
