import MotionSamples
import Rotations
import TestSupport
import Testing

@testable import AttitudeFilters

/// What is computed in a faster form equals the straightforward one.
@Suite struct FastFormTests {
  /// Rest, motion, a magnet and a field that stays changed: every branch of the filter, below 1e-9 degrees.
  @Test(arguments: [UInt64(1), 2]) func vqfEqualsItsStraightforwardForm(seed: UInt64) {
    var motion = SyntheticMotion(seed: seed)
    var filter = VQFFilter<Double>()
    var plain = VQFStraightforward(interval: motion.interval)
    var seen = Set<[Bool]>()
    for index in 0..<12_000 {
      var sample = motion.next(isMoving: (index / 800) % 4 != 0)
      sample.interval = index == 0 ? 0 : motion.interval
      if (4000..<4300).contains(index) { sample.magneticField += Vector3(x: 30, y: -20, z: 10) }
      if index >= 7000 { sample.magneticField *= 1.4 }
      let outcome = filter.updated(sample)
      plain.update(sample.angularRate, sample.specificForce, sample.magneticField)
      #expect(filter.enuFromBody.angle(to: plain.enuFromBody) < 1e-9 * .pi / 180)
      #expect(filter.levelFromBody.angle(to: plain.levelFromBody) < 1e-9 * .pi / 180)
      #expect((filter.gyroscopeBias - plain.bias).length < 1e-12)
      #expect(outcome.isAtRest == plain.isAtRest && outcome.isFieldDisturbed == plain.isDisturbed)
      seen.insert([outcome.isAtRest, outcome.isFieldDisturbed])
    }
    #expect(seen.count == 4)
  }

  /// Tilts on both sides of the end of the series (0.01), up to upside down, of vectors of any length.
  @Test func tiltCorrectionIsTheShortestRotation() {
    for tilt in [0, 1e-12, 1e-6, 1e-3, 0.005, 0.00999, 0.01001, 0.3, 1.5, 3, Double.pi - 1e-9] {
      for (azimuth, length) in [(0.0, 9.81), (1, 0.002), (2.5, 100), (4, 1e-5)] {
        let side = Double.sineAndCosine(azimuth)
        let (sine, cosine) = Double.sineAndCosine(tilt)
        let up = Vector3(x: sine * side.cosine, y: sine * side.sine, z: cosine) * length
        let fast = TiltCorrection(bringing: up).applied(to: .identity)
        #expect(fast.angle(to: Rotation(shortestToUnitZ: up)) < 4e-16)
        #expect(abs(fast.quaternion.squaredNorm - 1) < 1e-15)
      }
    }
    #expect(TiltCorrection(bringing: Vector3<Double>.zero).applied(to: .identity).angle == 0)
    #expect(TiltCorrection(bringing: -Vector3<Double>.unitZ).applied(to: .identity).rotate(.unitZ).z < -0.999_999)
  }

  /// On both sides of the end of the series, 0.0026, and far beyond.
  @Test func inverseSquareRootIsExactToRounding() {
    for step in -2000...2000 {
      let excess = Double(step) * 2e-6
      expectInverseSquareRoot(excess)
    }
    for excess in [-0.99, -0.5, 0.5, 10, 1e9] { expectInverseSquareRoot(excess) }
  }

  private func expectInverseSquareRoot(_ excess: Double) {
    let expected = 1 / (1 + excess).squareRoot()
    #expect(abs(Double.inverseSquareRoot(onePlus: excess) / expected - 1) < 4e-16)
    let single = Float(excess)
    let rounded = 1 / (1 + Double(single)).squareRoot()
    #expect(abs(Double(Float.inverseSquareRoot(onePlus: single)) / rounded - 1) < 2.5e-7)
  }

  /// 1 + v scaled to unit length below 0.1 rad, the exponential of 2 v beyond.
  @Test func unitStepIsTheNormalisedStep() {
    let start = Rotation(rotationVector: Vector3(x: 1, y: -0.4, z: 0.7))
    for length in [0, 1e-9, 1e-3, 0.025, 0.04999, 0.05001, 0.5, 1.5] {
      let vector = Vector3(x: 0.36, y: -0.48, z: 0.8) * length
      let step = Quaternion(real: 1, vector: vector)
      let expected =
        length < 0.05
        ? start.quaternion * step * (1 / step.squaredNorm.squareRoot())
        : (start * Rotation(rotationVector: vector * 2)).quaternion
      #expect((start.turned(byTwice: vector).quaternion - expected).squaredNorm.squareRoot() < 1e-15)
    }
  }

