import MotionSamples
import MotionSessions
import Rotations

/// The reader of a `MAVLinkSource`.
struct MAVLinkSourceReader: MotionSourceReader {
  private let socket: Descriptor
  private let name: String
  private let usesMagnetometer: Bool
  /// Events that are ready, the next one last.
  private var ready: [SourceEvent] = []
  /// The sensor that is listened to.
  private var origin: InertialMessage.Origin?
  private var isConnected = true
  private var lastMessage = ContinuousClock.now

  private static let longestWait: Int32 = 20
  private static let patience = Duration.seconds(2)

  init(socket: Descriptor, name: String, usesMagnetometer: Bool) {
    self.socket = socket
    self.name = name
    self.usesMagnetometer = usesMagnetometer
  }

  mutating func next() async throws(MotionError) -> SourceEvent? {
    while !Task.isCancelled {
      if let event = ready.popLast() { return event }
      ready = receive().reversed()
      if ready.isEmpty, isConnected, lastMessage.duration(to: .now) > Self.patience {
        isConnected = false
        return .disconnected("\(name): no message with readings for \(Self.patience.components.seconds) s")
      }
    }
    return nil
  }

  /// What a datagram brings.
  private mutating func receive() -> [SourceEvent] {
    let datagram = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer -> [UInt8] in
      guard case .bytes(let count) = socket.read(into: buffer, waiting: Self.longestWait) else { return [] }
      return Array(buffer[..<count])
    }
    return MAVLinkFrame.frames(in: datagram).compactMap(InertialMessage.init).flatMap { events(of: $0) }
  }

  private mutating func events(of message: InertialMessage) -> [SourceEvent] {
    let isSilent = lastMessage.duration(to: .now) > Self.patience
    let isOther = message.origin != origin
    if let origin, isOther, !isSilent, !message.origin.isBetter(than: origin) { return [] }
    let changes = isOther && origin != nil
    origin = message.origin
    lastMessage = .now
    var sample = message.sample
    if !usesMagnetometer { sample.sample.magneticField = .absent }
    var events: [SourceEvent] = []
    if !isConnected { events.append(.connected) } else if changes { events.append(.discontinuity) }
    isConnected = true
    return events + [.sample(sample)]
  }
}

extension InertialMessage.Origin {
  /// Whether to change to it from another.
  fileprivate func isBetter(than other: Self) -> Bool {
    system == other.system && component == other.component && rank < other.rank
  }
}
