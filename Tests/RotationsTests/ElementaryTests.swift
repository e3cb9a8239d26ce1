import Foundation
import Rotations
import TestSupport
import Testing

/// The errors of the elementary functions in units in the last place, against the C library in double precision, which
/// itself is within one unit. Relative to the result's own binade, or to `floor` where the result passes through zero.
struct ElementaryTests {
  @Test func sineAndCosineInDouble() {
    var (worstSine, worstCosine) = (0.0, 0.0)
    var generator = SplitMix64(seed: 1)
    for _ in 0..<100_000 {
      let angle = generator.signedUnit() * pow(10, Double.random(in: -8...6, using: &generator))
      let (sine, cosine) = Double.sineAndCosine(angle)
      worstSine = max(worstSine, abs(sine - sin(angle)) / max(sin(angle).ulp, 1e-17))
      worstCosine = max(worstCosine, abs(cosine - cos(angle)) / max(cos(angle).ulp, 1e-17))
    }
    #expect(worstSine <= 2)
    #expect(worstCosine <= 2)
  }

  @Test func sineAndCosineInFloat() {
    var (worstSine, worstCosine) = (0.0, 0.0)
    var generator = SplitMix64(seed: 2)
    for _ in 0..<100_000 {
      let angle = Float(generator.signedUnit() * pow(10, Double.random(in: -8...4, using: &generator)))
      let (sine, cosine) = Float.sineAndCosine(angle)
      let (trueSine, trueCosine) = (sin(Double(angle)), cos(Double(angle)))
      worstSine = max(worstSine, abs(Double(sine) - trueSine) / Double(max(Float(trueSine).ulp, 1e-9)))
      worstCosine = max(worstCosine, abs(Double(cosine) - trueCosine) / Double(max(Float(trueCosine).ulp, 1e-9)))
    }
    #expect(worstSine <= 2)
    #expect(worstCosine <= 2)
  }

