import AttitudeEvaluation
import Foundation
import MotionSamples
import Rotations
import TestSupport
import Testing

@testable import AttitudeFilters

/// Is the stated uncertainty the real one? Simulated runs with the noise that the filter models: angle random walk, noise
/// in proportion to the rate, a bias with a random walk, a constant scale error, a horizontal velocity of zero mean and the
/// modelled spectral density, and a field whose direction varies with the modelled density.
@Suite struct VelocityBoundedConsistencyTests {
  /// With nothing allowed for beyond the model the covariance is that of the errors: neither smaller nor larger.
  @Test func normalizedErrorsAreChiSquared() {
    var parameters = VelocityBoundedParameters<Double>()
    parameters.leastVelocityDensity = 0.02
    parameters.biasShare = 1
    parameters.gravityDeviation = 0
    parameters.relativeBiasWalk = 0
    parameters.anomalyWeight = 0
    parameters.lagDeviation = 0
    for (name, errors) in normalizedErrors(parameters, runs: 500, allowsForMissedRotations: false) {
      let interval = errors.interval()!
      #expect(interval.contains(errors.mean), "\(name) \(errors.mean), expected within \(interval)")
    }
  }

  /// By default the covariance also allows for other carriers, anomalies and missed rotations: errors are never larger than stated, and
  /// what is allowed for is at most as much as the errors.
  @Test func theDefaultsAreAtMostCautious() {
    for (name, errors) in normalizedErrors(VelocityBoundedParameters(), runs: 200, allowsForMissedRotations: true) {
      let interval = errors.interval()!
      #expect(errors.mean <= interval.upperBound, "\(name) \(errors.mean), expected within \(interval)")
      #expect(errors.mean >= 0.5 * interval.lowerBound, "\(name) \(errors.mean), expected within \(interval)")
    }
  }

  /// The errors at the end of runs of a minute.
  private func normalizedErrors(
    _ parameters: VelocityBoundedParameters<Double>, runs: UInt64, allowsForMissedRotations: Bool
  ) -> [(name: String, errors: NormalizedErrorSquared)] {
    var tilt = NormalizedErrorSquared(degreesOfFreedom: 2)
    var heading = NormalizedErrorSquared(degreesOfFreedom: 1)
    var bias = NormalizedErrorSquared(degreesOfFreedom: 3)
    for seed in 1...runs {
      var run = ModelledRun(seed: seed, parameters, allowsForMissedRotations: allowsForMissedRotations)
      for _ in 0..<6000 { run.advance() }
      let covariance = run.filter.errorState.covariance
      let error = (run.truth * run.filter.enuFromBody.inverse).rotationVector
      let determinant = covariance[0, 0] * covariance[1, 1] - covariance[0, 1] * covariance[0, 1]
      let mahalanobis =
        covariance[1, 1] * error.x * error.x - 2 * covariance[0, 1] * error.x * error.y
        + covariance[0, 0] * error.y * error.y
      tilt.add(mahalanobis / determinant)
      heading.add(error.z * error.z / covariance[2, 2])
      let difference = run.bias - run.filter.gyroscopeBias
      bias.add(difference.dot(covariance.block(3, 3).inverse! * difference))
    }
    return [("tilt", tilt), ("heading", heading), ("bias", bias)]
  }
}

/// A filter and the simulated run that it follows.
private struct ModelledRun {
  var filter: DefaultFilter<Double>
  var truth = Rotation<Double>.identity
  private(set) var bias = Vector3<Double>.zero
  private var scale = Vector3<Double>.zero
  private let parameters: VelocityBoundedParameters<Double>
  private let allowsForMissedRotations: Bool
  private var random: SplitMix64
  private var velocity = Vector3<Double>.zero
  private var fieldHeading = 0.0
  private var time = 0.0
  private let phase: Double

  init(seed: UInt64, _ parameters: VelocityBoundedParameters<Double>, allowsForMissedRotations: Bool) {
    var parameters = parameters
    parameters.largestVelocityDensity = parameters.leastVelocityDensity
    parameters.addedDensityOfTravel = 0
    self.parameters = parameters
    self.allowsForMissedRotations = allowsForMissedRotations
    filter = DefaultFilter(parameters: parameters)
    random = SplitMix64(seed: seed)
    phase = Double.random(in: 0..<6, using: &random)
    bias = normal(parameters.biasDeviation)
    scale = normal(parameters.scaleDeviation)
  }

  /// Three normal numbers (Box and Muller).
  private mutating func normal(_ deviation: Double) -> Vector3<Double> {
    func pair() -> (Double, Double) {
      let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot() * deviation
      let (sine, cosine) = Double.sineAndCosine(Double.random(in: 0..<2 * .pi, using: &random))
      return (radius * cosine, radius * sine)
    }
    let (x, y) = pair()
    return Vector3(x: x, y: y, z: pair().0)
  }

  mutating func advance() {
    let interval = 0.01
    time += interval
    let now = time
    let wave = { (frequency: Double, shift: Double) in Double.sineAndCosine(6.2832 * frequency * now + shift).sine }
    let rate = Vector3(x: 1.2 * wave(0.3, phase), y: wave(0.41, 2 * phase), z: 1.1 * wave(0.23, 3 * phase))
    truth = (truth * Rotation(rotationVector: rate * interval)).renormalized

    // The filter takes the velocity as white. This one is first-order Gauss-Markov, of the modelled density below 1 Hz,
    // since a white one has no derivative.
    let velocityTime = 0.3
    let velocityDeviation = (parameters.leastVelocityDensity / (2 * velocityTime)).squareRoot()
    let decay = Double.exponential(-interval / velocityTime)
    var next = velocity * decay + normal(velocityDeviation * (1 - decay * decay).squareRoot())
    next.z = 0
    let acceleration = (next - velocity) * (1 / interval)
    velocity = next

    // The same for the direction of the field.
    let fieldTime = 0.3
    let fieldDeviation =
      parameters.fieldDirectionDeviation * (parameters.fieldCorrelationTime / fieldTime).squareRoot()
    let fieldDecay = Double.exponential(-interval / fieldTime)
    fieldHeading = fieldHeading * fieldDecay + normal(fieldDeviation * (1 - fieldDecay * fieldDecay).squareRoot()).x
    let field = Rotation(aboutZ: fieldHeading).rotate(Vector3(x: 0, y: 20, z: -40))

    bias += normal(parameters.biasWalk * interval.squareRoot())
    let relativeNoise = parameters.relativeRateNoise * rate.length
    let noise =
      normal(parameters.angleRandomWalk / interval.squareRoot()) + normal(relativeNoise / interval.squareRoot())
    let measured = rate + rate.timesElementwise(scale) + bias + noise
    let force =
      truth.inverse.rotate(acceleration + Vector3(x: 0, y: 0, z: 9.81))
      + normal(parameters.accelerometerNoise / interval.squareRoot())
    // Equation 34 adds what a missed rotation may have left, unless the carrier surely accelerates.
    if !allowsForMissedRotations {
      filter.velocityDensity.logOdds = VelocityDensity<Double>.largestLogOdds
    }
    filter.updated(
      MotionSample(
        interval: interval, angularRate: measured, specificForce: force, magneticField: truth.inverse.rotate(field)))
  }
}
