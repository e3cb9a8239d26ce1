/// The objects of the service, their properties and claims.
struct SensorProxyObjects {
  /// The objects, each with an interface.
  enum Object: CaseIterable {
    case sensors, compass

    init?(path: String) {
      guard let object = Self.allCases.first(where: { $0.path == path }) else { return nil }
      self = object
    }

    var path: String { self == .sensors ? "/net/hadess/SensorProxy" : "/net/hadess/SensorProxy/Compass" }
    var interface: String { self == .sensors ? "net.hadess.SensorProxy" : "net.hadess.SensorProxy.Compass" }
    /// The sensors that clients claim and release.
    var claimed: [String] { self == .sensors ? ["Accelerometer", "Light", "Proximity"] : ["Compass"] }
  }

  /// Changed properties for a client.
  struct Signal {
    var receiver: String
    var object: Object
    var changes: [(name: String, value: SystemBusValue)]
  }

  private let hasCompass: Bool
  private var reading = SensorProxy.Reading()
  /// The clients that have claimed a sensor, by its name.
  private var claims: [String: Set<String>] = [:]

  init(hasCompass: Bool) { self.hasCompass = hasCompass }

  /// The properties of an object.
  func properties(of object: Object) -> [(name: String, value: SystemBusValue)] {
    switch object {
    case .sensors:
      [
        ("HasAccelerometer", .boolean(true)),
        ("AccelerometerOrientation", .string(reading.orientation.rawValue)),
        ("AccelerometerTilt", .string(reading.tilt.rawValue)),
        ("HasAmbientLight", .boolean(false)), ("LightLevelUnit", .string("lux")), ("LightLevel", .double(0)),
        ("HasProximity", .boolean(false)), ("ProximityNear", .boolean(false)),
      ]
    case .compass: [("HasCompass", .boolean(hasCompass)), ("CompassHeading", .double(reading.heading ?? -1))]
    }
  }

  /// Claims or releases a sensor for a client. Returns false for another method.
  mutating func call(_ method: String, of object: Object, by client: String) -> Bool {
    for sensor in object.claimed {
      if method == "Claim" + sensor {
        claims[sensor, default: []].insert(client)
        return true
      }
      if method == "Release" + sensor {
        claims[sensor]?.remove(client)
        return true
      }
    }
    return false
  }

  /// Ends the claims of a client.
  mutating func dropClaims(of client: String) {
    for sensor in claims.keys { claims[sensor]?.remove(client) }
  }

  /// Sets the readings, the heading in whole degrees. Returns the signals to send.
  mutating func update(_ new: SensorProxy.Reading) -> [Signal] {
    let before = Object.allCases.map { properties(of: $0) }
    reading = new
    reading.heading = new.heading.map { $0.rounded() == 360 ? 0 : $0.rounded() }
    var signals: [Signal] = []
    for (object, old) in zip(Object.allCases, before) {
      let changes = zip(properties(of: object), old).filter { $0.value != $1.value }.map { $0.0 }
      guard !changes.isEmpty, let sensor = object.claimed.first else { continue }
      for receiver in (claims[sensor] ?? []).sorted() {
        signals.append(Signal(receiver: receiver, object: object, changes: changes))
      }
    }
    return signals
  }
}

extension SensorProxyObjects.Object {
  /// The description of the object for tools.
  var introspection: String {
    let methods = claimed.flatMap { ["<method name=\"Claim\($0)\"/>", "<method name=\"Release\($0)\"/>"] }
    let properties = SensorProxyObjects(hasCompass: false).properties(of: self).map {
      "<property name=\"\($0.name)\" type=\"\($0.value.type)\" access=\"read\"/>"
    }
    let child = self == .sensors ? "<node name=\"Compass\"/>" : ""
    return """
      <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
      "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
      <node><interface name="\(interface)">\((methods + properties).joined())</interface>\(child)</node>
      """
  }
}
