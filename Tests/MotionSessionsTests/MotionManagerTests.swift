import AttitudeFilters
import Dispatch
import MotionSamples
import Rotations
import TestSupport
import Testing

@testable import MotionSessions

/// Starts, stops, errors and frames.
@Suite(.endedWhenHanging) struct MotionManagerTests {
  /// The calls of a handler.
  final class Log<Item: Sendable>: Sendable {
    let entries = Awaited<[(Item?, MotionError?)]>([])
    var handler: MotionHandler<Item> { { item, error in self.entries.change { $0.append((item, error)) } } }
    var items: [Item] { entries.value.compactMap(\.0) }
    var errors: [MotionError] { entries.value.compactMap(\.1) }
  }

  @Test func withoutHardwareNothingHappens() async throws {
    let manager = MotionManager(source: nil)
    #expect(!manager.isAccelerometerAvailable && !manager.isGyroscopeAvailable)
    #expect(!manager.isMagnetometerAvailable && !manager.isDeviceMotionAvailable)
    #expect(manager.availableAttitudeReferenceFrames.isEmpty)
    manager.startAccelerometerUpdates()
    manager.startDeviceMotionUpdates(to: .immediate) { _, _ in Issue.record("nothing comes") }
    try manager.startDeviceMotionUpdates(using: .xTrueNorthZVertical)
    #expect(!manager.isAccelerometerActive && !manager.isDeviceMotionActive)
    #expect(manager.accelerometerData == nil)
    for try await _ in manager.gyroscopeUpdates() { Issue.record("nothing comes") }
    manager.stopAccelerometerUpdates()
    manager.stopDeviceMotionUpdates()
  }

  @Test func framesThatCannotBeHadSayWhy() throws {
    let manager = MotionManager(source: ListSource([], hasMagnetometer: false))
    #expect(manager.availableAttitudeReferenceFrames == [.xArbitraryZVertical])
    let noMagnetometer = #expect(throws: MotionError.self) {
      try manager.startDeviceMotionUpdates(using: .xMagneticNorthZVertical)
    }
    #expect(noMagnetometer?.code == 109)
    #expect(noMagnetometer?.description.contains("magnetometer") == true)
    #expect(!manager.isDeviceMotionActive)

