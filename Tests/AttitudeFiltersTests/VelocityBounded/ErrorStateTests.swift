import Rotations
import TestSupport
import Testing

@testable import AttitudeFilters

/// The Kalman core against dense matrices written out, and its Jacobian against the strapdown equations themselves.
@Suite struct ErrorStateTests {
  typealias Dense = [[Double]]

  @Test(arguments: [nil, Vector2(x: 12.0, y: -7.0)] as [Vector2<Double>?])
  func predictionEqualsTheDenseProduct(knownVelocity: Vector2<Double>?) {
    check(ErrorState<11, Double>.self, count: 11)
    check(ErrorState<14, Double>.self, count: 14)

    func check<let n: Int>(_: ErrorState<n, Double>.Type, count: Int) {
      let parameters = VelocityBoundedParameters<Double>()
      var state = ErrorState<n, Double>(parameters)
      let before = fill(&state, count: count)
      let increment = Self.increment()
      let velocity = knownVelocity
      state.predict(
        increment, largestRate: 5, silentRate: 1, velocityWalk: 0.1, biasWalk: 0.001, knownVelocity: velocity,
        parameters)

      var transition = identity(count)
      let effects = Self.effects(increment)
      for row in 0..<3 {
        for column in 0..<3 {
          transition[row][3 + column] = -effects.bias[row, column]
          transition[row][6 + column] = -effects.scale[row, column]
          if count > 11 { transition[row][11 + column] = -effects.crossAxis[row, column] }
        }
      }
      if let velocity {
        // The level frame turns about up by the third row.
        transition[9] = transition[2].map { -$0 * -velocity.y }
        transition[10] = transition[2].map { -$0 * velocity.x }
        for (row, column) in [(9, 2), (10, 2)] { transition[row][column] = 0 }
        for row in [9, 10] { transition[row][row] = 1 }
      }
      var gravity = identity(count)
      gravity[9][1] = 9.81 * increment.duration
      gravity[10][0] = -9.81 * increment.duration
      transition = multiply(transition, gravity)
      let expected = multiply(multiply(transition, before), transposed(transition))
      for row in 0..<count {
        for column in row..<count where row != column {
          #expect(abs(state.covariance[row, column] - expected[row][column]) < 1e-12, "\(row) \(column)")
        }
        #expect(state.covariance[row, row] >= expected[row][row] - 1e-12, "noise is added to \(row)")
      }
    }
  }

  @Test func observationEqualsTheTextbook() {
    var state = ErrorState<11, Double>(VelocityBoundedParameters())
    let before = fill(&state, count: 11)
    state.observe(ErrorState<11, Double>.velocityX, difference: 0.3, variance: 0.2)
    let innovation = before[9][9] + 0.2
    for row in 0..<11 {
      #expect(abs(state.correction[row] - before[row][9] / innovation * 0.3) < 1e-12)
      for column in 0..<11 {
        let expected = before[row][column] - before[row][9] * before[9][column] / innovation
        #expect(abs(state.covariance[row, column] - expected) < 1e-12)
      }
    }
  }

  @Test func rowObservationEqualsTheTextbook() {
    var state = ErrorState<11, Double>(VelocityBoundedParameters())
    let before = fill(&state, count: 11)
    state.observe(ErrorState<11, Double>.heading, difference: 0.2, variance: 0.4)
    let (start, first) = (dense(state), (0..<11).map { state.correction[$0] })
    #expect(start[2][2] < before[2][2])
    let row = MeasurementRow(attitude: Vector3(x: 0.3, y: -2, z: 5), velocity: Vector2(x: 0.6, y: -0.8))
    var derivative = [Double](repeating: 0, count: 11)
    for (place, value) in [(0, 0.3), (1, -2), (2, 5), (9, 0.6), (10, -0.8)] { derivative[place] = value }
    let column = start.map { zip($0, derivative).reduce(0) { $0 + $1.0 * $1.1 } }
    let total = zip(column, derivative).reduce(0.25) { $0 + $1.0 * $1.1 }
    let innovation = 0.7 - zip(first, derivative).reduce(0) { $0 + $1.0 * $1.1 }

    let ratio = innovation * innovation / total
    let refused = state.observe(row, difference: 0.7, variance: 0.25, squaredGate: 0.99 * ratio)
    let normalized = innovation / total.squareRoot()
    #expect(abs(refused - normalized) < 1e-12 && dense(state) == start)
    let accepted = state.observe(row, difference: 0.7, variance: 0.25, squaredGate: 1.01 * ratio)
    #expect(abs(accepted - normalized) < 1e-12)
    for place in 0..<11 {
      #expect(abs(state.correction[place] - first[place] - column[place] / total * innovation) < 1e-12)
      for other in 0..<11 {
        let expected = start[place][other] - column[place] * column[other] / total
        #expect(abs(state.covariance[place, other] - expected) < 1e-12)
      }
    }
  }

