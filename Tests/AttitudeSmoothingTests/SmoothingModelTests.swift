import MotionSamples
import MotionSimulation
import AttitudeSmoothing
import Rotations
import Testing

/// The standard deviations of the smoother on data drawn from its own model.
@Suite struct SmoothingModelTests {
  /// A recording of 20 s or more at 100 Hz whose noise, velocities and sensor errors are drawn from the model.
  private struct ModelRecording {
    var samples: [MotionSample<Double>] = []
    var attitudes: [Rotation<Double>] = []
    var gyroscopeMatrix: Matrix3<Double>
    var accelerometerBias: Vector3<Double>

    static let interval = 0.01
    static let perKnot = 20

    init(_ parameters: AttitudeSmootherParameters, seed: UInt64, count: Int = 2000) {
      var random = RandomSource(seed: seed)
      func vector(_ deviation: Double) -> Vector3<Double> { random.nextNormalVector() * deviation }
      let matrixDeviation = parameters.gyroscopeMatrixDeviation
      gyroscopeMatrix = Matrix3(rows: vector(matrixDeviation), vector(matrixDeviation), vector(matrixDeviation))
      accelerometerBias = vector(parameters.accelerometerBiasDeviation)
      let scale = vector(parameters.accelerometerScaleDeviation)
      var bias = vector(parameters.biasDeviation)
      let measuredFromTrue = (Matrix3.identity - gyroscopeMatrix).inverse ?? .identity
      let knotDuration = Self.interval * Double(Self.perKnot)
      let velocityDeviation = (parameters.velocityDensity / knotDuration).squareRoot()
      let phases = (vector(3), vector(3))

      var attitude = Rotation(rotationVector: vector(0.5))
      var velocity = vector(velocityDeviation)
      var acceleration = Vector3<Double>.zero
      var previous = Vector3<Double>.zero
      for index in 0...count {
        if index % Self.perKnot == 1 {
          if index > 1 { bias += vector(parameters.biasWalk * knotDuration.squareRoot()) }
          let next = vector(velocityDeviation)
          acceleration = (next - velocity) / knotDuration
          velocity = next
        }
        let time = Double(index) * Self.interval
        let rate = Vector3(
          x: 1.5 * Double.sineAndCosine(1.3 * time + phases.0.x).sine,
          y: 1.2 * Double.sineAndCosine(0.9 * time + phases.0.y).sine,
          z: 1.8 * Double.sineAndCosine(0.7 * time + phases.0.z).sine)
        if index > 0 {
          let turned = rate * Self.interval
          let coning = previous.cross(turned) * (1.0 / 12.0)
          attitude = (attitude * Rotation(rotationVector: turned + coning)).renormalized
          previous = turned
        }
        let force = attitude.inverse.rotate(acceleration + Vector3(x: 0, y: 0, z: parameters.gravity))
        let measured = Vector3(
          x: (force.x + accelerometerBias.x) / (1 - scale.x), y: (force.y + accelerometerBias.y) / (1 - scale.y),
          z: (force.z + accelerometerBias.z) / (1 - scale.z))
        let root = Self.interval.squareRoot()
        samples.append(
          MotionSample(
            interval: index == 0 ? 0 : Self.interval,
            angularRate: measuredFromTrue * rate + bias + vector(parameters.angleRandomWalk / root),
            specificForce: measured + vector(parameters.accelerometerNoise / root)))
        attitudes.append(attitude)
      }
    }
  }

  /// The model without adaptation and without terms for errors that the simulation does not have.
  private static var parameters: AttitudeSmootherParameters {
    var parameters = AttitudeSmootherParameters()
    parameters.velocityDensity = 0.005
    parameters.leastVelocityDensity = 0.005
    parameters.largestVelocityDensity = 0.005
    // Wide enough for 20 s to show more than the prior.
    parameters.gyroscopeMatrixDeviation = 0.006
    parameters.leverArmDeviation = 1e-6
    parameters.accelerometerLagDeviation = 1e-7
    parameters.relativeRateNoise = 0
    parameters.jumpNoise = 0
    parameters.rest.rateDeviation = 0
    return parameters
  }

