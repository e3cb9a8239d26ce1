import MotionSamples
import Rotations

/// How the axes and the clock of a second sensor lie to those of a first one on the same rigid body, from a motion that both
/// recorded: two gyroscopes, or a gyroscope and an attitude reference.
///
/// The offset of the clocks is first sought in the magnitudes of the rates (`ClockOffsetSearch`), then refined together with
/// the rotation: Wahba's problem for the rates about their means, so that constant biases fall out, in turn with a
/// Gauss-Newton step of the offset, until it moves by less than 0.1 µs.
public struct RelativeAlignment: Sendable {
  /// Turns coordinates in the second sensor's axes into the first one's.
  public let firstFromSecond: Rotation<Double>
  /// One standard deviation of the rotation about the first sensor's axes, in rad, as far as the noise of the rates goes;
  /// scale errors and misaligned axes of the gyroscopes come on top.
  public let rotationDeviation: Vector3<Double>
  /// Seconds to be added to stamps of the second recording to get the first one's clock.
  public let clockOffset: Double
  /// One standard deviation of the offset, in s, as far as the noise goes.
  public let clockOffsetDeviation: Double
  /// The bias of the first gyroscope less that of the second one turned into the first one's axes, in rad/s.
  public let biasDifference: Vector3<Double>
  /// By which factor the first one's rates are larger; 1 where the units are right and the scales good.
  public let rateRatio: Double
  /// The share of the first one's motion that the second one explains, up to 1.
  public let explained: Double
  /// The root mean square distance per axis that remains between the rates, in rad/s.
  public let residual: Double
  /// How many rates of the first recording were compared.
  public let count: Int

  /// The seconds that the recordings must have in common.
  public static let leastDuration = 5.0
  /// The clocks may differ by so much from where the search begins, unless told otherwise, in s.
  public static let usualOffsetLimit = 60.0

  /// The mounting in quarter turns that is nearest: the second sensor's axes that are read for the first one's.
  public var nearestAxes: (mapping: AxisMapping, deviation: Double) { AxisMapping.nearest(to: firstFromSecond) }

  /// Aligns two tracks.
  ///
  /// The search begins with the clocks as they are where the tracks then have half of the shorter one in common, else with
  /// both starts together, and reaches `offsetLimit` seconds to both sides.
  ///
  /// Throws `tooShort`, `tooLittleMotion`, `notCorrelated` or `motionAboutOneAxis`.
  public init(
    first: RateTrack, second: RateTrack, offsetLimit: Double = Self.usualOffsetLimit
  ) throws(AlignmentError) {
    let shorter = min(first.duration, second.duration)
    guard shorter >= Self.leastDuration else { throw .tooShort(common: shorter, needed: Self.leastDuration) }
    let rate = first.rateDeviation
    guard rate > Self.leastRate else { throw .tooLittleMotion(rate: rate) }
    let startDifference = second.start.seconds(since: first.start)
    let overlap = min(first.duration, startDifference + second.duration) - max(0, startDifference)
    let guess = overlap > 0.5 * shorter ? startDifference : 0
    let search = ClockOffsetSearch(first, second, leastDuration: Self.leastDuration)
    let found = search.best(first, second, within: (guess - offsetLimit)...(guess + offsetLimit))
    guard found.isTried else { throw .tooShort(common: max(0, overlap), needed: Self.leastDuration) }
    guard found.correlation > Self.leastCorrelation else { throw .notCorrelated(best: found.correlation) }

    var offset = found.offset
    var match = try RateMatch(first, second, offset: offset)
    for _ in 0..<Self.mostRounds {
      let step = match.offsetStep
      offset += min(max(step, -search.binWidth), search.binWidth)
      match = try RateMatch(first, second, offset: offset)
      if abs(step) < Self.offsetTolerance { break }
    }
    guard match.explained > Self.leastCorrelation else { throw .notCorrelated(best: match.explained) }
    firstFromSecond = match.firstFromSecond
    rotationDeviation = match.rotationDeviation
    clockOffset = offset - startDifference
    clockOffsetDeviation = match.offsetDeviation
    biasDifference = match.biasDifference
    rateRatio = match.rateRatio
    explained = match.explained
    residual = match.residual
    count = match.count
  }

  private static let leastRate = 0.05
  private static let leastCorrelation = 0.5
  private static let mostRounds = 30
  private static let offsetTolerance = 1e-7
}

extension RateTrack {
  /// The root mean square distance of the rates from their mean, in rad/s.
  var rateDeviation: Double {
    let count = Double(rates.count)
    let mean = rates.reduce(Vector3<Double>.zero) { $0 + Vector3($1) } / count
    return (rates.reduce(0) { $0 + (Vector3($1) - mean).squaredLength } / count).squareRoot()
  }
}
