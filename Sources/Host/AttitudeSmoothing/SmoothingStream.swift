import MotionSamples
import Rotations

/// The smoothing of a recording while its samples come, window by window.
///
/// It holds the samples of one and a half windows and the estimates of one, whatever the length of the recording. The results
/// are those of `AttitudeSmoother.smooth`, however the samples are divided among calls.
///
/// It smooths on the calling thread. To smooth several windows at the same time, use its parts: one thread at a time collects, starts
/// and joins, each in the order of the windows, and any number of threads estimate started windows; the results are the same.
public struct SmoothingStream: Sendable {
  private var collector: SmoothingWindowCollector
  private var starter: SmoothingWindowStarter
  private var joiner = SmoothingWindowJoiner()

  /// A stream before its first sample.
  public init(parameters: AttitudeSmootherParameters = AttitudeSmootherParameters()) {
    collector = SmoothingWindowCollector(parameters: parameters)
    starter = SmoothingWindowStarter(parameters: parameters)
  }

  /// The windows so far.
  public var windows: [SmoothedRecording.Window] { joiner.windows }

  /// Adds samples and the velocities observed with them, as `AttitudeSmoother.smooth` takes them, and returns what became final.
  /// `isWanted` is called between iterations; false ends the work with `SmoothingError.stopped`.
  public mutating func add(
    _ block: ArraySlice<MotionSample<Double>>, _ velocities: [ObservedVelocity] = [],
    while isWanted: () -> Bool = { true }
  ) throws(SmoothingError) -> [SmoothingWindowJoiner.Stretch] {
    collector.collect(block, velocities)
    return try smooth(isWanted)
  }

  /// Ends the recording and returns the rest.
  public mutating func finish(
    while isWanted: () -> Bool = { true }
  ) throws(SmoothingError) -> [SmoothingWindowJoiner.Stretch] {
    try collector.collectEnd()
    return try smooth(isWanted)
  }

  private mutating func smooth(_ isWanted: () -> Bool) throws(SmoothingError) -> [SmoothingWindowJoiner.Stretch] {
    var stretches: [SmoothingWindowJoiner.Stretch] = []
    while let window = collector.takeWindow() {
      stretches.append(joiner.join(try starter.start(window).estimate(while: isWanted)))
    }
    return stretches
  }
}
