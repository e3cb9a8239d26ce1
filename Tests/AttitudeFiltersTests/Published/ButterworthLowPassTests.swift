import Rotations
import Testing

@testable import AttitudeFilters

@Suite struct ButterworthLowPassTests {
  /// The difference equation of the bilinear transform, with coefficients as in VQF, section 3.3, and the two published
  /// states that a mean of 5 gives: the realisation here must give the same numbers. The difference equation loses digits
  /// by the square of time constant over interval, up to 1e5: 1e-9.
  @Test(arguments: [(3.0, 0.01), (0.5, 0.0035), (0.05, 0.02), (0.05, 0.099)])
  func equalsTheDifferenceEquation(_ timeConstant: Double, _ interval: Double) {
    let angle = Double.pi * 2.0.squareRoot() / (2 * .pi * timeConstant) * interval
    let (sine, cosine) = Double.sineAndCosine(angle)
    let c = sine / cosine
    let d = c * c + 2.0.squareRoot() * c + 1
    let (b0, a1, a2) = (c * c / d, 2 * (c * c - 1) / d, (1 - 2.0.squareRoot() * c + c * c) / d)
    var states = (5 * (1 - b0), 5 * (b0 - a2))

    var lowPass = ButterworthLowPass<Double>(timeConstant: timeConstant)
    var memory = LowPassMemory<Double>(zero: 0)
    while lowPass.isAveraging {
      lowPass.advance(by: interval)
      if lowPass.isAveraging { #expect(lowPass.filter(5, &memory) == 5) }
    }
    for index in 0..<1000 {
      let input = Double((index * 7919) % 101) / 10
      let expected = b0 * input + states.0
      states = (2 * b0 * input - a1 * expected + states.1, b0 * input - a2 * expected)
      #expect(abs(lowPass.filter(input, &memory) - expected) < 1e-9)
      lowPass.advance(by: interval)
    }
  }

  /// The average of 1, 2, 3, 4 while the time constant of four intervals lasts.
  @Test func startsWithTheMean() {
    var lowPass = ButterworthLowPass<Double>(timeConstant: 0.04)
    var memory = LowPassMemory<Double>(zero: 0)
    var outputs: [Double] = []
    for input in [1.0, 2, 3, 4, 5] {
      lowPass.advance(by: 0.01)
      outputs.append(lowPass.filter(input, &memory))
    }
    #expect(outputs[..<4] == [1, 1.5, 2, 2.5])
    #expect(outputs[4] > 2.5 && outputs[4] < 5)
    #expect(!lowPass.isAveraging)
  }

  /// A steady output stays when the rate changes; a time constant below half an interval passes the input.
  @Test func changesOfTheIntervalDoNotJump() {
    var lowPass = ButterworthLowPass<Double>(timeConstant: 0.05)
    var memory = LowPassMemory<Double>(zero: 0)
    for interval in [0.01, 0.01, 0.02, 0.05, 0.09, 0.2, 0.2, 0.001, 0.01] + Array(repeating: 0.01, count: 20) {
      lowPass.advance(by: interval)
      #expect(abs(lowPass.filter(7, &memory) - 7) < 1e-12)
    }
    lowPass.advance(by: 0.2)
    #expect(lowPass.filter(-3, &memory) == -3)
    #expect(lowPass.filter(4, &memory) == 4)
  }

  /// Jitter of less than 10 % keeps the coefficients, more renews them.
  @Test func coefficientsFollowTheInterval() {
    var lowPass = ButterworthLowPass<Double>(timeConstant: 1)
    lowPass.advance(by: 0)
    #expect(lowPass.interval == 0)
    for (interval, expected) in [(0.01, 0.01), (0.0105, 0.01), (0.0095, 0.01), (0.012, 0.012), (0.0115, 0.012)] {
      lowPass.advance(by: interval)
      #expect(lowPass.interval == expected)
    }
  }
}