    let placeless = MotionManager(source: ListSource([]))
    #expect(!placeless.availableAttitudeReferenceFrames.contains(.xTrueNorthZVertical))
    #expect(placeless.availableAttitudeReferenceFrames.count == ReferenceFrame.allCases.count - 1)
    let noPlace = #expect(throws: MotionError.self) {
      try placeless.deviceMotionUpdates(using: .xTrueNorthZVertical)
    }
    #expect(noPlace?.code == 102)
    #expect(noPlace?.description.contains("place") == true)
    let placed = MotionManager(source: ListSource([], declination: 0.1))
    #expect(placed.availableAttitudeReferenceFrames == Set(ReferenceFrame.allCases))
  }

  @Test func anotherFrameNeedsAStop() throws {
    let manager = MotionManager(source: ListSource([], ending: .waiting))
    #expect(manager.attitudeReferenceFrame == .xArbitraryZVertical)
    try manager.startDeviceMotionUpdates(using: .xMagneticNorthZVertical)
    #expect(manager.attitudeReferenceFrame == .xMagneticNorthZVertical)
    try manager.startDeviceMotionUpdates(using: .xMagneticNorthZVertical)
    manager.startDeviceMotionUpdates()
    #expect(manager.attitudeReferenceFrame == .xMagneticNorthZVertical)
    let error = #expect(throws: MotionError.self) { try manager.startDeviceMotionUpdates(using: .ned) }
    #expect(error?.code == 108)
    manager.stopDeviceMotionUpdates()
    try manager.startDeviceMotionUpdates(using: .ned)
    #expect(manager.attitudeReferenceFrame == .ned)
    manager.stopDeviceMotionUpdates()
    #expect(manager.attitudeReferenceFrame == .xArbitraryZVertical)
  }

  @Test func pullHasTheLatestValue() async throws {
    let source = ListSource(SourceEvent.rest(duration: 1), ending: .waiting)
    let manager = MotionManager(source: source)
    manager.startAccelerometerUpdates()
    manager.startGyroscopeUpdates()
    manager.startMagnetometerUpdates()
    manager.startDeviceMotionUpdates()
    let end = Timestamp(nanoseconds: 990_000_000)
    try await source.exhaustedReaders.wait(for: 1)
    #expect(manager.accelerometerData?.timestamp == end)
    #expect((manager.accelerometerData?.acceleration ?? .zero).z == -1)
    manager.stopAccelerometerUpdates()
    #expect(!manager.isAccelerometerActive && manager.isGyroscopeActive)
    #expect(manager.accelerometerData?.timestamp == end, "the last value stays")
  }

  @Test func everyServiceDeliversItsSensor() async throws {
    let field = Vector3<Double>(x: 1, y: 2, z: 3)
    let rate = Vector3<Double>(x: 4, y: 5, z: 6)
    let events = [
      SourceEvent.sample(at: 0, rate: rate), .sample(at: 0.01, rate: rate, field: field), .sample(at: 0.02, rate: rate),
    ]
    var rates: [Vector3<Double>] = []
    for try await data in MotionManager.lossless(ListSource(events)).gyroscopeUpdates() {
      rates.append(data.rotationRate)
    }
    #expect(rates == [rate, rate, rate])
    var fields: [MagnetometerData] = []
    for try await data in MotionManager.lossless(ListSource(events)).magnetometerUpdates() { fields.append(data) }
    #expect(fields.map(\.magneticField) == [field])
    #expect(fields.first?.timestamp.nanoseconds == 10_000_000)
  }

  @Test func anIntervalBelowTheHardwaresIsTheHardwares() {
    let manager = MotionManager(source: ListSource([], interval: 0.01))
    #expect(manager.deviceMotionUpdateInterval == 0.01)
    manager.deviceMotionUpdateInterval = 0.001
    #expect(manager.deviceMotionUpdateInterval == 0.01)
    manager.deviceMotionUpdateInterval = 1.0 / 60
    #expect(manager.deviceMotionUpdateInterval == 1.0 / 60)
    #expect(manager.accelerometerUpdateInterval == 0.01, "each service has its own")
    for nonsense in [-1, Double.nan, -Double.infinity] {
      manager.deviceMotionUpdateInterval = nonsense
      #expect(manager.deviceMotionUpdateInterval == 0.01)
    }
    manager.deviceMotionUpdateInterval = Double.infinity
    #expect(manager.deviceMotionUpdateInterval > 1e6)
  }

  @Test func stoppingFreesTheSource() async throws {
    let source = ListSource(SourceEvent.rest(duration: 1), ending: .waiting)
    let manager = MotionManager(source: source)
    manager.startAccelerometerUpdates()
    manager.startGyroscopeUpdates()
    try await source.exhaustedReaders.wait(for: 1)
    manager.stopAccelerometerUpdates()
    #expect(manager.isGyroscopeActive)
    manager.stopGyroscopeUpdates()
    manager.stopGyroscopeUpdates()
    try await source.readers.wait(for: 0)
    #expect(source.openings.value == 1)
    manager.startGyroscopeUpdates()
    try await source.exhaustedReaders.wait(for: 2)
    #expect(source.openings.value == 2)
    #expect(source.readers.value == 1 && manager.gyroscopeData != nil)
  }

  @Test func aManagerThatIsGoneFreesTheSource() async throws {
    let source = ListSource([], ending: .waiting)
    do {
      let manager = MotionManager(source: source)
      manager.startDeviceMotionUpdates(to: .immediate) { _, _ in }
      try await source.readers.wait(for: 1)
      withExtendedLifetime(manager) {}
    }
    try await source.readers.wait(for: 0)
  }

  @Test func aLoopThatIsLeftStopsItsService() async throws {
    let source = ListSource(SourceEvent.rest(duration: 1), ending: .waiting)
    let manager = MotionManager(source: source)
    for try await _ in manager.accelerometerUpdates() { break }
    try await source.readers.wait(for: 0)
    #expect(!manager.isAccelerometerActive)
  }

  @Test func stoppingEndsALoop() async throws {
    let manager = MotionManager(source: ListSource([.sample(at: 0)], ending: .waiting))
    let updates = manager.accelerometerUpdates()
    let count = Awaited(0)
    let loop = Task { for try await _ in updates { count.change { $0 += 1 } } }
    try await count.wait(for: 1)
    manager.stopAccelerometerUpdates()
    try await loop.value
  }

  @Test func cancellingEndsALoop() async throws {
    let source = ListSource([.sample(at: 0)], ending: .waiting)
    let manager = MotionManager(source: source)
    let count = Awaited(0)
    let loop = Task { for try await _ in manager.accelerometerUpdates() { count.change { $0 += 1 } } }
    try await count.wait(for: 1)
    loop.cancel()
    try await loop.value
    try await source.readers.wait(for: 0)
    #expect(!manager.isAccelerometerActive)
  }

  @Test func aHandlerMayStopItsService() async throws {
    let log = Log<GyroscopeData>()
    let source = ListSource(SourceEvent.rest(duration: 1))
    let manager = MotionManager(source: source)
    manager.startGyroscopeUpdates(to: .immediate) { data, error in
      log.handler(data, error)
      manager.stopGyroscopeUpdates()
    }
    try await source.openings.wait(for: 1)
    try await source.readers.wait(for: 0)
    #expect(!manager.isGyroscopeActive)
    #expect(log.items.count == 1)
    #expect(log.errors.isEmpty)
  }

  @Test func theEndIsReportedOnceAfterAllValues() async throws {
    let log = Log<DeviceMotion>()
    let manager = MotionManager.lossless(ListSource(SourceEvent.rest(duration: 3)))
    manager.startDeviceMotionUpdates(to: DispatchQueue.global(), withHandler: log.handler)
    try await log.entries.wait { $0.last?.1 != nil }
    #expect(log.items.count == 300)
    #expect(log.errors == [.sourceEnded])
    #expect(log.entries.value.last?.1 == .sourceEnded)
    #expect(!manager.isDeviceMotionActive)
    #expect(manager.deviceMotion?.timestamp.nanoseconds == 2_990_000_000)
  }

  @Test func theErrorOfASourceIsThrown() async throws {
    let manager = MotionManager.lossless(ListSource(SourceEvent.rest(duration: 1), ending: .failure("torn off")))
    var count = 0
    let error = await #expect(throws: MotionError.self) {
      for try await _ in manager.deviceMotionUpdates() { count += 1 }
    }
    #expect(error == .sourceFailed("torn off"))
    #expect(count == 100)
  }
}
