// Conversions from and to the units of the core: rad, rad/s, m/s², µT and s (ns for timestamps).
//
// Goals, in order: factors that are exact if the unit is defined exactly, else rounded once; common spellings; no guess
// if a spelling could mean two units.
//
// Source of the factors: "The International System of Units", 9th edition, BIPM 2019; standard gravity from the
// resolution of the 3rd CGPM, 1901.

import Rotations

/// A unit of a log or a data sheet, with its size in the unit of the core.
public protocol MeasurementUnit: Hashable, Sendable {
  /// The size of this unit in units of the core: the factor to enter the core.
  var siPerUnit: Double { get }
  #if !hasFeature(Embedded) || CARDAN_TEXT
    /// Every unit of the quantity, the unit of the core first.
    static var allUnits: [Self] { get }
    /// The names of the unit in headers and options; the first is the one to write.
    var spellings: [String] { get }
  #endif
}

extension MeasurementUnit {
  /// A value in this unit as a value in the unit of the core.
  @export(implementation) @inline(__always)
  public func toSI<Scalar: RealLanes>(_ value: Scalar) -> Scalar { value * Scalar(siPerUnit) }
  /// A vector in this unit as a vector in the unit of the core.
  @export(implementation) @inline(__always)
  public func toSI<Scalar: RealLanes>(_ vector: Vector3<Scalar>) -> Vector3<Scalar> { vector * Scalar(siPerUnit) }
  /// A value in the unit of the core as a value in this unit.
  @export(implementation) @inline(__always)
  public func fromSI<Scalar: RealLanes>(_ value: Scalar) -> Scalar { value / Scalar(siPerUnit) }
  /// A vector in the unit of the core as a vector in this unit.
  @export(implementation) @inline(__always)
  public func fromSI<Scalar: RealLanes>(_ vector: Vector3<Scalar>) -> Vector3<Scalar> {
    Vector3(x: fromSI(vector.x), y: fromSI(vector.y), z: fromSI(vector.z))
  }
}

extension RealLanes {
  /// Standard gravity, 9.80665 m/s²: the unit g, and an approximation of unknown local gravity (9.76 to 9.84 on land).
  @export(implementation) public static var standardGravity: Self { 9.80665 }
}

/// Units of angle; the core uses rad.
public enum AngleUnit: MeasurementUnit {
  /// rad, the unit of the core.
  case radians
  /// A 360th of a turn.
  case degrees
  /// A whole turn.
  case turns

  @export(implementation) public var siPerUnit: Double {
    switch self {
    case .radians: 1
    case .degrees: Double.pi / 180
    case .turns: 2 * Double.pi
    }
  }
}

/// Units of angular rate; the core uses rad/s.
public enum AngularRateUnit: MeasurementUnit {
  /// rad/s, the unit of the core.
  case radiansPerSecond
  /// A thousandth of it: MAVLink.
  case milliradiansPerSecond
  /// °/s: most data sheets.
  case degreesPerSecond
  /// A thousandth of it: sensitivities in data sheets.
  case millidegreesPerSecond
  /// 1/min: rate tables.
  case turnsPerMinute

  @export(implementation) public var siPerUnit: Double {
    switch self {
    case .radiansPerSecond: 1
    case .milliradiansPerSecond: 1e-3
    case .degreesPerSecond: Double.pi / 180
    case .millidegreesPerSecond: Double.pi / 180_000
    case .turnsPerMinute: Double.pi / 30
    }
  }
}

/// Units of specific force; the core uses m/s².
public enum AccelerationUnit: MeasurementUnit {
  /// m/s², the unit of the core.
  case metersPerSecondSquared
  /// g, 9.80665 m/s².
  case standardGravities
  /// mg, a thousandth of it.
  case thousandthsOfStandardGravity

  @export(implementation) public var siPerUnit: Double {
    switch self {
    case .metersPerSecondSquared: 1
    case .standardGravities: 9.80665
    case .thousandthsOfStandardGravity: 9.80665e-3
    }
  }
}

/// Units of magnetic field; the core uses µT. The field of the Earth is 22 to 67 µT.
public enum MagneticFieldUnit: MeasurementUnit {
  /// µT, the unit of the core.
  case microteslas
  /// nT: models of the field of the Earth.
  case nanoteslas
  /// mT: magnets.
  case milliteslas
  /// T.
  case teslas
  /// G, 100 µT.
  case gauss
  /// mG, 0.1 µT.
  case milligauss

  @export(implementation) public var siPerUnit: Double {
    switch self {
    case .microteslas: 1
    case .nanoteslas: 1e-3
    case .milliteslas: 1e3
    case .teslas: 1e6
    case .gauss: 100
    case .milligauss: 0.1
    }
  }
}

/// Units of time; the core uses s for intervals and ns for timestamps.
public enum TimeUnit: MeasurementUnit {
  /// s, the unit of the core for intervals.
  case seconds
  /// ms.
  case milliseconds
  /// µs.
  case microseconds
  /// ns, the unit of the core for timestamps.
  case nanoseconds

  @export(implementation) public var siPerUnit: Double {
    switch self {
    case .seconds: 1
    case .milliseconds: 1e-3
    case .microseconds: 1e-6
    case .nanoseconds: 1e-9
    }
  }

