import Cardan
import Foundation

/// Samples at a constant rate, each with the time of its return as timestamp.
struct PacedSource: MotionSource {
  let samples: [MotionSample<Double>]
  /// Time between two samples in nanoseconds; 0 for no pause.
  let interval: Int

  var description: SourceDescription {
    let sensor = SourceDescription.Sensor()
    return SourceDescription(name: "paced", accelerometer: sensor, gyroscope: sensor, magnetometer: sensor)
  }

  func open() throws(MotionError) -> any MotionSourceReader { Reader(samples: samples[...], interval: interval) }

  /// Nanoseconds of the computer's monotonic clock.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  struct Reader: MotionSourceReader {
    var samples: ArraySlice<MotionSample<Double>>
    let interval: Int

    mutating func next() async throws(MotionError) -> SourceEvent? {
      guard !Task.isCancelled, let sample = samples.popFirst() else { return nil }
      // A blocking wait, as for a device.
      if interval > 0 { usleep(UInt32(interval / 1000)) }
      return .sample(TimedSample(timestamp: Timestamp(nanoseconds: PacedSource.now()), sample: sample))
    }
  }
}
