import MotionSessions

/// An event in short: the x of the angular rate of a sample, or what else it was.
enum Step: Equatable {
  case rate(Double)
  case disconnected
  case connected
  case discontinuity

  init(_ event: SourceEvent) {
    switch event {
    case .sample(let stamped): self = .rate(stamped.sample.angularRate.x)
    case .disconnected: self = .disconnected
    case .connected: self = .connected
    case .discontinuity: self = .discontinuity
    }
  }
}

extension MotionSourceReader {
  /// The next events in short; fewer at the end of the source.
  mutating func steps(_ count: Int) async throws -> [Step] {
    var steps: [Step] = []
    while steps.count < count, let event = try await next() { steps.append(Step(event)) }
    return steps
  }
}
