import Dispatch
import Foundation
import MotionSamples
import MotionSessions
import Synchronization
import Testing

/// The short version of the soak of `make soak`.
@Suite struct SoakTests {
  /// 200 000 samples past a handler that is far too slow: what it takes and what is dropped is everything.
  @Test func aSlowHandlerLosesCountedValuesAndNothingElse() async throws {
    let count = 200_000
    try await TestFiles.counting(count) { path in
      let manager = MotionManager(source: try ReplaySource(path), buffering: .dropsOldest(64))
      let taken = Atomic(0)
      let latest = Atomic<Int64>(-1)
      await withCheckedContinuation { (isOver: CheckedContinuation<Void, Never>) in
        manager.startAccelerometerUpdates(to: DispatchQueue(label: "slow")) { data, error in
          if let data {
            taken.add(1, ordering: .relaxed)
            #expect(data.timestamp.nanoseconds > latest.exchange(data.timestamp.nanoseconds, ordering: .relaxed))
            usleep(200)
          }
          if error == .sourceEnded { isOver.resume() }
        }
      }
      let dropped = manager.accelerometerDroppedCount
      #expect(taken.load(ordering: .relaxed) + dropped == count)
      #expect(dropped > count / 2)
      #expect(latest.load(ordering: .relaxed) == Int64(count - 1) * 10_000_000)
    }
  }
}
