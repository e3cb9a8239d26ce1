import DeviceGestures
import MotionSamples
import MotionSessions
import Rotations
import Testing

@Suite struct GestureTests {
  /// Flat, then raised to portrait, then laid down again.
  private var raised: [SourceEvent] {
    (0..<600).map { index in
      let isUp = (200..<400).contains(index)
      let force = isUp ? Vector3(x: 0, y: 9.81, z: 0) : Vector3(x: 0, y: 0, z: 9.81)
      return .sample(at: Double(index) / 100, force: force)
    }
  }

  @Test func orientationsInTheirOrder() async throws {
    let manager = MotionManager.lossless(ListSource(raised))
    #expect(manager.deviceOrientation == .unknown)
    var changes: [DeviceGesture.Change] = []
    var times: [Int64] = []
    for try await gesture in manager.gestureUpdates() {
      changes.append(gesture.change)
      times.append(gesture.timestamp.nanoseconds)
    }
    #expect(changes == [.orientation(.faceUp), .orientation(.portrait), .orientation(.faceUp)])
    #expect(times == times.sorted() && times[1] >= 2_000_000_000 && times[1] < 4_000_000_000)
    #expect(manager.deviceOrientation == .faceUp)
    #expect(!manager.areGesturesActive, "the source has ended")
  }

  /// A handler gets what a loop gets, the errors too.
  @Test func aHandlerGetsThem() async throws {
    let manager = MotionManager.lossless(ListSource(raised))
    let received = Awaited<[DeviceGesture.Change?]>([])
    manager.startGestureUpdates(to: .immediate) { gesture, _ in
      received.change { $0.append(gesture?.change) }
    }
    try await received.wait { $0.count == 4 }
    #expect(received.value == [.orientation(.faceUp), .orientation(.portrait), .orientation(.faceUp), nil])
  }

  /// No reading has exactly the length of gravity.
  @Test func theParametersCount() async throws {
    let manager = MotionManager.lossless(ListSource(raised))
    var parameters = manager.gestureParameters
    parameters.orientation.forceTolerance = 1e-9
    manager.gestureParameters = parameters
    var count = 0
    for try await _ in manager.gestureUpdates() { count += 1 }
    #expect(count == 0)
  }

  @Test func withoutAnAccelerometerThereAreNone() {
    let manager = MotionManager(source: nil)
    manager.startGestureUpdates()
    #expect(!manager.areGesturesAvailable && !manager.areGesturesActive)
  }
}
