import MotionSamples

/// How a recording is cut into overlapping windows of equal duration.
struct SmoothingWindows {
  /// The samples of each window, in order.
  let ranges: [Range<Int>]

  init(_ samples: [MotionSample<Double>], _ parameters: AttitudeSmootherParameters) {
    let total = samples.reduce(0) { $0 + SampleTimeline.interval($1) }
    let overlap = min(max(parameters.windowOverlap, 0), 0.5 * parameters.windowDuration)
    guard total > parameters.windowDuration, parameters.windowDuration > 0 else {
      ranges = [0..<samples.count]
      return
    }
    let count = ((total - overlap) / (parameters.windowDuration - overlap) - 1e-6).rounded(.up)
    let stride = (total - overlap) / count
    var starts: [Int] = []
    var ends: [Int] = []
    var elapsed = 0.0
    for (index, sample) in samples.enumerated() {
      elapsed += SampleTimeline.interval(sample)
      while Double(starts.count) < count, elapsed >= Double(starts.count) * stride { starts.append(index) }
      while Double(ends.count) < count - 1, elapsed >= Double(ends.count + 1) * stride + overlap { ends.append(index) }
    }
    // A gap longer than a window leaves windows without samples.
    ranges = zip(starts, ends + [samples.count]).filter { $0 < $1 }.map { $0..<$1 }
  }
}
