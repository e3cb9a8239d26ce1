import Foundation
import MotionSamples
import Rotations
import TestSupport
import Testing

@testable import AttitudeFilters

@Suite struct MultiplicativeKalmanFilterTests {
  /// Sensors with exactly the modelled noise on an exact trajectory, with constant and varying rates, with and without
  /// magnetometer: the normalised errors of attitude and of bias are chi-squared with three degrees of freedom each. All
  /// eight sums over 200 runs, 600 degrees of freedom each, lie with 95 % probability within 509.7 and 698.9 (2.73 standard
  /// deviations, by the formula of Wilson and Hilferty).
  @Test(arguments: [true, false], [true, false])
  func uncertaintyIsHonest(rateIsConstant: Bool, hasField: Bool) throws {
    var attitudeSum = 0.0
    var biasSum = 0.0
    for seed in 1...200 as ClosedRange<UInt64> {
      var run = ModelledRun(seed: seed, rateIsConstant: rateIsConstant, hasField: hasField)
      for _ in 0..<3000 { run.step() }
      let error = run.normalizedErrors()
      attitudeSum += error.attitude
      biasSum += error.bias
    }
    #expect(attitudeSum > 509.7 && attitudeSum < 698.9)
    #expect(biasSum > 509.7 && biasSum < 698.9)
  }

  /// With a magnetometer heading and tilt settle; without, the heading's uncertainty keeps growing.
  @Test func standardDeviationsSaySo() {
    var with = ModelledRun(seed: 1, rateIsConstant: false, hasField: true)
    var without = ModelledRun(seed: 1, rateIsConstant: false, hasField: false)
    for _ in 0..<2000 {
      with.step()
      without.step()
    }
    let (headingWith, headingWithout) = (
      with.filter.headingStandardDeviation!, without.filter.headingStandardDeviation!
    )
    for _ in 0..<2000 {
      with.step()
      without.step()
    }
    #expect(with.filter.headingStandardDeviation! <= headingWith)
    #expect(without.filter.headingStandardDeviation! > headingWithout)
    #expect(with.filter.tiltStandardDeviation! < 1 * .pi / 180)
    #expect(with.filter.headingStandardDeviation! < with.filter.parameters.initialHeadingDeviation)
  }

  /// The magnetometer reaches heading and bias, never tilt: a field from anywhere leaves up where it is.
  @Test func fieldDoesNotTilt() {
    var filter = MultiplicativeKalmanFilter<Double>()
    var motion = SyntheticMotion(seed: 8)
    for _ in 0..<500 { filter.updated(motion.next()) }
    var sample = motion.next()
    for field in [Vector3(x: 25, y: 3, z: 30), Vector3(x: -8, y: 40, z: -2), Vector3(x: 0, y: -1, z: 60)] {
      var (with, without) = (filter, filter)
      sample.magneticField = field
      with.updated(sample)
      sample.magneticField = .absent
      without.updated(sample)
      #expect(tiltError(with.enuFromBody, without.enuFromBody) < 1e-12)
      #expect(with.enuFromBody.angle(to: without.enuFromBody) > 1e-4)
    }
  }

  /// An attitude that gravity contradicts for a second is found again, and that is reported.
  @Test func lostAttitudeIsFoundAnew() {
    var filter = MultiplicativeKalmanFilter<Double>()
    for _ in 0..<3000 {
      filter.updated(MotionSample(interval: 0.01, angularRate: .zero, specificForce: Vector3(x: 0, y: 0, z: 9.81)))
    }
    var jumps = 0
    for index in 0..<300 {
      // One that repeats would be a gyroscope that hangs.
      let rate = Vector3(x: index.isMultiple(of: 2) ? 1e-4 : -1e-4, y: 0, z: 0)
      let outcome = filter.updated(
        MotionSample(interval: 0.01, angularRate: rate, specificForce: Vector3(x: 0, y: 9.81, z: 0)))
      if outcome.isCorrectedByJump { jumps += 1 }
    }
    #expect(jumps == 1)
    #expect((filter.enuFromBody.rotate(.unitY) - .unitZ).length < 0.01)
  }