  /// Near and far, upright and upside down, with and without magnetometer, at rest and in motion: every branch of the
  /// complementary filter, below 1e-9 degrees.
  @Test(arguments: [UInt64(1), 2]) func complementaryEqualsItsStraightforwardForm(seed: UInt64) {
    var motion = SyntheticMotion(seed: seed)
    var filter = ComplementaryFilter<Double>()
    let first = motion.next()
    filter.updated(first)
    var plain = ComplementaryStraightforward(enuFromBody: filter.enuFromBody)
    var restCount = 0
    var (nearTilts, farTilts, nearHeadings, farHeadings) = (0, 0, 0, 0)
    for index in 0..<12_000 {
      var sample = motion.next(isMoving: (index / 800) % 4 != 0)
      sample.interval = motion.interval
      // A force and a field from elsewhere, as long as the true ones: up to half a turn away.
      if (3000..<3300).contains(index) { sample.specificForce = Vector3(x: 8, y: -4, z: -4) }
      if (5000..<5300).contains(index) { sample.magneticField = Vector3(x: -30, y: -20, z: 10) }
      if (6000..<6400).contains(index) { sample.magneticField = .absent }
      if index % 7 == 0 { sample.specificForce = .absent }
      let outcome = filter.updated(sample)
      let angles = plain.update(sample)
      #expect(filter.enuFromBody.angle(to: plain.enuFromBody) < 1e-9 * .pi / 180)
      #expect((filter.gyroscopeBias - plain.bias).length < 1e-12)
      #expect(outcome.isAtRest == plain.isAtRest)
      restCount += outcome.isAtRest ? 1 : 0
      if let tilt = angles.tilt { if tilt > 1 { farTilts += 1 } else { nearTilts += 1 } }
      if let heading = angles.heading { if heading > 1 { farHeadings += 1 } else { nearHeadings += 1 } }
    }
    #expect(restCount > 50 && farTilts > 50 && nearTilts > 5000 && farHeadings > 50 && nearHeadings > 5000)
  }

  /// The series of Madgwick's descent hold the norm, whatever the gradient.
  @Test func descentKeepsUnitLength() {
    let start = Rotation(rotationVector: Vector3(x: 1, y: -0.4, z: 0.7))
    for scale in [0, 1e-6, 1e-3, 0.05, 0.25] {
      for length in [0, 0.01, 0.3] {
        let gradient = Quaternion(w: 0.3, x: -1.2, y: 0.4, z: 0.9)
        let vector = Vector3(x: 0.36, y: -0.48, z: 0.8) * length
        let result = start.turned(
          byTwice: vector, descending: gradient, scale, gradient.squaredNorm * scale.squared)
        let turn = length < 0.05 ? Quaternion(real: 1, vector: vector) : Rotation(rotationVector: vector * 2).quaternion
        let product = start.quaternion * (turn - gradient * scale)
        let expected = product * (1 / product.squaredNorm.squareRoot())
        #expect((result.quaternion - expected).squaredNorm.squareRoot() < 1e-15)
      }
    }
  }

  /// Whatever part of the way to north is taken, all of it included, rounding does not add up in the length of the turn.
  @Test(arguments: [Float(0), 0.003, 0.5, 0.99, 1]) func headingTurnKeepsUnitLength(share: Float) {
    var random = SplitMix64(seed: 1)
    var turn = HeadingTurn<Float>()
    for _ in 0..<100_000 {
      let angle = Float.random(in: -0.5...0.5, using: &random)
      let (sine, cosine) = Float.sineAndCosine(angle)
      turn = turn.turned(part: share, bringingToNorth: (x: 20 * sine, y: 20 * cosine))
      let squaredLength = turn.halfCosine * turn.halfCosine + turn.halfSine * turn.halfSine
      guard abs(squaredLength - 1) < 2e-6 else { Issue.record("\(squaredLength) instead of 1"); return }
    }
  }
}
