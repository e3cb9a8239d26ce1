import AttitudeEvaluation
import Rotations
import Testing

private func rotation(_ w: Double, _ x: Double, _ y: Double, _ z: Double) -> Rotation<Double> {
  Rotation(normalizing: Quaternion(w: w, x: x, y: y, z: z))!
}

@Suite struct AttitudeErrorAccumulatorTests {
  /// Five pairs of quaternions, one of them with opposite signs.
  static let pairs: [(estimate: Rotation<Double>, truth: Rotation<Double>)] = [
    (rotation(0.9, 0.1, -0.2, 0.3), rotation(0.92, 0.12, -0.17, 0.22)),
    (rotation(0.5, -0.5, 0.6, 0.1), rotation(0.45, -0.55, 0.62, 0.15)),
    (rotation(-0.7, 0.1, 0.1, 0.69), rotation(0.75, -0.05, -0.12, -0.62)),
    (rotation(1, 0, 0, 0), rotation(0.99, 0, 0.01, -0.12)),
    (rotation(0.2, 0.9, 0.1, -0.3), rotation(0.15, 0.92, 0.07, -0.25)),
  ]

  /// Computed apart with NumPy from the formulas as BROAD prints them (arccos and arctan).
  @Test func rootMeanSquareOfGoldenPairs() {
    var accumulator = AttitudeErrorAccumulator()
    for pair in Self.pairs { accumulator.add(estimate: pair.estimate, truth: pair.truth) }
    let result = accumulator.rootMeanSquare
    // arccos near 1 costs NumPy about 1e-15 / 0.1 rad.
    #expect(abs(result.total - 0.19716627067503742) < 1e-13)
    #expect(abs(result.heading - 0.1633880901427766) < 1e-13)
    #expect(abs(result.inclination - 0.1104263017580885) < 1e-13)
    #expect(abs(accumulator.bestHeadingOffset - 0.033338150700435096) < 1e-13)
    #expect(accumulator.count == 5)
  }

  @Test func rootMeanSquareWithoutOffsetOfGoldenPairs() {
    var history = AttitudeErrorHistory()
    for pair in Self.pairs { history.add(estimate: pair.estimate, truth: pair.truth) }
    let result = history.rootMeanSquareWithoutHeadingOffset
    // The history keeps 24 bits of each angle.
    #expect(abs(result.total - 0.19436045483056888) < 1e-7)
    #expect(abs(result.heading - 0.15999552797198474) < 1e-7)
    #expect(abs(result.inclination - 0.11042630175809012) < 1e-13)
    #expect(history.rootMeanSquare.total == history.accumulator.rootMeanSquare.total)
  }

  @Test func threeAndFourDegreesOfHeadingByHand() {
    var accumulator = AttitudeErrorAccumulator()
    accumulator.add(estimate: Rotation(aboutZ: 0.03), truth: .identity)
    accumulator.add(estimate: Rotation(aboutZ: -0.04), truth: .identity)
    #expect(abs(accumulator.rootMeanSquare.heading - (0.00125).squareRoot()) < 1e-15)
    #expect(abs(accumulator.rootMeanSquare.total - (0.00125).squareRoot()) < 1e-15)
    #expect(accumulator.rootMeanSquare.inclination < 1e-15)
  }

  /// Heading errors of 0.13, 0.15 and 0.17 rad, known to 0.02, 0.02 and not at all: with the offset 42.25 and 56.25 variances, without
  /// the offset of 0.15 rad 1 and 0.
  @Test func normalizedHeadingIsOfTheErrorThatIsShown() {
    var history = AttitudeErrorHistory()
    for (angle, deviation) in [(0.13, 0.02), (0.15, 0.02), (0.17, Double.nan)] {
      history.add(estimate: Rotation(aboutZ: angle), truth: .identity, headingDeviation: deviation)
    }
    #expect(abs(history.bestHeadingOffset - 0.15) < 1e-6)
    #expect(abs(history.normalizedHeading(withoutOffset: 0) - 49.25) < 1e-3)
    #expect(abs(history.normalizedHeading(withoutOffset: history.bestHeadingOffset) - 0.5) < 1e-4)
    #expect(AttitudeErrorHistory().normalizedHeading(withoutOffset: 0).isNaN)
  }

  @Test func truthThatIsNotANumberIsSkipped() {
    let unknown = Rotation<Double>(unchecked: Quaternion(w: .nan, x: .nan, y: .nan, z: .nan))
    var history = AttitudeErrorHistory()
    history.add(estimate: .identity, truth: unknown)
    history.add(estimate: unknown, truth: .identity)
    #expect(history.count == 0)
    #expect(history.rootMeanSquare.total.isNaN)
    #expect(history.rootMeanSquareWithoutHeadingOffset.heading.isNaN)
    #expect(history.bestHeadingOffset == 0)
    history.add(estimate: Rotation(aboutZ: 0.1), truth: .identity)
    history.add(estimate: .identity, truth: unknown)
    #expect(history.count == 1)
    #expect(abs(history.rootMeanSquare.total - 0.1) < 1e-15)
  }

  /// A constant offset, on truths all over the sphere, is found with its sign and taken out entirely.
  @Test(arguments: [0.0, 0.3, -0.3, 2.9, -2.9, 3.14159])
  func constantOffsetIsFoundAndRemoved(offset: Double) {
    var history = AttitudeErrorHistory()
    for pair in Self.pairs { history.add(estimate: Rotation(aboutZ: offset) * pair.truth, truth: pair.truth) }
    #expect(abs(history.bestHeadingOffset - offset) < 1e-14)
    #expect(abs(history.rootMeanSquare.heading - abs(offset)) < 1e-14)
    // 2^-24 of 3 rad.
    #expect(history.rootMeanSquareWithoutHeadingOffset.heading < 2e-7)
    #expect(history.rootMeanSquareWithoutHeadingOffset.total < 2e-7)
  }

  /// Errors on both sides of half a turn: wrapped averages would give zero.
  @Test func offsetAcrossHalfATurn() {
    var history = AttitudeErrorHistory()
    history.add(estimate: Rotation(aboutZ: 3.1), truth: .identity)
    history.add(estimate: Rotation(aboutZ: 3.3), truth: .identity)
    #expect(abs(abs(history.bestHeadingOffset) - Double.pi) < 0.06)
    #expect(abs((history.bestHeadingOffset - 3.2).wrappedToHalfTurn()) < 1e-14)
    #expect(abs(history.rootMeanSquareWithoutHeadingOffset.heading - 0.1) < 1e-6)
  }

  /// No other offset has a larger sum of squared cosines; around the best one the root mean square is flat.
  @Test func offsetIsTheBest() {
    var accumulator = AttitudeErrorAccumulator()
    for pair in Self.pairs { accumulator.add(estimate: pair.estimate, truth: pair.truth) }
    func meanSquaredCosine(after offset: Double) -> Double {
      Self.pairs.reduce(0.0) { sum, pair in
        let error = AttitudeError(estimate: Rotation(aboutZ: -offset) * pair.estimate, truth: pair.truth)
        let (_, cosine) = Double.sineAndCosine(0.5 * error.total)
        return sum + cosine * cosine
      }
    }
    let best = accumulator.bestHeadingOffset
    for step in [1e-3, -1e-3, 0.1, -0.1, 1.0, 3.0] {
      #expect(meanSquaredCosine(after: best) > meanSquaredCosine(after: best + step))
    }
  }
}