  /// Without a specific force there is no tilt, and no heading to be turned from.
  @Test func withoutForceNothingIsKnown() throws {
    var filter = MultiplicativeKalmanFilter<Double>()
    for _ in 0..<500 {
      filter.updated(MotionSample(interval: 0.01, angularRate: Vector3(x: 0.1, y: 0, z: 0), specificForce: .absent))
    }
    #expect(try #require(filter.tiltStandardDeviation) > 1.5)
    #expect(try #require(filter.headingStandardDeviation) > 1.5)
  }

  /// The field corrects heading and bias, one that is doubted the heading only; the covariance is that of this gain (Joseph).
  @Test(arguments: [true, false]) func headingCorrectsHeadingAndBiasOnly(showsBias: Bool) {
    var covariance = AttitudeCovariance<Double>(biasDeviation: 1)
    func sum(_ left: [Double], _ right: [Double]) -> Double {
      var sum = 0.0
      for index in 0..<6 { sum += left[index] * right[index] }
      return sum
    }
    var root = [[Double]](repeating: [], count: 6)
    for row in 0..<6 {
      for column in 0..<6 {
        let number = Double((column * 7 + row * 5) % 11)
        root[row].append(0.1 * number + (row == column ? 1.0 : -0.4))
      }
    }
    let before: [[Double]] = root.map { row in root.map { sum(row, $0) } }
    for row in 0..<6 { for other in row..<6 { covariance.matrix[row, other] = before[row][other] } }
    var correction = InlineArray<6, Double>(repeating: 0)
    covariance.observeHeading(
      difference: 0.3, tiltGain: 2.2, variance: 0.25, showsBias: showsBias, &correction)

    let shown: [Double] = [0, 2.2, 1, 0, 0, 0]
    let column: [Double] = before.map { sum($0, shown) }
    let innovation = 0.25 + sum(column, shown)
    let isCorrected = [false, false, true, showsBias, showsBias, showsBias]
    var gain = [Double](repeating: 0, count: 6)
    for row in 0..<6 where isCorrected[row] { gain[row] = column[row] / innovation }
    for row in 0..<6 {
      #expect(abs(correction[row] - gain[row] * 0.3) < 1e-12, "\(row)")
      for other in 0..<6 {
        let taken: Double = gain[row] * column[other] + column[row] * gain[other]
        let entry: Double = before[row][other] - taken + innovation * gain[row] * gain[other]
        #expect(abs(covariance.matrix[row, other] - entry) < 1e-12, "\(row) \(other)")
      }
    }
  }

  /// The transition of the covariance against a finite difference of the state equations.
  @Test func predictionFollowsTheStateEquations() {
    let attitude = Rotation(rotationVector: Vector3(x: 0.4, y: -0.7, z: 1.1))
    let rate = Vector3(x: 0.5, y: -0.3, z: 0.8)
    let interval = 0.01
    let half = Rotation(rotationVector: rate * (interval / 2))
    var covariance = AttitudeCovariance<Double>(biasDeviation: 1)
    covariance.predict(
      enuFromBody: (attitude * half).matrix, interval: interval, rateDensity: 0, biasDensity: 0)
    let end = attitude * half * half
    for axis in 0..<3 {
      var bias = Vector3<Double>.zero
      bias[axis] = 1e-4
      // The truth turns by the measured rate less the bias: Exp(error) = truth · estimate⁻¹.
      let truth = attitude * Rotation(rotationVector: (rate - bias) * interval)
      let error = (truth * end.inverse).rotationVector * 1e4
      for row in 0..<3 { #expect(abs(covariance.matrix[row, 3 + axis] - error[row]) < 1e-6) }
    }
  }
}

/// A filter and a trajectory with exactly the noise of its parameters. The rate is constant over each interval.
private struct ModelledRun {
  static let interval = 0.01
  var filter: MultiplicativeKalmanFilter<Double>
  private var random: SplitMix64
  private var truth: Rotation<Double>
  private var bias: Vector3<Double>
  private var time = 0.0
  private let rateIsConstant: Bool
  private let hasField: Bool

