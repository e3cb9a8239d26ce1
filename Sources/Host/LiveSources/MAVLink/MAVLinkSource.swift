import LogFormats
import MotionSamples
import MotionSessions
import Rotations

/// Inertial messages of MAVLink 1 and 2 over UDP: HIGHRES_IMU, SCALED_IMU, SCALED_IMU2, SCALED_IMU3, RAW_IMU.
///
/// The source follows one sensor of one vehicle at one address: the first one received. It changes, with a discontinuity, after
/// 2 s of silence, or when the same vehicle sends a message that stands earlier in this list. After 2 s without any message
/// from there it reports `SourceEvent.disconnected`.
///
/// Checksums are verified; signatures are ignored, so the first sender that reaches the port is trusted. By default only
/// programs on this computer reach it.
///
/// Axes: MAVLink has x forward, y right, z down. Device axes are x right, y forward, z up: the device lies face up on the
/// vehicle, top forward.
public final class MAVLinkSource: MotionSource {
  public let description: SourceDescription
  private let host: String
  private let port: UInt16

  /// A source at a port.
  ///
  /// - Parameters:
  ///   - port: The UDP port to listen on; autopilots send to 14550.
  ///   - host: The local address to listen on; "0.0.0.0" for all. Default: "127.0.0.1", for programs on this computer.
  ///   - hasMagnetometer: Whether to expect a magnetometer. Default: true.
  ///   - trueNorth: The declination and field of the place. Default: unknown.
  public init(
    port: UInt16, host: String = "127.0.0.1", hasMagnetometer: Bool = true, trueNorth: TrueNorthReference? = nil
  ) {
    self.port = port
    self.host = host
    let sensor = SourceDescription.Sensor()
    description = SourceDescription(
      name: "MAVLink on UDP port \(port) of \(host)", accelerometer: sensor, gyroscope: sensor,
      magnetometer: hasMagnetometer ? sensor : nil, trueNorth: trueNorth)
  }

  public func open() throws(MotionError) -> any MotionSourceReader {
    MAVLinkSourceReader(
      socket: try UDPSocket.listening(host: host, port: port), name: description.name,
      usesMagnetometer: description.magnetometer != nil)
  }
}

/// The reader of a `MAVLinkSource`.
struct MAVLinkSourceReader: MotionSourceReader {
  private let socket: Descriptor
  private let name: String
  private let usesMagnetometer: Bool
  /// Events to return, the next one last.
  private var ready: [SourceEvent] = []
  /// The sensor that is followed.
  private var origin: InertialMessage.Origin?
  /// The address that it is followed at.
  private var sender: Descriptor.Sender?
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
        return .disconnected("\(name): no inertial message for \(Self.patience.components.seconds) s")
      }
    }
    return nil
  }

  /// The events of the next datagram.
  private mutating func receive() -> [SourceEvent] {
    let received = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) {
      buffer -> (datagram: [UInt8], sender: Descriptor.Sender)? in
      socket.readDatagram(into: buffer, waiting: Self.longestWait).map { (Array(buffer[..<$0.count]), $0.sender) }
    }
    guard let received else { return [] }
    return MAVLinkFrame.frames(in: received.datagram).compactMap(InertialMessage.init)
      .flatMap { events(of: $0, from: received.sender) }
  }

  private mutating func events(of message: InertialMessage, from sender: Descriptor.Sender) -> [SourceEvent] {
    let isSilent = lastMessage.duration(to: .now) > Self.patience
    // Another program could send contrary readings under the number of the vehicle.
    if let former = self.sender, former != sender, !isSilent { return [] }
    let isOther = message.origin != origin || sender != self.sender
    if let origin, message.origin != origin, !isSilent, !message.origin.isBetter(than: origin) { return [] }
    let changes = isOther && origin != nil
    (origin, self.sender) = (message.origin, sender)
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
  /// Whether to change to it from `other`.
  fileprivate func isBetter(than other: Self) -> Bool {
    system == other.system && component == other.component && rank < other.rank
  }
}
