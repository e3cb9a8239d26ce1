import MotionSamples

/// The content of a column.
package enum Quantity: Hashable, Sendable {
  case time
  case angularRate
  case specificForce
  case magneticField
  case attitude
  case movement
  case temperature
  /// Velocity over ground: east, north, up.
  case velocityOverGround
  /// Speed along body x: of wheels, or through the air.
  case forwardSpeed
  /// The number of a sample, in formats that count them.
  case counter
  /// Gravity in body axes, where the acceleration beside it is without: both are added to the specific force.
  case gravity
  /// The nanoseconds of timestamps whose seconds have a column of their own.
  case nanoseconds

  /// Its names in logs, in lower case without separators; for vectors, without the axis.
  package var stems: Set<String> {
    switch self {
    case .time: ["t", "time", "timestamp", "timestamps", "stamp", "datetime", "timesincestart"]
    case .angularRate:
      [
        "g", "w", "gyr", "gyro", "gyroscope", "omega", "angularvelocity", "angularrate", "imugyr", "imugyro",
        "imugyroscope", "wrss",
      ]
    case .specificForce:
      [
        "a", "acc", "accel", "accelerometer", "acceleration", "specificforce", "imuacc", "imuaccel",
        "imuaccelerometer", "imuacceleration", "arss",
      ]
    case .magneticField:
      ["m", "mag", "magnetometer", "magneticfield", "magfield", "imumag", "imumagnetometer"]
    case .attitude: ["q", "quat", "quaternion", "orientation", "optquat", "viconorientation", "qrs"]
    case .movement: ["movement", "moving", "ismoving"]
    case .temperature:
      [
        "temp", "temperature", "imutemp", "imutemperature", "gyrotemp", "gyrotemperature", "gyroscopetemperature",
        "sensortemperature",
      ]
    case .velocityOverGround: ["vel", "velocity", "gnssvel", "gnssvelocity", "gpsvel", "gpsvelocity"]
    case .forwardSpeed: ["speed", "forwardspeed", "wheelspeed", "airspeed"]
    case .counter, .gravity, .nanoseconds: []
    }
  }

  /// The letters of its coordinates in the order of their slots; empty for a scalar.
  package var axes: [Character] {
    switch self {
    case .time, .movement, .temperature, .forwardSpeed, .counter, .nanoseconds: []
    case .angularRate, .specificForce, .magneticField, .gravity: ["x", "y", "z"]
    case .attitude: ["w", "x", "y", "z"]
    case .velocityOverGround: ["e", "n", "u"]
    }
  }

  /// The index of its first value in a row; -1 for the timestamp, which is stored apart.
  package var firstSlot: Int {
    switch self {
    case .time: -1
    case .angularRate: 0
    case .specificForce: 3
    case .magneticField: 6
    case .attitude: 9
    case .movement: 13
    case .temperature: 14
    case .velocityOverGround: 16
    case .forwardSpeed: 19
    case .counter: 20
    case .gravity: 21
    case .nanoseconds: 24
    }
  }

  /// Values in a row.
  package static let slotCount = 25
  /// The values of a row without any: what is added to the specific force is zero, in a form that changes no bit of it.
  package static let absentRow = (0..<slotCount).map { 21..<24 ~= $0 ? -0.0 : .nan }
  /// The vectors that an inertial sensor measures.
  package static let sensors: [Quantity] = [.angularRate, .specificForce, .magneticField]
  /// The velocities that aid an inertial sensor.
  package static let aiding: [Quantity] = [.velocityOverGround, .forwardSpeed]
  package static let all: [Quantity] = [
    .time, .angularRate, .specificForce, .magneticField, .attitude, .movement, .temperature, .velocityOverGround,
    .forwardSpeed,
  ]

  /// Its name in messages.
  package var sensorName: String {
    switch self {
    case .time: "timestamps"
    case .angularRate: "gyroscope"
    case .specificForce: "accelerometer"
    case .magneticField: "magnetometer"
    case .attitude: "true attitude"
    case .movement: "movement"
    case .temperature: "temperature"
    case .velocityOverGround: "velocity over ground"
    case .forwardSpeed: "forward speed"
    case .counter: "sample counter"
    case .gravity: "gravity"
    case .nanoseconds: "nanoseconds of the timestamps"
    }
  }

  /// The factor to SI of a unit by its spelling; nil for units of other quantities. A unit may be divided by a number: `g/4096`,
  /// `deg/s/16.4`.
  package func factor(ofUnit spelling: String) -> Double? {
    if let factor = factor(ofWholeUnit: spelling) { return factor }
    guard reading != nil, let slash = spelling.lastIndex(of: "/"),
      let divisor = NumberParser.number(in: spelling[spelling.index(after: slash)...]), divisor > 0, divisor.isFinite
    else { return nil }
    return factor(ofWholeUnit: spelling[..<slash].trimmed).map { $0 / divisor }
  }

  private func factor(ofWholeUnit spelling: String) -> Double? {
    // Brackets around an exponent change nothing: m/(s^2).
    let text = spelling.filter { $0 != "(" && $0 != ")" }
    switch self {
    case .time: return TimeUnit(spelling: text)?.siPerUnit
    case .angularRate: return AngularRateUnit(spelling: text)?.siPerUnit
    case .specificForce, .gravity:
      // Milligauss, not thousandths of g.
      return text == "mG" ? nil : AccelerationUnit(spelling: text)?.siPerUnit
    case .magneticField: return Self.fieldFactor(ofUnit: text)
    case .temperature: return Self.temperatureSlot(ofUnit: text) == nil ? nil : 1
    case .velocityOverGround, .forwardSpeed: return Self.speedFactor(ofUnit: text)
    case .attitude, .movement, .counter, .nanoseconds: return nil
    }
  }

  private static func fieldFactor(ofUnit text: String) -> Double? {
    // A micro sign in an encoding of the maker's own: WitMotion writes it as U+02AF.
    let isMicro = text.unicodeScalars.count == 2 && text.unicodeScalars.first?.value == 0x2af
    return MagneticFieldUnit(spelling: isMicro && text.lowercased().hasSuffix("t") ? "uT" : text)?.siPerUnit
      ?? normalizedFactor(ofUnit: text)
  }

  /// The factor to µT of a field that is normalized to about 1: a usual field of the Earth, whose strength filters learn.
  static func normalizedFactor(ofUnit spelling: String) -> Double? {
    ["a.u.", "a.u", "au", "arbitrary"].contains(spelling.lowercased()) ? 50 : nil
  }

  /// The factor to m/s of a unit of speed; nil for other units.
  private static func speedFactor(ofUnit spelling: String) -> Double? {
    switch spelling.lowercased().filter({ !$0.isWhitespace && $0 != "_" }) {
    case "m/s", "ms", "mps", "ms^-1", "ms-1": 1
    case "km/h", "kmh", "kph": 1 / 3.6
    case "kn", "kt", "knot", "knots": 1852.0 / 3600
    case "mph", "mi/h": 0.44704
    default: nil
    }
  }

  /// The slot of a temperature by its unit: 14 for degrees Celsius, 15 for kelvin; nil for other units.
  static func temperatureSlot(ofUnit spelling: String) -> Int? {
    switch spelling.lowercased().filter({ !$0.isWhitespace && $0 != "/" && $0 != "_" }) {
    case "c", "degc", "°c", "celsius", "degcelsius", "degreescelsius": 14
    case "k", "kelvin": 15
    default: nil
    }
  }

  /// The spelling of its unit in the options.
  package func unitSymbol(in options: LogOptions) -> String? {
    switch self {
    case .time: options.timeUnit?.symbol
    case .angularRate: options.angularRateUnit?.symbol
    case .specificForce, .gravity: options.accelerationUnit?.symbol
    case .magneticField: options.magneticFieldUnit?.symbol
    case .attitude, .movement, .temperature, .velocityOverGround, .forwardSpeed, .counter, .nanoseconds: nil
    }
  }

  /// The readings that it is, if their unit varies.
  package var reading: LogError.Reading? {
    switch self {
    case .time: .timestamps
    case .angularRate: .gyroscope
    case .specificForce, .gravity: .accelerometer
    case .magneticField: .magnetometer
    case .attitude, .movement, .temperature, .velocityOverGround, .forwardSpeed, .counter, .nanoseconds: nil
    }
  }
}

extension LogHeader {
  /// Whether the magnetic field has a unit of its own, of about 1 for the Earth's.
  public var hasArbitraryField: Bool { units.contains { Quantity.normalizedFactor(ofUnit: $0.unit) != nil } }
}
