import CSystemBus
import Dispatch
import MotionSessions
import ParallelWork
import SystemLibrary

/// The service `net.hadess.SensorProxy` on the system bus, from which desktops take the orientation of a device and its heading.
///
/// Properties are those of iio-sensor-proxy 3. A change is signalled only to clients that have claimed the sensor; the claim
/// ends when the client leaves the bus. There is no light sensor and no proximity sensor; claims of them succeed without effect.
public final class SensorProxy: @unchecked Sendable {
  /// The edge of the device that is up.
  public enum Orientation: String, Sendable {
    case undefined, normal
    case bottomUp = "bottom-up"
    case leftUp = "left-up"
    case rightUp = "right-up"
  }

  /// The tilt of the screen.
  public enum Tilt: String, Sendable {
    case undefined, vertical
    case tiltedUp = "tilted-up"
    case tiltedDown = "tilted-down"
    case faceUp = "face-up"
    case faceDown = "face-down"
  }

  /// The readings of a device.
  public struct Reading: Equatable, Sendable {
    /// The edge that is up.
    public var orientation: Orientation
    /// The tilt.
    public var tilt: Tilt
    /// Degrees clockwise from north; nil if unknown.
    public var heading: Double?

    /// A reading; default: nothing is known.
    public init(orientation: Orientation = .undefined, tilt: Tilt = .undefined, heading: Double? = nil) {
      (self.orientation, self.tilt, self.heading) = (orientation, tilt, heading)
    }
  }

  /// The name of the service.
  public static let name = "net.hadess.SensorProxy"

  // Everything below is used on the queue alone.
  private let queue = DispatchQueue(label: "cardan.sensor-proxy")
  private let bus: OpaquePointer
  private var objects: SensorProxyObjects
  private var input: (any DispatchSourceRead)?
  private let whenLost: @Sendable (MotionError) -> Void
  /// The last reading, for any thread.
  private let last = Locked(Reading())

  /// Connects to the bus and offers the service.
  ///
  /// - Parameters:
  ///   - hasCompass: Whether readings have headings.
  ///   - whenLost: Called at most once, on a thread of the service, with `notAvailable` as soon as the bus closes the connection.
  ///
  /// Throws `notAvailable` if the bus or the name is not available, with the reason.
  public init(hasCompass: Bool, whenLost: @escaping @Sendable (MotionError) -> Void) throws(MotionError) {
    if let problem = cardan_bus_missing() {
      throw .notAvailable("could not load libsystemd, which connects to the system bus: \(String(cString: problem))")
    }
    var connection: OpaquePointer?
    let status = sd_bus_open_system(&connection)
    guard status >= 0, let connection else {
      throw .notAvailable("could not connect to the system bus: \(Self.text(status))")
    }
    bus = connection
    self.whenLost = whenLost
    objects = SensorProxyObjects(hasCompass: hasCompass)
    do throws(MotionError) {
      try offer()
    } catch {
      sd_bus_flush_close_unref(connection)
      throw error
    }
    let input = DispatchSource.makeReadSource(fileDescriptor: sd_bus_get_fd(bus), queue: queue)
    input.setEventHandler { [weak self] in self?.process() }
    self.input = input
    input.resume()
    // What came while the name was requested is in memory, and makes no descriptor readable.
    queue.async { [self] in process() }
  }

  // Blocks on the queue keep the service alive, so that none is left here.
  deinit { disconnect() }

  /// Leaves the bus.
  public func close() { queue.sync { disconnect() } }

  private func disconnect() {
    guard let input else { return }
    input.cancel()
    self.input = nil
    sd_bus_flush_close_unref(bus)
  }

  /// Sets the readings, from any thread, and signals changes to the clients that have claimed the sensor. Does nothing after
  /// the connection was lost.
  public func update(_ reading: Reading) {
    let isNew = last.withLock { last in
      defer { last = reading }
      return last != reading
    }
    guard isNew else { return }
    queue.async { [self] in
      guard input != nil else { return }
      for signal in objects.update(reading) {
        var message = SystemBusMessage(
          bus: bus, path: signal.object.path, interface: "org.freedesktop.DBus.Properties", signal: "PropertiesChanged",
          to: signal.receiver)
        message.append(signal.object.interface)
        message.append(signal.changes)
        message.appendNoStrings()
        _ = message.send()
      }
      sd_bus_flush(bus)
    }
  }

  private func offer() throws(MotionError) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    var status: Int32 = 0
    for object in SensorProxyObjects.Object.allCases where status >= 0 {
      status = sd_bus_add_object(
        bus, nil, object.path, { message, context, _ in SensorProxy.of(context).answer(message) }, context)
    }
    let rule = "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged'"
    if status >= 0 {
      status = sd_bus_add_match(
        bus, nil, rule, { message, context, _ in SensorProxy.of(context).nameOwnerChanged(message) }, context)
    }
    guard status >= 0 else { throw .notAvailable("could not offer \(Self.name): \(Self.text(status))") }
    status = sd_bus_request_name(bus, Self.name, 0)
    switch -status {
    case EEXIST: throw .notAvailable("another process provides \(Self.name); stop it: systemctl stop iio-sensor-proxy")
    case EACCES, EPERM:
      throw .notAvailable(
        "the bus refuses the name \(Self.name): run as root, with the policy that 'make install' installs")
    default: if status < 0 { throw .notAvailable("could not own \(Self.name): \(Self.text(status))") }
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> SensorProxy {
    // The context is that of `offer`.
    Unmanaged<SensorProxy>.fromOpaque(context!).takeUnretainedValue()
  }

  private static func text(_ status: Int32) -> String { String(cString: strerror(-status)) }

  private func process() {
    guard input != nil else { return }
    var status: Int32 = 1
    while status > 0 { status = sd_bus_process(bus, nil) }
    sd_bus_flush(bus)
    guard status < 0 else { return }
    disconnect()
    whenLost(.notAvailable("the connection to the system bus was lost: \(Self.text(status))"))
  }

  /// Answers a call; 0 lets the library refuse it.
  private func answer(_ call: OpaquePointer) -> Int32 {
    guard let path = text(sd_bus_message_get_path(call)), let object = SensorProxyObjects.Object(path: path),
      let member = text(sd_bus_message_get_member(call)), let sender = text(sd_bus_message_get_sender(call))
    else { return 0 }
    switch text(sd_bus_message_get_interface(call)) {
    case object.interface, nil:
      guard objects.call(member, of: object, by: sender) else { return 0 }
      return SystemBusMessage(replyTo: call).send()
    case "org.freedesktop.DBus.Properties":
      guard argument(of: call) == object.interface else { return 0 }
      var reply = SystemBusMessage(replyTo: call)
      let properties = objects.properties(of: object)
      if member == "GetAll" {
        reply.append(properties)
      } else if member == "Get", let name = argument(of: call), let found = properties.first(where: { $0.name == name })
      {
        reply.append(variant: found.value)
      } else {
        return 0
      }
      return reply.send()
    case "org.freedesktop.DBus.Introspectable" where member == "Introspect":
      var reply = SystemBusMessage(replyTo: call)
      reply.append(object.introspection)
      return reply.send()
    default: return 0
    }
  }

  private func nameOwnerChanged(_ signal: OpaquePointer) -> Int32 {
    if let name = argument(of: signal), argument(of: signal) != nil, argument(of: signal) == "" {
      objects.dropClaims(of: name)
    }
    return 0
  }

  /// The next argument, a string; nil for another type or none.
  private func argument(of message: OpaquePointer) -> String? {
    var value: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &value) > 0 else { return nil }
    return text(value)
  }

  private func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
}
