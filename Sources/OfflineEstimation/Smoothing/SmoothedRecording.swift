/// A smoothed recording: an attitude for every sample, and what was learned about the sensors.
public struct SmoothedRecording: Sendable {
  /// One for each sample, in order.
  public internal(set) var samples: [SmoothedSample] = []
  /// The stretches that were estimated at once; one, unless the recording is longer than a window.
  public internal(set) var windows: [Window] = []

  /// What was learned about the sensors, from the longest stretch; nil for a recording without samples.
  public var sensorErrors: SmoothedSensorErrors? {
    windows.max { $0.samples.count < $1.samples.count }?.sensorErrors
  }

  /// A stretch of samples that was estimated at once.
  public struct Window: Sendable {
    /// The samples; stretches overlap.
    public var samples: Range<Int>
    /// What was learned about the sensors in it.
    public var sensorErrors: SmoothedSensorErrors
    /// How many iterations the estimate took.
    public var iterationCount: Int
  }
}