  @Test func inverseFunctions() {
    var worst: [String: Double] = [:]
    func note(_ name: String, _ error: Double) { worst[name] = max(worst[name] ?? 0, error) }
    var generator = SplitMix64(seed: 3)
    for _ in 0..<100_000 {
      let scale = pow(10, Double.random(in: -10...0, using: &generator))
      let (y, x) = (generator.signedUnit() * scale, generator.signedUnit())
      let fraction = generator.signedUnit()
      note("atan2", abs(Double.arcTangent(y: y, x: x) - atan2(y, x)) / atan2(y, x).ulp)
      note("acos", abs(Double.arcCosine(fraction) - acos(fraction)) / acos(fraction).ulp)
      note("asin", abs(Double.arcSine(fraction) - asin(fraction)) / asin(fraction).ulp)
      let (shortY, shortX, shortFraction) = (Float(y), Float(x), Float(fraction))
      func noteFloat(_ name: String, _ result: Float, _ truth: Double) {
        note(name, abs(Double(result) - truth) / Double(Float(truth).ulp))
      }
      noteFloat("atan2 Float", Float.arcTangent(y: shortY, x: shortX), atan2(Double(shortY), Double(shortX)))
      noteFloat("acos Float", Float.arcCosine(shortFraction), acos(Double(shortFraction)))
      noteFloat("asin Float", Float.arcSine(shortFraction), asin(Double(shortFraction)))
    }
    #expect(worst.count == 6)
    // The arc sine and cosine add the rounding of a square root to that of the arc tangent.
    for (name, error) in worst { #expect(error < (name.hasPrefix("atan2") ? 3 : 4), "\(name)") }
  }

  @Test func exponential() {
    var (worst, worstFloat) = (0.0, 0.0)
    var generator = SplitMix64(seed: 4)
    for _ in 0..<100_000 {
      let exponent = generator.signedUnit() * 80
      worst = max(worst, abs(Double.exponential(exponent) - exp(exponent)) / exp(exponent).ulp)
      let short = Float(exponent)
      let truth = exp(Double(short))
      worstFloat = max(worstFloat, abs(Double(Float.exponential(short)) - truth) / Double(Float(truth).ulp))
    }
    #expect(worst <= 2)
    #expect(worstFloat <= 2)
  }

  /// Generic code takes the root in another way than code for a concrete type.
  @Test func squareRootInGenericCode() {
    func root<Scalar: RealLanes>(_ value: Scalar) -> Scalar { value.squareRoot() }
    for value in [0, -0.0, .leastNonzeroMagnitude, 1e-300, 0.1, 2, 3, 1e300, .infinity] {
      #expect(root(value).bitPattern == value.squareRoot().bitPattern)
      #expect(root(Float(value)).bitPattern == Float(value).squareRoot().bitPattern)
    }
    #expect(root(-1.0).isNaN && root(Float(-1)).isNaN && root(Double.nan).isNaN)
  }

  @Test func exactValues() {
    #expect(Double.sineAndCosine(0) == (0, 1))
    #expect(Float.sineAndCosine(0) == (0, 1))
    #expect(Double.arcTangent(y: 0, x: 0) == 0)
    #expect(Double.arcTangent(y: 0, x: 5) == 0)
    #expect(Double.arcTangent(y: 0, x: -5) == .pi)
    #expect(Double.arcTangent(y: -0.0, x: -1) == .pi)
    #expect(Double.arcTangent(y: 3, x: 0) == .pi / 2)
    #expect(Double.arcTangent(y: -3, x: 0) == -.pi / 2)
    #expect(Double.arcTangent(y: 1, x: 1) == .pi / 4)
    #expect(Double.arcTangent(y: 1, x: .infinity) == 0)
    #expect(Double.arcTangent(y: -.infinity, x: 1) == -.pi / 2)
    #expect(Double.arcCosine(1) == 0)
    #expect(Double.arcCosine(-1) == .pi)
    #expect(Double.arcCosine(1.0000001) == 0)
    #expect(Double.arcSine(-7) == -.pi / 2)
    #expect(Double.exponential(0) == 1)
    #expect(Double.exponential(1000) == Double.exponential(80))
    #expect(Double.exponential(-.infinity) == Double.exponential(-80))
  }

  @Test(arguments: [0.5, 1.0, 1.5, 2.0, 1000.0, 100_000.0])
  func multiplesOfARightAngle(halfTurns: Double) {
    let angle = halfTurns * Double.pi
    for signed in [angle, -angle] {
      let (sine, cosine) = Double.sineAndCosine(signed)
      #expect(abs(sine - sin(signed)) <= max(2 * sin(signed).ulp, 1e-17))
      #expect(abs(cosine - cos(signed)) <= max(2 * cos(signed).ulp, 1e-17))
    }
  }

  @Test func hugeAnglesStayInRange() {
    for angle in [1e9, 1e17, 1e200, Double.greatestFiniteMagnitude, -1e17] {
      let (sine, cosine) = Double.sineAndCosine(angle)
      #expect(abs(sine) <= 1 && abs(cosine) <= 1)
    }
    let (sine, cosine) = Float.sineAndCosine(3e38)
    #expect(abs(sine) <= 1 && abs(cosine) <= 1)
  }

  @Test func notANumberStays() {
    #expect(Double.sineAndCosine(.nan).sine.isNaN && Double.sineAndCosine(.nan).cosine.isNaN)
    #expect(Double.sineAndCosine(.infinity).sine.isNaN)
    #expect(Double.arcTangent(y: .nan, x: 1).isNaN && Double.arcTangent(y: 1, x: .nan).isNaN)
    #expect(Double.arcCosine(.nan).isNaN && Double.arcSine(.nan).isNaN)
    #expect(Double.exponential(.nan).isNaN && Float.exponential(.nan).isNaN)
  }

  @Test func wrapping() {
    #expect(abs(Double(7).wrappedToHalfTurn() - (7 - 2 * .pi)) < 1e-15)
    #expect(abs(Double(-4).wrappedToHalfTurn() - (2 * .pi - 4)) < 1e-15)
    #expect(Double.pi.wrappedToHalfTurn() == .pi)
    #expect(Double(3).wrappedToHalfTurn() == 3)
  }

  @Test func rounding() {
    let cases: [(Double, Double)] = [
      (0.5, 0), (1.5, 2), (2.5, 2), (-0.5, 0), (-1.5, -2), (0.49999999999999994, 0), (1e15 + 0.5, 1e15), (1e300, 1e300),
      (4.5e15, 4.5e15),
    ]
    for (value, rounded) in cases { #expect(value.roundedToNearest() == rounded) }
    #expect(Float(8_388_609).roundedToNearest() == 8_388_609)
    #expect((-Double.infinity).roundedToNearest() == -.infinity)
  }
}
