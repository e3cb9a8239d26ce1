import Cardan
import Dispatch
import Foundation
import Synchronization

/// Millions of samples of a recording, replayed over and over, past a handler that is far too slow.
struct Soak {
  let recording: String
  let sampleCount: Int

  /// Runs it, and says whether every value was taken or counted, and memory stayed as it was.
  func run() async throws -> Bool {
    let replay = try ReplaySource(recording, loops: true)
    let manager = MotionManager(source: LimitedSource(source: replay, count: sampleCount))
    let taken = Atomic(0)
    let watch = Task { await watchMemory(manager) }
    let start = ContinuousClock.now
    await withCheckedContinuation { (isOver: CheckedContinuation<Void, Never>) in
      manager.startDeviceMotionUpdates(to: DispatchQueue(label: "slow")) { motion, error in
        if motion != nil {
          taken.add(1, ordering: .relaxed)
          usleep(1000)
        }
        if error == .sourceEnded { isOver.resume() }
      }
    }
    let elapsed = start.duration(to: .now)
    watch.cancel()
    let sizes = await watch.value
    let (took, dropped) = (taken.load(ordering: .relaxed), manager.deviceMotionDroppedCount)
    print("\(sampleCount) samples in \(elapsed): \(took) taken, \(dropped) dropped")
    print("resident memory every second, in KiB: \(sizes.map(String.init).joined(separator: " "))")
    let isComplete = took + dropped == sampleCount
    // The first seconds are the start: allocators and sanitizers take what they will keep.
    let settled = sizes.dropFirst(max(2, sizes.count / 4))
    let growth = (settled.max() ?? 0) - (settled.first ?? 0)
    print("all accounted for: \(isComplete); growth after the start: \(growth) KiB")
    return isComplete && growth < 2048
  }

  private func watchMemory(_ manager: MotionManager) async -> [Int] {
    var sizes: [Int] = []
    while !Task.isCancelled {
      let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii))?.split(separator: " ") ?? []
      if fields.count > 1, let pages = Int(fields[1]) { sizes.append(pages * 4) }
      try? await Task.sleep(for: .seconds(1))
    }
    return sizes
  }
}

/// The first samples of a source.
struct LimitedSource: MotionSource {
  let source: ReplaySource
  let count: Int
  var description: SourceDescription { source.description }

  func open() throws(MotionError) -> any MotionSourceReader { Reader(reader: try source.open(), left: count) }

  struct Reader: MotionSourceReader {
    var reader: any MotionSourceReader
    var left: Int

    mutating func next() async throws(MotionError) -> SourceEvent? {
      guard left > 0, let event = try await reader.next() else { return nil }
      if case .sample = event { left -= 1 }
      return event
    }
  }
}
