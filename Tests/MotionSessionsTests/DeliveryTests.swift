import AttitudeFilters
import Cardan
import Dispatch
import Foundation
import MotionSamples
import ParallelWork
import Rotations
import Synchronization
import Testing
import TestSupport

@testable import MotionSessions

/// Intervals, slow handlers, batches, interruptions.
@Suite(.endedWhenHanging) struct DeliveryTests {
  /// The timestamps of all values, in milliseconds.
  func timestamps(_ service: MotionUpdates<AccelerometerData>) async throws -> [Int64] {
    var timestamps: [Int64] = []
    for try await data in service { timestamps.append(data.timestamp.nanoseconds / 1_000_000) }
    return timestamps
  }

  /// 60 Hz out of 100 Hz: three of five values, those nearest to the due time.
  @Test func decimationByHand() async throws {
    let manager = MotionManager.lossless(ListSource(SourceEvent.rest(duration: 0.1), interval: 0.01))
    manager.accelerometerUpdateInterval = 1.0 / 60
    #expect(try await timestamps(manager.accelerometerUpdates()) == [0, 20, 30, 50, 70, 80])
  }

  @Test func decimationHasTheRequestedRate() {
    var generator = SplitMix64(seed: 4)
    for (rate, wanted) in [(100.0, 60.0), (286, 30), (100, 99), (1000, 7), (50, 100)] {
      var decimator = Decimator()
      var count = 0
      for index in 0..<20_000 {
        let jitter = Double.random(in: -0.2...0.2, using: &generator)
        let time = Int64((Double(index) + jitter) / rate * 1e9)
        if decimator.admits(at: time, interval: Int64(1e9 / wanted)) { count += 1 }
      }
      let expected = min(20_000, 20_000 * wanted / rate)
      #expect(abs(Double(count) - expected) < 0.01 * expected + 2, "\(wanted) of \(rate) Hz")
    }
  }

  /// After a gap one value comes at once and the interval starts again; missed values are not made up.
  @Test func decimationAfterAGap() {
    var decimator = Decimator()
    let times: [Int64] = [0, 10, 20, 500, 510, 520, 530, 540]
    let admitted = times.map { decimator.admits(at: $0, interval: 20) }
    #expect(admitted == [true, false, true, true, false, true, false, true])
  }

  @Test func anIntervalMayShrinkWhileItRuns() {
    var decimator = Decimator()
    let samples: [(Int64, Int64)] = [(0, 1_000_000), (10, 1_000_000), (20, 50), (70, 50)]
    let admitted = samples.map { decimator.admits(at: $0.0, interval: $0.1) }
    #expect(admitted == [true, false, false, true])
  }

  /// A handler blocked while 300 values come: the newest 8 wait, 291 are dropped and counted.
  @Test func aSlowHandlerLosesTheOldestAndItIsCounted() async throws {
    let gate = DispatchSemaphore(value: 0)
    let entered = DispatchSemaphore(value: 0)
    let numbers = Awaited<[Int64]>([])
    let queue = DispatchQueue(label: "slow")
    let source = ListSource(
      SourceEvent.rest(duration: 0.01) + [.connected] + SourceEvent.rest(from: 0.01, duration: 2.99), ending: .waiting)
    let manager = MotionManager(source: GatedSource(source, entered), buffering: .dropsOldest(8))
    manager.startAccelerometerUpdates(to: queue) { data, _ in
      guard let data else { return }
      if numbers.value.isEmpty {
        // The source continues once the handler has been entered.
        entered.signal()
        gate.wait()
      }
      numbers.change { $0.append(data.timestamp.nanoseconds / 10_000_000) }
    }
    try await source.exhaustedReaders.wait(for: 1)
    #expect(manager.accelerometerData?.timestamp.nanoseconds == 2_990_000_000)
    gate.signal()
    try await numbers.wait { $0.last == 299 }
    #expect(numbers.value == [0] + (292...299))
    #expect(manager.accelerometerDroppedCount == 291)
    manager.stopAccelerometerUpdates()
    #expect(manager.accelerometerDroppedCount == 291)
  }

  @Test func nothingIsLostWhereTheSourceIsHeld() async throws {
    let manager = MotionManager(source: ListSource(SourceEvent.rest(duration: 20)), buffering: .holdsSource(3))
    let count = Atomic(0)
    let isOver = Awaited(false)
    manager.startGyroscopeUpdates(to: OperationQueue()) { data, error in
      count.add(data == nil ? 0 : 1, ordering: .relaxed)
      if error == .sourceEnded { isOver.change { $0 = true } }
    }
    try await isOver.wait(for: true)
    #expect(count.load(ordering: .relaxed) == 2000)
    #expect(manager.gyroscopeDroppedCount == 0)
  }