  init(seed: UInt64, rateIsConstant: Bool, hasField: Bool) {
    var parameters = MultiplicativeKalmanParameters<Double>()
    parameters.gyroscopeNoiseDensity = 0.002
    parameters.biasRandomWalk = 0.0002
    parameters.specificForceNoiseDensity = 0.02
    parameters.magneticFieldNoiseDensity = 0.1
    parameters.initialTiltDeviation = 0.02 / 9.81 / Self.interval.squareRoot()
    parameters.initialHeadingDeviation = 0.1 / 20 / Self.interval.squareRoot()
    parameters.initialBiasDeviation = 0.005
    filter = MultiplicativeKalmanFilter(parameters: parameters)
    random = SplitMix64(seed: seed)
    self.rateIsConstant = rateIsConstant
    self.hasField = hasField
    truth = .identity
    bias = .zero
    truth = hasField ? Rotation(rotationVector: gaussian() * 0.8) : .identity
    bias = gaussian() * 0.005
    let isFirst = sample(rate: .zero, interval: 0)
    filter.updated(isFirst)
    // Without magnetometer the heading is relative to the first one.
    if !hasField {
      let first = filter.enuFromBody.rotate(truth.inverse.rotate(.unitX))
      truth = Rotation(aboutZ: Double.arcTangent(y: first.y, x: first.x)) * truth
    }
  }

  mutating func step() {
    time += Self.interval
    let angle = rateIsConstant ? 1.0 : time
    let (fast, slow) = (Double.sineAndCosine(2.1 * angle), Double.sineAndCosine(0.7 * angle))
    let rate = Vector3(x: 0.8 * fast.sine, y: 0.9 * slow.cosine, z: 0.5 * fast.cosine + 0.3 * slow.sine)
    truth = (truth * Rotation(rotationVector: rate * Self.interval)).renormalized
    filter.updated(sample(rate: rate, interval: Self.interval))
    bias += gaussian() * (0.0002 * Self.interval.squareRoot())
  }

  private mutating func sample(rate: Vector3<Double>, interval: Double) -> MotionSample<Double> {
    let perSample = 1 / Self.interval.squareRoot()
    let toBody = truth.inverse
    return MotionSample(
      interval: interval,
      angularRate: rate + bias + gaussian() * (0.002 * perSample),
      specificForce: toBody.rotate(Vector3(x: 0, y: 0, z: 9.81)) + gaussian() * (0.02 * perSample),
      magneticField: hasField ? toBody.rotate(Vector3(x: 0, y: 20, z: -40)) + gaussian() * (0.1 * perSample) : .absent)
  }

  /// eᵀ P⁻¹ e for the three errors of attitude and the three of bias.
  func normalizedErrors() -> (attitude: Double, bias: Double) {
    let error = (truth * filter.enuFromBody.inverse).rotationVector
    let biasError = bias - filter.gyroscopeBias
    let covariance = filter.covariance.matrix
    return (
      error.dot(covariance.block(0, 0).inverse! * error), biasError.dot(covariance.block(3, 3).inverse! * biasError)
    )
  }

  /// Three independent normal numbers, by the polar method of Box and Muller.
  private mutating func gaussian() -> Vector3<Double> {
    Vector3(x: normal(), y: normal(), z: normal())
  }

  private mutating func normal() -> Double {
    while true {
      let x = Double.random(in: -1..<1, using: &random)
      let y = Double.random(in: -1..<1, using: &random)
      let square = x * x + y * y
      if square > 0, square < 1 { return x * (-2 * log(square) / square).squareRoot() }
    }
  }
}