  @Test func standardDeviationsCoverAndTheEstimateIsUnbiased() throws {
    let runs = 300
    var tilts: [Double] = []
    var others: [Double] = []
    for seed in 1...UInt64(runs) {
      let recording = ModelRecording(Self.parameters, seed: seed)
      let smoothed = try AttitudeSmoother(parameters: Self.parameters).smooth(recording.samples)
      let sample = smoothed.samples[1005]
      let error = (recording.attitudes[1005] * sample.enuFromBody.inverse).rotationVector
      tilts += [error.x / sample.tiltStandardDeviation, error.y / sample.tiltStandardDeviation]
      let errors = try #require(smoothed.sensorErrors)
      others.append(
        (errors.gyroscopeMatrix[0, 1] - recording.gyroscopeMatrix[0, 1]) / errors.gyroscopeMatrixStandardDeviation[0, 1]
      )
      others.append(
        (errors.gyroscopeMatrix[2, 2] - recording.gyroscopeMatrix[2, 2]) / errors.gyroscopeMatrixStandardDeviation[2, 2]
      )
      others.append(
        (errors.accelerometerBias.x - recording.accelerometerBias.x) / errors.accelerometerBiasStandardDeviation.x)
      // The motion must determine the matrix, as the priors alone would also cover.
      #expect(errors.gyroscopeMatrixStandardDeviation[2, 2] < 0.75 * Self.parameters.gyroscopeMatrixDeviation)
    }
    expectCoverage(tilts, "tilt")
    expectCoverage(others, "sensor errors")
  }

  /// The direction of the field drifts by 5 degrees with the model's correlation time, about a site direction drawn once per
  /// recording.
  @Test func headingStandardDeviationsCover() throws {
    let runs = 300
    let parameters = Self.parameters
    let field = parameters.field
    var ratios: [Double] = []
    for seed in 1...UInt64(runs) {
      var recording = ModelRecording(parameters, seed: seed, count: 6000)
      var random = RandomSource(seed: seed, stream: 9)
      let site = random.nextNormal() * field.siteDeviation
      var drift = random.nextNormal() * field.directionDeviation
      let keeps = Double.exponential(-ModelRecording.interval / field.correlationTime)
      for index in recording.samples.indices {
        drift = drift * keeps + random.nextNormal() * field.directionDeviation * (1 - keeps * keeps).squareRoot()
        let direction = Rotation<Double>(aboutZ: site + drift).rotate(Vector3(x: 0, y: 20, z: -40))
        recording.samples[index].magneticField = recording.attitudes[index].inverse.rotate(direction)
      }
      let smoothed = try AttitudeSmoother(parameters: parameters).smooth(recording.samples)
      let sample = smoothed.samples[3005]
      let error = (recording.attitudes[3005] * sample.enuFromBody.inverse).rotationVector
      ratios.append(error.z / sample.headingStandardDeviation)
    }
    expectCoverage(ratios, "heading")
  }

  /// Expects ratios of error to standard deviation with zero mean, 68 % of them within 1 and 95 % within 2.
  private func expectCoverage(_ ratios: [Double], _ name: String) {
    let count = Double(ratios.count)
    let mean = ratios.reduce(0, +) / count
    #expect(abs(mean) < 3 / count.squareRoot(), "\(name): mean \(mean)")
    for (sigmas, share) in [(1.0, 0.6827), (2.0, 0.9545)] {
      let found = Double(ratios.count { abs($0) < sigmas }) / count
      // Three standard errors of a share of `count` draws.
      let tolerance = 3 * (share * (1 - share) / count).squareRoot()
      #expect(abs(found - share) < tolerance, "\(name): \(found) within \(sigmas) standard deviations")
    }
  }
}