  /// ν -= (up × v) θz as a dense product.
  @Test func tieToTheHeadingEqualsTheDenseProduct() {
    var state = ErrorState<11, Double>(VelocityBoundedParameters())
    let before = fill(&state, count: 11)
    state.tieVelocityToHeading(Vector2(x: 3, y: -4))
    var transition = identity(11)
    transition[9][2] = -4
    transition[10][2] = -3
    let expected = multiply(multiply(transition, before), transposed(transition))
    for row in 0..<11 {
      for column in 0..<11 { #expect(abs(state.covariance[row, column] - expected[row][column]) < 1e-12) }
    }
  }

  /// The update with the gain K = (h - held) / S has the covariance of any gain, (I - K e) P (I - K e)ᵀ + K R Kᵀ (Joseph).
  @Test func velocityUpdateHasTheCovarianceOfItsPartialGain() {
    check(ErrorState<11, Double>.self, count: 11)
    check(ErrorState<14, Double>.self, count: 14)

    func check<let n: Int>(_: ErrorState<n, Double>.Type, count: Int) {
      var state = ErrorState<n, Double>(VelocityBoundedParameters())
      var expected = fill(&state, count: count)
      var correction = [Double](repeating: 0, count: count)
      let up = Rotation(rotationVector: Vector3(x: 0.7, y: -0.4, z: 0.3)).matrix.row2
      let (variance, scaleShare, biasShare) = (0.3, 0.4, 0.36)
      state.observeVelocity(
        Vector2(x: 0.2, y: 0.5), variance: variance, up: up, scaleShare: scaleShare, biasShare: biasShare)
      for (place, difference) in [(9, 0.2), (10, 0.5)] {
        let innovation = expected[place][place] + variance
        var gain = (0..<count).map { expected[$0][place] / innovation }
        let bias = Vector3(x: gain[3], y: gain[4], z: gain[5])
        // Of the level part of the bias that share is corrected, of the vertical part a tenth of it.
        let vertical = up * up.dot(bias)
        let partial = (bias - vertical) * biasShare + vertical * (0.1 * biasShare)
        for axis in 0..<3 { gain[3 + axis] = partial[axis] }
        for row in Array(6..<9) + Array(11..<count) { gain[row] *= scaleShare }
        let residual = difference - correction[place]
        for row in 0..<count { correction[row] += gain[row] * residual }
        var factor = identity(count)
        for row in 0..<count { factor[row][place] -= gain[row] }
        expected = multiply(multiply(factor, expected), transposed(factor))
        for row in 0..<count {
          for column in 0..<count { expected[row][column] += gain[row] * gain[column] * variance }
        }
      }
      for row in 0..<count {
        #expect(abs(state.correction[row] - correction[row]) < 1e-12, "\(row)")
        for column in row..<count {
          #expect(abs(state.covariance[row, column] - expected[row][column]) < 1e-12, "\(row) \(column)")
        }
      }
    }
  }

  /// The field shows heading and tilt, corrects heading and bias, and of the bias' level part two fifths; one that is doubted no bias.
  /// The covariance is that of this gain (Joseph).
  @Test(arguments: [true, false]) func headingCorrectsHeadingAndBiasOnly(showsBias: Bool) {
    var state = ErrorState<14, Double>(VelocityBoundedParameters())
    let before = fill(&state, count: 14)
    let up = Rotation(rotationVector: Vector3(x: 0.7, y: -0.4, z: 0.3)).matrix.row2
    var measurement = HeadingEstimator<Double>.Measurement()
    measurement.difference = 0.4
    measurement.tiltEffect = Vector2(x: 1.3, y: -2.1)
    measurement.variance = 0.25
    for (row, value) in [(0, 0.1), (1, -0.2), (2, 0.05)] { state.correction[row] = value }
    let start = state.correction
    let turn = state.observeHeading(measurement, up: up, showsBias: showsBias)

    let shown = [1.3, -2.1, 1] + [Double](repeating: 0, count: 11)
    let column = before.map { row in zip(row, shown).reduce(0) { $0 + $1.0 * $1.1 } }
    let innovation = zip(column, shown).reduce(0.25) { $0 + $1.0 * $1.1 }
    let bias = Vector3(x: column[3], y: column[4], z: column[5]) * (1 / innovation)
    let vertical = up * up.dot(bias)
    let partial = showsBias ? vertical + (bias - vertical) * 0.4 : .zero
    let gain = [0, 0, column[2] / innovation, partial.x, partial.y, partial.z] + [Double](repeating: 0, count: 8)
    let residual = 0.4 - (1.3 * 0.1 + 2.1 * 0.2 + 0.05)
    #expect(abs(turn - gain[2] * residual) < 1e-12)
    var factor = identity(14)
    for row in 0..<14 { for other in 0..<14 { factor[row][other] -= gain[row] * shown[other] } }
    let expected = multiply(multiply(factor, before), transposed(factor))
    for row in 0..<14 {
      #expect(abs(state.correction[row] - (start[row] + gain[row] * residual)) < 1e-12, "\(row)")
      for column in 0..<14 {
        let entry = expected[row][column] + gain[row] * gain[column] * 0.25
        #expect(abs(state.covariance[row, column] - entry) < 1e-12, "\(row) \(column)")
      }
    }
  }

  /// What the increment gives for errors of bias, scale and cross-axis terms are the derivatives of the attitude by them.
  @Test func jacobianOfTheStrapdownIsNumericallyRight() {
    let start = Vector3(x: 0.8, y: -0.5, z: 0.3)
    let slope = Vector3(x: 0.01, y: 0.03, z: -0.02)
    let rates: [Vector3<Double>] = (0..<20).map { start + slope * Double($0) }
    let interval = 0.002
    func integrate(_ errors: GyroscopeErrors<Double>) -> (Rotation<Double>, MotionIncrement<Double>) {
      var attitude = Rotation<Double>(rotationVector: Vector3(x: 0.4, y: 1.1, z: -0.7))
      var increment = MotionIncrement<Double>()
      for rate in rates {
        let turn = errors.correctingAll(of: rate) * interval
        attitude = (attitude * Rotation(rotationVector: turn)).renormalized
        increment.add(
          levelFromBody: attitude.matrix, angularRate: errors.correctingAll(of: rate), interval: interval,
          specificForce: .zero, hasSpecificForce: false, isClipped: false, isRateClipped: false, magneticField: .zero,
          hasMagneticField: false)
      }
      increment.finish(attitude)
      return (attitude, increment)
    }
    let (attitude, increment) = integrate(GyroscopeErrors())
    let step = 1e-5
    let effects = Self.effects(increment)
    for axis in 0..<3 {
      let parts: [(WritableKeyPath<GyroscopeErrors<Double>, Vector3<Double>>, Matrix3<Double>)] = [
        (\.bias, effects.bias), (\.scale, effects.scale), (\.crossAxis, effects.crossAxis),
      ]
      for (path, jacobian) in parts {
        var errors = GyroscopeErrors<Double>()
        errors[keyPath: path][axis] = step
        let (changed, _) = integrate(errors)
        let derivative = (changed * attitude.inverse).rotationVector * (-1 / step)
        for row in 0..<3 {
          // The increment takes the rotation at the end of each sample: an error of half a sample's rotation.
          #expect(abs(derivative[row] - jacobian[row, axis]) < 2e-3 * (increment.duration + 0.05))
        }
      }
    }
  }

  @Test func resetTiltKeepsBiasScaleAndHeading() {
    let parameters = VelocityBoundedParameters<Double>()
    var state = ErrorState<11, Double>(parameters)
    let before = fill(&state, count: 11)
    state.resetTilt(parameters)
    for row in [2, 3, 4, 5, 6, 7, 8] {
      for column in [2, 3, 4, 5, 6, 7, 8] { #expect(state.covariance[row, column] == before[row][column]) }
      for column in [0, 1, 9, 10] { #expect(state.covariance[row, column] == 0) }
    }
    #expect(state.covariance[9, 9] == 0.25)
  }

  // MARK: Dense helpers

  /// What a unit of each error adds to the attitude error, negative: T R̄, with the mean rate for scale and cross-axis terms.
  private static func effects(
    _ increment: MotionIncrement<Double>
  ) -> (bias: Matrix3<Double>, scale: Matrix3<Double>, crossAxis: Matrix3<Double>) {
    let bias = increment.meanRotation * increment.duration
    return (bias, bias * Matrix3(diagonal: increment.angularRate), bias * increment.crossAxisEffect)
  }

  private static func increment() -> MotionIncrement<Double> {
    var increment = MotionIncrement<Double>()
    var random = SplitMix64(seed: 5)
    for _ in 0..<5 {
      func number() -> Double { Double.random(in: -1...1, using: &random) }
      let rate = Vector3(x: number(), y: number(), z: number()) * 20
      increment.add(
        levelFromBody: .identity, angularRate: rate, interval: 0.01, specificForce: rate, hasSpecificForce: true,
        isClipped: false, isRateClipped: false, magneticField: .zero, hasMagneticField: false)
    }
    increment.finish(Rotation(rotationVector: Vector3(x: 0.9, y: -0.4, z: 1.3)))
    return increment
  }

  /// Fills the covariance with a random positive definite matrix and gives it as a dense one.
  private func fill<let n: Int>(_ state: inout ErrorState<n, Double>, count: Int) -> Dense {
    var random = SplitMix64(seed: 3)
    let factor: Dense = (0..<count).map { _ in (0..<count).map { _ in Double.random(in: -1...1, using: &random) } }
    let full = multiply(factor, transposed(factor))
    for row in 0..<count { for column in row..<count { state.covariance[row, column] = full[row][column] } }
    return full
  }

  private func dense(_ state: ErrorState<11, Double>) -> Dense {
    (0..<11).map { row in (0..<11).map { state.covariance[row, $0] } }
  }

  private func identity(_ count: Int) -> Dense {
    (0..<count).map { row in (0..<count).map { $0 == row ? 1 : 0 } }
  }

  private func transposed(_ matrix: Dense) -> Dense {
    matrix.indices.map { column in matrix.map { $0[column] } }
  }

  private func multiply(_ left: Dense, _ right: Dense) -> Dense {
    left.map { row in right[0].indices.map { column in row.indices.reduce(0) { $0 + row[$1] * right[$1][column] } } }
  }
}
