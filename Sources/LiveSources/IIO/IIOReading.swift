import MotionSamples

/// A way to get samples from the sensors of Linux IIO.
protocol IIOReading {
  /// What comes next, after at most about 20 ms.
  mutating func read() async -> IIOResult
}

/// What came.
enum IIOResult {
  case samples([StampedSample<Double>])
  /// The device is gone, and why.
  case lost(String)
}
