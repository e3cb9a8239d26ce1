import Cardan
import Dispatch
import Foundation
import MotionSimulation

/// Delays from the source to the handler, for each way of delivery.
struct LatencyBenchmark {
  let sampleCount: Int
  let rate: Int

  /// The delays of one way of delivery, in nanoseconds, from small to large.
  struct Delays {
    var name: String
    var sorted: [Int64]

    func quantile(_ fraction: Double) -> Double { Double(sorted[Int(fraction * Double(sorted.count - 1))]) }
  }

  func run() async throws {
    let step = stepOfTheFilter()
    let all = [
      try await handlerDelays("handler, .immediate", .immediate),
      try await handlerDelays("handler, DispatchQueue", DispatchQueue(label: "handler", qos: .userInteractive)),
      try await handlerDelays("handler, OperationQueue", OperationQueue()),
      try await loopDelays("for try await"),
    ]
    print("one filter step: \(Int(step)) ns (median); samples at \(rate) Hz, \(sampleCount) each")
    for delays in all {
      let figures = [0.5, 0.99].map { delays.quantile($0) }
      let ratio = String(format: "%.1f", figures[0] / step)
      print("\(delays.name): median \(Int(figures[0])) ns (\(ratio) steps), 99 % \(Int(figures[1])) ns")
    }
    let busy = try await busyCost()
    print(
      "CPU time from source to handler, .immediate: \(Int(busy)) ns a sample, \(String(format: "%.2f", busy / step)) filter steps"
    )
  }

  private func samples(_ count: Int) -> [MotionSample<Double>] {
    let duration = Double(count) / Double(rate) + 1
    guard
      let scenario = SimulationScenario.named("hand-held", seed: 1, duration: duration, rate: Double(rate))
    else { return [] }
    return scenario.recording().prefix(count).map { $0.motionSample(as: Double.self) }
  }

  /// CPU time of this process, ns.
  private static func processorTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Median over 21 runs of the processor time for a step of the default filter with its output, in nanoseconds.
  private func stepOfTheFilter() -> Double {
    let samples = samples(20_000).map { sample in
      var sample = sample
      sample.interval = 1 / Double(rate)
      return sample
    }
    var checksum = 0.0
    let times = (0..<21).map { _ -> Double in
      var filter = DefaultFilter<Double>()
      let start = Self.processorTime()
      for sample in samples {
        filter.update(sample)
        checksum += filter.enuFromBody.quaternion.w
      }
      return Double(Self.processorTime() - start) / Double(samples.count)
    }
    precondition(!checksum.isNaN)
    return times.sorted()[10]
  }

  private func manager(_ count: Int, interval: Int) -> MotionManager {
    MotionManager(source: PacedSource(samples: samples(count), interval: interval), buffering: .holdsSource(64))
  }

  private func handlerDelays(_ name: String, _ queue: some HandlerQueue) async throws -> Delays {
    let manager = manager(sampleCount, interval: 1_000_000_000 / rate)
    let (stream, continuation) = AsyncStream.makeStream(of: Int64.self)
    try manager.startDeviceMotionUpdates(using: .enu, to: queue) { motion, error in
      if let motion { continuation.yield(PacedSource.now() - motion.timestamp.nanoseconds) }
      if error != nil { continuation.finish() }
    }
    var delays: [Int64] = []
    for await delay in stream { delays.append(delay) }
    return Delays(name: name, sorted: delays.sorted())
  }

  private func loopDelays(_ name: String) async throws -> Delays {
    var delays: [Int64] = []
    let manager = manager(sampleCount, interval: 1_000_000_000 / rate)
    for try await motion in try manager.deviceMotionUpdates(using: .enu) {
      delays.append(PacedSource.now() - motion.timestamp.nanoseconds)
    }
    return Delays(name: name, sorted: delays.sorted())
  }

  /// Processor time for the whole way of a sample through a session, in nanoseconds; median of 11 runs.
  private func busyCost() async throws -> Double {
    var times: [Double] = []
    for _ in 0..<11 {
      let manager = manager(20_000, interval: 0)
      let start = Self.processorTime()
      await withCheckedContinuation { (isOver: CheckedContinuation<Void, Never>) in
        do {
          try manager.startDeviceMotionUpdates(using: .enu, to: .immediate) { _, error in
            if error != nil { isOver.resume() }
          }
        } catch { preconditionFailure("\(error)") }
      }
      times.append(Double(Self.processorTime() - start) / 20_000)
    }
    return times.sorted()[5]
  }
}
