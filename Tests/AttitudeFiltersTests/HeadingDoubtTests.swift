import Rotations
import TestSupport
import Testing

@testable import AttitudeFilters

private let degree = Double.pi / 180

/// The doubt about a heading that the field contradicts (TheDefaultFilter.md, equation 48).
@Suite struct HeadingDoubtTests {
  /// A heading that follows the field by a share of each difference, as a filter with a steady gain does. `truth` is its error if the
  /// gyroscope is right.
  private struct Follower {
    var doubt = HeadingDoubt<Double>()
    var truth = 0.0
    var known = (2 * degree) * (2 * degree)
    var showsBias = true

    /// A field whose heading is wrong by `error`.
    mutating func take(_ error: Double, gain: Double = 0.01, noise: Double = 0) {
      showsBias = doubt.compare(error - truth, known: known, noise: noise, interval: 0.05)
      doubt.follow(gain * (error - truth))
      truth += gain * (error - truth)
    }
  }

  @Test func whatIsExplainedMakesNoDoubt() {
    var follower = Follower()
    for row in 0..<2000 {
      follower.take(row.isMultiple(of: 2) ? 12 * degree : -8 * degree)
      #expect(follower.doubt.variance == 0 && follower.showsBias)
    }
    // A heading that was lost for long is told by the field.
    follower.known = (30 * degree) * (30 * degree)
    follower.take(80 * degree, gain: 0)
    for _ in 0..<400 {
      follower.take(80 * degree, gain: 0.1)
      follower.known = max((2 * degree) * (2 * degree), follower.known * 0.9)
    }
    #expect(follower.doubt.variance == 0 && abs(follower.truth - 80 * degree) < degree)
  }

  /// A field that was turned for good: the filter follows it, and the doubt stays, whichever of the two is right.
  @Test(arguments: [30.0, 90, -150]) func aTurnedFieldIsDoubtedAfterItWasFollowed(_ angle: Double) {
    var follower = Follower()
    for _ in 0..<200 { follower.take(0) }
    for row in 0..<6000 {
      follower.take(angle * degree)
      guard row >= 40 else { continue }
      let sigma = follower.doubt.variance.squareRoot()
      #expect(3 * sigma > abs(follower.truth), "the gyroscope is right, row \(row)")
      #expect(3 * sigma > abs(angle * degree - follower.truth), "the field is right, row \(row)")
      #expect(!follower.showsBias)
    }
    #expect(abs(follower.truth - angle * degree) < degree)
  }

  /// A magnet that passes is forgotten within seconds.
  @Test func aFieldThatComesBackIsBelieved() {
    var follower = Follower()
    for _ in 0..<200 { follower.take(0) }
    for _ in 0..<200 { follower.take(70 * degree) }
    #expect(follower.doubt.variance.squareRoot() > 35 * degree)
    for _ in 0..<1000 { follower.take(0) }
    #expect(follower.doubt.variance.squareRoot() < 2 * degree && follower.showsBias)
    #expect(abs(follower.truth) < degree)
  }

  /// One field that points elsewhere is noise, but shows no bias.
  @Test func oneReadingIsNoDoubt() {
    var follower = Follower()
    for _ in 0..<200 { follower.take(0) }
    follower.take(120 * degree)
    #expect(follower.doubt.variance == 0 && !follower.showsBias)
    follower.take(0)
    #expect(follower.doubt.variance == 0 && follower.showsBias)
    follower.take(120 * degree, noise: (50 * degree) * (50 * degree))
    #expect(follower.showsBias)
  }

  /// A field that was turned while it was away shows the default filter no bias, which would go on to turn heading and tilt.
  @Test func aTurnedFieldMakesNoBias() { #expect(biasError(DefaultFilter<Double>()) < 0.05 * degree) }

  private func biasError<Filter: AttitudeFilter>(_ fresh: Filter) -> Double where Filter.Scalar == Double {
    var (filter, stream) = (fresh, FaultyStream(.turnedMagnetometer))
    var largest = 0.0
    for row in 0..<FaultyStream.rows {
      filter.updated(stream.next())
      if row >= 16_000 { largest = max(largest, (filter.gyroscopeBias - FaultyStream.bias).length) }
    }
    return largest
  }
}
