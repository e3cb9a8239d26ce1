/// The means of a series over blocks of equal length, in bounded memory: where there are too many, neighbours are joined.
///
/// Blocks never reach over a gap; what does not fill one at the end of a stretch is left out.
struct MeanBlocks: Sendable {
  /// Readings in a block: a power of two.
  private(set) var blockLength = 1
  /// The means of all stretches, less `offset`, those of the open one last.
  private(set) var stretches: [[Double]] = [[]]
  /// The first reading: a large bias would take digits from sums.
  private(set) var offset = 0.0

  private var blockCount = 0
  private var isEmpty = true
  private var openSum = 0.0
  private var openCount = 0

  /// At most so many blocks: the lowest frequencies, which tell a drift, are then as good as exact.
  private static let largestCount = 512

  /// Takes the next reading.
  mutating func add(_ reading: Double) {
    if isEmpty { offset = reading }
    isEmpty = false
    openSum += reading - offset
    openCount += 1
    guard openCount == blockLength else { return }
    stretches[stretches.count - 1].append(openSum / Double(blockLength))
    (openSum, openCount) = (0, 0)
    blockCount += 1
    if blockCount > Self.largestCount { joinNeighbours() }
  }

  /// What comes next lies beyond a gap.
  mutating func endStretch() {
    (openSum, openCount) = (0, 0)
    if stretches[stretches.count - 1].count < 2 {
      // A single mean tells no change.
      blockCount -= stretches[stretches.count - 1].count
      stretches[stretches.count - 1] = []
    } else {
      stretches.append([])
    }
  }

  private mutating func joinNeighbours() {
    let open = stretches[stretches.count - 1]
    if !open.count.isMultiple(of: 2), let last = open.last {
      openSum += last * Double(blockLength)
      openCount += blockLength
    }
    blockLength *= 2
    stretches = stretches.map { means in
      stride(from: 0, to: means.count - 1, by: 2).map { 0.5 * (means[$0] + means[$0 + 1]) }
    }
    let joined = stretches[stretches.count - 1]
    stretches = stretches.dropLast().filter { $0.count > 1 } + [joined]
    blockCount = stretches.reduce(0) { $0 + $1.count }
  }
}
