import Cardan
import Dispatch
import Foundation
import Synchronization

/// Managers that come and go: started, stopped, started again, let go of while they run, in every way of delivery.
struct Churn {
  let recording: String
  let count: Int

  /// How many values came.
  private final class Counter: Sendable {
    private let count = Atomic(0)
    func add(_ number: Int) { count.add(number, ordering: .relaxed) }
    var total: Int { count.load(ordering: .relaxed) }
  }

  /// Runs it, and gives how many values came.
  func run() async throws -> Int {
    let values = Counter()
    for round in 0..<count {
      let pace: ReplaySource.Pace = round % 3 == 0 ? .realTime(factor: 100) : .asFastAsPossible
      let source = try ReplaySource(recording, pace: pace, loops: round % 2 == 0)
      let manager = MotionManager(source: source, buffering: round % 4 < 2 ? .dropsOldest(8) : .holdsSource(8))
      manager.startDeviceMotionUpdates(to: DispatchQueue(label: "push")) { motion, _ in
        if motion != nil { values.add(1) }
        // A handler that is too slow in every fifth round.
        if round % 5 == 0 { usleep(500) }
      }
      manager.startAccelerometerUpdates(inBatchesLasting: 0.1, to: OperationQueue()) { batch, _ in
        values.add(batch?.count ?? 0)
      }
      manager.startGyroscopeUpdates(to: .immediate) { _, _ in values.add(1) }
      let loop = Task { await Self.follow(manager, values) }
      try await Task.sleep(for: .milliseconds(5 + round % 7))
      manager.stopDeviceMotionUpdates()
      manager.startDeviceMotionUpdates()
      if round % 2 == 0 { loop.cancel() }
      try await Task.sleep(for: .milliseconds(2))
      if round % 3 != 1 {
        manager.stopAccelerometerUpdates()
        manager.stopGyroscopeUpdates()
        manager.stopMagnetometerUpdates()
        manager.stopDeviceMotionUpdates()
      }
      // In the other rounds it goes while it runs.
    }
    // Whatever is still under way ends by itself.
    try await Task.sleep(for: .milliseconds(500))
    return values.total
  }

  /// Takes 200 values in a loop.
  private static func follow(_ manager: MotionManager, _ values: Counter) async {
    var left = 200
    do {
      for try await _ in manager.magnetometerUpdates() {
        values.add(1)
        left -= 1
        if left == 0 { return }
      }
    } catch {}
  }
}