  /// The size of this unit in nanoseconds, exact: for timestamps.
  @export(implementation) public var nanosecondsPerUnit: Int64 {
    switch self {
    case .seconds: 1_000_000_000
    case .milliseconds: 1_000_000
    case .microseconds: 1000
    case .nanoseconds: 1
    }
  }
}

#if !hasFeature(Embedded) || CARDAN_TEXT
  extension MeasurementUnit {
    /// The unit of a spelling, as in brackets in the header of a log; nil if unknown or ambiguous.
    ///
    /// Surrounding white space is ignored. µ may be either of its two characters or u. An exponent may be raised,
    /// follow ^ or stand alone. Factors may be joined by a dot, a star or a space (`m·s⁻²`, `m s^-2`). Case matters
    /// only if it distinguishes units; otherwise it is ignored (`DPS`).
    public init?(spelling: some StringProtocol) {
      let text = String(spelling)
      // Most spellings match the list exactly.
      if let unit = Self.allUnits.first(where: { $0.spellings.contains(text) }) {
        self = unit
        return
      }
      let wanted = Self.canonicalForm(of: text)
      let folded = wanted.lowercased()
      let exact = Self.allUnits.filter { $0.spellings.contains { Self.canonicalForm(of: $0) == wanted } }
      let loose = Self.allUnits.filter {
        $0.spellings.contains { Self.canonicalForm(of: $0).lowercased() == folded }
      }
      guard let unit = exact.first ?? (loose.count == 1 ? loose[0] : nil) else { return nil }
      self = unit
    }

    /// The spelling to write.
    public var symbol: String { spellings[0] }

    /// The canonical spelling: one form of micro, degree, exponents and multiplication signs.
    static func canonicalForm(of spelling: some StringProtocol) -> String {
      // Most names have one form; a header may have thousands of them.
      if spelling.utf8.allSatisfy({ 0x61...0x7a ~= $0 | 0x20 || 0x2f...0x39 ~= $0 }) { return String(spelling) }
      var result = ""
      for character in spelling {
        switch character {
        case "\u{B5}", "\u{3BC}": result.append("u")
        case "\u{BA}": result.append("°")
        case "¹": result.append("1")
        case "²": result.append("2")
        case "⁻", "\u{2212}": result.append("-")
        case "^": break
        case "·", "⋅", "*", ".": result.append(" ")
        default: result.append(character.isWhitespace ? " " : character)
        }
      }
      return result.split(separator: " ").joined(separator: " ")
    }
  }

  extension AngleUnit {
    public static var allUnits: [Self] { [.radians, .degrees, .turns] }
    public var spellings: [String] {
      switch self {
      case .radians: ["rad", "radian", "radians"]
      case .degrees: ["deg", "°", "degree", "degrees"]
      case .turns: ["turn", "turns", "rev"]
      }
    }
  }

  extension AngularRateUnit {
    public static var allUnits: [Self] {
      [.radiansPerSecond, .milliradiansPerSecond, .degreesPerSecond, .millidegreesPerSecond, .turnsPerMinute]
    }
    public var spellings: [String] {
      switch self {
      case .radiansPerSecond: ["rad/s", "rad s^-1", "rad/sec", "radians/s"]
      case .milliradiansPerSecond: ["mrad/s", "mrad s^-1"]
      case .degreesPerSecond: ["deg/s", "°/s", "dps", "deg s^-1", "° s^-1", "deg/sec", "degrees/s"]
      case .millidegreesPerSecond: ["mdeg/s", "mdps"]
      case .turnsPerMinute: ["rpm"]
      }
    }
  }

  extension AccelerationUnit {
    public static var allUnits: [Self] {
      [.metersPerSecondSquared, .standardGravities, .thousandthsOfStandardGravity]
    }
    public var spellings: [String] {
      switch self {
      case .metersPerSecondSquared: ["m/s^2", "m s^-2", "m/s/s", "mps2"]
      case .standardGravities: ["g", "g0", "gee"]
      case .thousandthsOfStandardGravity: ["mg", "milli-g"]
      }
    }
  }

  extension MagneticFieldUnit {
    public static var allUnits: [Self] { [.microteslas, .nanoteslas, .milliteslas, .teslas, .gauss, .milligauss] }
    public var spellings: [String] {
      switch self {
      case .microteslas: ["uT", "microtesla", "microteslas"]
      case .nanoteslas: ["nT", "nanotesla", "nanoteslas"]
      case .milliteslas: ["mT", "millitesla", "milliteslas"]
      case .teslas: ["T", "tesla", "teslas"]
      case .gauss: ["gauss", "G", "Gs"]
      case .milligauss: ["mG", "mgauss", "milligauss"]
      }
    }
  }

  extension TimeUnit {
    public static var allUnits: [Self] { [.seconds, .milliseconds, .microseconds, .nanoseconds] }
    public var spellings: [String] {
      switch self {
      case .seconds: ["s", "sec", "second", "seconds"]
      case .milliseconds: ["ms", "msec", "millisecond", "milliseconds"]
      case .microseconds: ["us", "usec", "microsecond", "microseconds"]
      case .nanoseconds: ["ns", "nsec", "nanosecond", "nanoseconds"]
      }
    }
  }
#endif