  /// A stop frees a source that a full mailbox holds.
  @Test func stoppingFreesAHeldSource() async throws {
    let source = ListSource(SourceEvent.rest(duration: 20))
    let manager = MotionManager(source: source, buffering: .holdsSource(3))
    let updates = manager.gyroscopeUpdates()
    try await source.eventCount.wait(for: 3)
    manager.stopGyroscopeUpdates()
    try await source.readers.wait(for: 0)
    #expect(source.eventCount.value == 3)
    withExtendedLifetime(updates) {}
  }

  @Test func batches() async throws {
    let manager = MotionManager.lossless(ListSource(SourceEvent.rest(duration: 1.05)))
    var sizes: [Int] = []
    for try await batch in manager.deviceMotionBatches(lasting: 0.2) { sizes.append(batch.count) }
    #expect(sizes == [20, 20, 20, 20, 20, 5])

    let handled = Locked<[Int]>([])
    let isOver = Awaited(false)
    manager.startAccelerometerUpdates(inBatchesLasting: 0.5, to: .immediate) { batch, error in
      handled.withLock { $0.append(batch?.count ?? -1) }
      if error == .sourceEnded { isOver.change { $0 = true } }
    }
    try await isOver.wait(for: true)
    #expect(handled.withLock { $0 } == [50, 50, 5, -1])
  }

  @Test func aDroppedBatchCountsItsValues() {
    let mailbox = Mailbox<[Int]>(capacity: 1) { $0.count }
    mailbox.put([1, 2, 3])
    mailbox.put([4])
    #expect(mailbox.droppedCount == 3)
    #expect(mailbox.take() == .success([4]))
  }

  @Test func errorsKeepTheirPlace() {
    let mailbox = Mailbox<Int>(capacity: 2)
    mailbox.put(1)
    mailbox.put(.sourceDisconnected("a"))
    for value in 2...4 { mailbox.put(value) }
    mailbox.put(.sourceEnded)
    mailbox.finish()
    mailbox.put(5)
    var taken: [Result<Int, MotionError>] = []
    while let message = mailbox.take() { taken.append(message) }
    #expect(taken == [.failure(.sourceDisconnected("a")), .success(3), .success(4), .failure(.sourceEnded)])
    #expect(mailbox.droppedCount == 2)
  }

  /// The disconnection is reported and the last value stays. The first motion after it has the flag, even if it is not the
  /// first sample.
  @Test func aSourceThatComesBack() async throws {
    let events =
      SourceEvent.rest(duration: 2) + [.disconnected("unplugged"), .connected] + SourceEvent.rest(duration: 1)
    let manager = MotionManager(source: ListSource(events))
    manager.deviceMotionUpdateInterval = 0.05
    let (motions, errors) = (Locked<[DeviceMotion]>([]), Locked<[MotionError]>([]))
    let isOver = Awaited(false)
    manager.startDeviceMotionUpdates(to: .immediate) { motion, error in
      if let motion { motions.withLock { $0.append(motion) } }
      if let error {
        if error != .sourceEnded { #expect(!manager.isSourceConnected && manager.deviceMotion != nil) }
        errors.withLock { $0.append(error) }
      }
      if error == .sourceEnded { isOver.change { $0 = true } }
    }
    try await isOver.wait(for: true)
    #expect(errors.withLock { $0 } == [.sourceDisconnected("unplugged"), .sourceEnded])
    let all = motions.withLock { $0 }
    #expect(all.indices.filter { all[$0].followsDiscontinuity } == [40])
    #expect(all[40].timestamp.nanoseconds < 60_000_000)
    #expect(all[40].flags.contains(.afterGap))
  }

  /// Once, after five seconds without a good heading, and only if enabled.
  @Test(arguments: [true, false]) func movementIsAskedForOnce(isWanted: Bool) async throws {
    let manager = MotionManager(source: ListSource(SourceEvent.rest(duration: 20, hasField: false)))
    manager.showsDeviceMovementDisplay = isWanted
    let errors = Awaited<[MotionError]>([])
    try manager.startDeviceMotionUpdates(using: .xMagneticNorthZVertical, to: .immediate) { motion, error in
      if let error { errors.change { $0.append(error) } }
    }
    try await errors.wait { $0.last == .sourceEnded }
    #expect(errors.value == (isWanted ? [.deviceRequiresMovement, .sourceEnded] : [.sourceEnded]))
    #expect(MotionError.deviceRequiresMovement.code == 101)
  }
}

/// A source that waits for a signal at each `connected`.
struct GatedSource: MotionSource {
  let source: ListSource
  let gate: DispatchSemaphore
  var description: SourceDescription { source.description }

  init(_ source: ListSource, _ gate: DispatchSemaphore) {
    self.source = source
    self.gate = gate
  }

  func open() throws(MotionError) -> any MotionSourceReader { Reader(reader: try source.open(), gate: gate) }

  struct Reader: MotionSourceReader {
    var reader: any MotionSourceReader
    let gate: DispatchSemaphore

    mutating func next() async throws(MotionError) -> SourceEvent? {
      let event = try await reader.next()
      if case .connected? = event { block() }
      return event
    }

    /// Blocks the thread, as a source may.
    private func block() { gate.wait() }
  }
}
