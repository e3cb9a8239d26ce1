import MotionSamples
import MotionSessions
import Rotations

/// Inertial messages of MAVLink, versions 1 and 2, over UDP: HIGHRES_IMU, SCALED_IMU, SCALED_IMU2, SCALED_IMU3, RAW_IMU.
///
/// One sensor of one vehicle is listened to: the first that is heard of, until it is silent for 2 s or, of the same vehicle,
/// a message with finer steps comes (the order is the one above). Changing it is a discontinuity. Where nothing
/// comes for 2 s the source counts as disconnected until something does.
///
/// Checksums are verified and signatures passed over: whoever can send to the port is believed, so it is opened only for
/// programs on this computer unless another address is given.
///
/// Axes: MAVLink has x forward, y right, z down. Device axes are x right, y forward, z up, so that the device lies face up on
/// the vehicle with its top forward.
public final class MAVLinkSource: MotionSource {
  public let description: SourceDescription
  private let host: String
  private let port: UInt16

  /// A source at a port.
  ///
  /// - Parameters:
  ///   - port: Where messages come in; autopilots send to 14550.
  ///   - host: The address of this computer at which they come in; "0.0.0.0" for all of them. Default: "127.0.0.1", for
  ///     programs on this computer.
  ///   - hasMagnetometer: Whether a magnetometer is to be expected. Default: yes.
  ///   - trueNorth: What is known of the place. Default: nothing.
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
