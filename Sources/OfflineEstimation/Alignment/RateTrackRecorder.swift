import MotionSamples
import Rotations

/// Makes a track of a recording row by row, in bounded memory: of a gyroscope, or of an attitude reference.
///
/// It takes 20 bytes a row up to `largestCount` rows: 21 MB. Of longer recordings neighbouring rates are averaged by twos,
/// fours and so on: 10 hours keep 15 to 29 rates a second, which is much for a hand's motion, 100 hours a tenth of it.
public struct RateTrackRecorder: Sendable {
  /// The most rates that a track has.
  public static let largestCount = 1 << 20

  private let limit: Int
  /// The rows, until they are too many.
  private var timestamps: [Timestamp] = []
  /// Rates; of an attitude reference the turns since the attitude before.
  private var vectors: [Vector3<Float>] = []
  private var lastAttitude: Rotation<Double>?
  /// From then on.
  private var builder: RateTrackBuilder?

  /// A recorder before the first row.
  public init() { self.init(largestCount: Self.largestCount) }

  init(largestCount: Int) { limit = largestCount }

  /// Adds a row of a gyroscope, rad/s.
  public mutating func add(_ angularRate: Vector3<Double>, at timestamp: Timestamp) {
    add(Vector3<Float>(angularRate), timestamp)
  }

  /// Adds a row of an attitude reference. A recorder takes the one or the other.
  public mutating func add(_ referenceFromBody: Rotation<Double>, at timestamp: Timestamp) {
    let turn = lastAttitude.map { ($0.inverse * referenceFromBody).rotationVector } ?? .zero
    lastAttitude = referenceFromBody
    add(Vector3<Float>(turn), timestamp)
  }

  private mutating func add(_ vector: Vector3<Float>, _ timestamp: Timestamp) {
    if builder != nil {
      builder?.add(vector, timestamp)
      return
    }
    timestamps.append(timestamp)
    vectors.append(vector)
    guard timestamps.count >= limit else { return }
    // Where not even two stamps are in order there is none, and the rows are of no use.
    builder = makeBuilder()
    (timestamps, vectors) = ([], [])
  }

  /// The track of the rows so far. Throws `tooShort` where fewer than two are of use.
  public func track() throws(AlignmentError) -> RateTrack {
    guard let builder = builder ?? makeBuilder(), let track = builder.track else {
      throw .tooShort(common: 0, needed: RelativeAlignment.leastDuration)
    }
    return track
  }

  /// How many rows or rates are held.
  var heldCount: Int { timestamps.count + (builder?.rates.times.count ?? 0) }

  private func makeBuilder() -> RateTrackBuilder? {
    guard let start = timestamps.first, let spacing = SampleSpacing(of: timestamps) else { return nil }
    var builder = RateTrackBuilder(
      start: start, spacing: spacing, holdsTurns: lastAttitude != nil, largestCount: limit)
    for (timestamp, vector) in zip(timestamps, vectors) { builder.add(vector, timestamp) }
    return builder
  }
}
