import Rotations

/// The random walk of the gyroscope's bias that rest shows (60).
///
/// At rest the mean rate is the bias. It walks if means over two seconds differ by more than those over one interval, and by more than
/// the body turned: how far it turned shows in the direction of the specific force.
struct RestBiasWalk {
  /// The mean readings of an interval at rest, rad/s and m/s².
  struct Mean {
    var rate: Vector3<Double>
    var force: Vector3<Double>
  }

  /// The duration of a block, s.
  private static let blockDuration = 2.0
  /// The fewest pairs of neighbouring blocks, and their mean square over what noise and turning explain, that show a walk.
  private static let fewestPairs = 3.0
  private static let leastRatio = 5.0

  /// The number of intervals in a block.
  private let blockSize: Int
  /// Sums of squares per axis, (rad/s)², with their counts: of differences of neighbouring intervals and blocks, and of the rates at
  /// which the specific force turned from block to block.
  private var intervals = (sum: 0.0, count: 0.0)
  private var blocks = (sum: 0.0, turned: 0.0, count: 0.0)

  /// Compares the intervals `knotInterval` seconds apart, nil for those in motion.
  init(_ means: [Mean?], knotInterval: Double) {
    blockSize = max(1, Int(saturating: (Self.blockDuration / knotInterval).rounded()))
    for run in means.split(whereSeparator: { $0 == nil }) { add(run.compactMap { $0 }) }
  }

  /// Adds successive intervals at rest.
  private mutating func add(_ rest: [Mean]) {
    for (former, next) in zip(rest, rest.dropFirst()) {
      intervals.sum += (next.rate - former.rate).squaredLength / 3
      intervals.count += 1
    }
    let means = stride(from: 0, through: rest.count - blockSize, by: blockSize).map { start in
      let block = rest[start..<start + blockSize]
      return Mean(
        rate: block.reduce(.zero) { $0 + $1.rate } / Double(blockSize),
        force: block.reduce(.zero) { $0 + $1.force } / Double(blockSize))
    }
    for (former, next) in zip(means, means.dropFirst()) {
      let lengths = former.force.length * next.force.length
      let turned = lengths > 0 ? former.force.cross(next.force).length / (lengths * Self.blockDuration) : 0
      blocks.sum += (next.rate - former.rate).squaredLength / 3
      blocks.turned += turned * turned / 2
      blocks.count += 1
    }
  }

  /// The random walk, (rad/s)/√s; zero if rest shows none.
  var deviation: Double {
    guard blocks.count >= Self.fewestPairs else { return 0 }
    let explained = intervals.sum / (intervals.count * Double(blockSize)) + blocks.turned / blocks.count
    let square = blocks.sum / blocks.count
    guard square > Self.leastRatio * explained else { return 0 }
    // The means of neighbouring blocks differ by 2/3 of what the bias walks in a block.
    return ((square - explained) / (2.0 / 3 * Self.blockDuration)).squareRoot()
  }
}
