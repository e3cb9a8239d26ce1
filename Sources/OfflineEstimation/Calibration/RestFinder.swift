import MotionSamples
import Rotations

/// Finds where a sensor lies still, offline and stricter than a filter does: for means that count as exact.
///
/// The recording is cut into blocks of a quarter of a second. Blocks that are quiet inside and agree with each other make
/// a rest; the first and the last of them, in which the motion may still end or begin, do not count.
public struct RestFinder: Sendable {
  /// What counts as rest.
  public struct Thresholds: Sendable {
    /// The largest standard deviation of the angular rate within a block, per axis, rad/s. Default 1.5 degrees/s.
    public var angularRateDeviation = 1.5 * Double.pi / 180
    /// The largest standard deviation of the specific force within a block, per axis, m/s². Default 0.15.
    public var specificForceDeviation = 0.15
    /// How far the mean rate of a block may lie from that of the rest, per axis, rad/s. Default 0.5 degrees/s.
    public var angularRateChange = 0.5 * Double.pi / 180
    /// How far the mean specific force of a block may lie from that of the rest, per axis, m/s². Default 0.06, which is
    /// a tilt of a third of a degree.
    public var specificForceChange = 0.06
    /// The largest mean rate about an axis that can be a bias, rad/s. Default 10 degrees/s.
    public var largestBias = 10 * Double.pi / 180
    /// The shortest rest that counts, s. Default 1.
    public var shortestDuration = 1.0

    /// The default thresholds.
    public init() {}
  }

  /// What counts as rest.
  public let thresholds: Thresholds
  /// Seconds since the beginning of the recording.
  public private(set) var time = 0.0
  private var block = RestBlock(start: 0)
  private var run: RestRun?

  private static let blockDuration = 0.25

  /// A finder before the first sample.
  public init(thresholds: Thresholds = Thresholds()) { self.thresholds = thresholds }

  /// Where the sensor lies still now, and has long enough to count: since when, in seconds from the beginning.
  public var restingSince: Double? {
    run.flatMap { $0.countedDuration >= thresholds.shortestDuration ? $0.countedStart : nil }
  }

  /// Takes a sample, with the sensor's temperature in degrees Celsius where it is known. Gives a rest when it has ended.
  public mutating func add(_ sample: MotionSample<Double>, temperature: Double? = nil) -> RestSegment? {
    guard sample.interval > 0, sample.interval < 0.5 else {
      if sample.interval.isFinite && sample.interval > 0 { time += sample.interval }
      return endRun()
    }
    time += sample.interval
    block.add(sample, temperature: temperature)
    return block.duration >= Self.blockDuration ? closeBlock() : nil
  }

  /// Ends the recording; gives the rest that lasted to its end.
  public mutating func finish() -> RestSegment? { endRun() }

  private mutating func closeBlock() -> RestSegment? {
    defer { block = RestBlock(start: time) }
    guard let summary = block.summary, isQuiet(summary) else { return endRun() }
    if run?.agrees(with: summary, thresholds) == true {
      run?.append(summary)
      return nil
    }
    let ended = endRun()
    run = RestRun(summary)
    return ended
  }

  private mutating func endRun() -> RestSegment? {
    defer {
      run = nil
      block = RestBlock(start: time)
    }
    return run.flatMap { $0.countedDuration >= thresholds.shortestDuration ? $0.segment : nil }
  }

  private func isQuiet(_ block: RestBlock.Summary) -> Bool {
    block.angularRateDeviation.largestMagnitude <= thresholds.angularRateDeviation
      && block.specificForceDeviation.largestMagnitude <= thresholds.specificForceDeviation
      && block.angularRate.largestMagnitude <= thresholds.largestBias
  }
}
