import Dispatch
import Foundation
import MotionSamples
import MotionSessions
import Synchronization
import Testing

/// The short version of the soak of `make soak`.
@Suite struct SoakTests {
  /// 200 000 samples past a handler that stands still until most are dropped: what it takes and what is dropped is everything.
  @Test func aSlowHandlerLosesCountedValuesAndNothingElse() async throws {
    let count = 200_000
    try await TestFiles.counting(count) { path in
      let manager = MotionManager(source: try ReplaySource(path), buffering: .dropsOldest(64))
      let taken = Atomic(0)
      let latest = Atomic<Int64>(-1)
      await withCheckedContinuation { (isOver: CheckedContinuation<Void, Never>) in
        manager.startAccelerometerUpdates(to: DispatchQueue(label: "slow")) { data, error in
          if let data {
            if taken.add(1, ordering: .relaxed).oldValue == 0 {
              while manager.accelerometerDroppedCount <= count / 2 { usleep(1000) }
            }
            #expect(data.timestamp.nanoseconds > latest.exchange(data.timestamp.nanoseconds, ordering: .relaxed))
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
