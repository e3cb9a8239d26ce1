/// What is doubtful about the readings of a stream so far, as a set of bits; empty for sound readings.
///
/// A doubt stays until the stream is reset. None is raised by shaking, free fall or vehicles; where the motion does not show a
/// fault, there is no doubt either: `cardan doctor` sees more in a log.
@frozen
public struct InputDoubts: Equatable, Sendable {
  /// The bits; their values are part of the interface and stay fixed.
  public var rawValue: UInt8

  /// A set of doubts from its bits.
  @export(implementation) public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The specific force is not in m/s²: for seconds it was as long as gravity in g, or as in counts.
  public static var forceUnit: Self { Self(rawValue: 1 << 0) }
  /// The angular rate is in deg/s and not in rad/s: gravity turned by a 57th of what it says.
  public static var rateUnit: Self { Self(rawValue: 1 << 1) }
  /// The angular rate has other signs or axes than the specific force: from rest to rest, gravity turned otherwise than it says.
  public static var rateAxes: Self { Self(rawValue: 1 << 2) }
  /// An axis of the specific force hangs: it kept its value to the last bit while the others changed and the body turned.
  public static var forceHangs: Self { Self(rawValue: 1 << 3) }
  /// An axis of the magnetic field hangs, in the same way.
  public static var fieldHangs: Self { Self(rawValue: 1 << 4) }

  /// Whether nothing is doubtful.
  @export(implementation) public var isEmpty: Bool { rawValue == 0 }

  /// A single doubt in words; nil for none and for several.
  public var text: StaticString? {
    switch self {
    case .forceUnit: "the specific force is not in m/s^2"
    case .rateUnit: "the angular rate is in deg/s, not in rad/s"
    case .rateAxes: "the signs or axes of the angular rate do not fit the specific force"
    case .forceHangs: "an axis of the specific force hangs"
    case .fieldHangs: "an axis of the magnetic field hangs"
    default: nil
    }
  }

  /// Adds a doubt.
  @export(implementation) @inline(__always)
  mutating func raise(_ doubt: Self) { rawValue |= doubt.rawValue }
}

// An option set needs array literals, which allocate; firmware does without them.
#if !hasFeature(Embedded)
  extension InputDoubts: OptionSet {
    /// Every doubt that is set, in words.
    public var texts: [String] {
      let all: [Self] = [.forceUnit, .rateUnit, .rateAxes, .forceHangs, .fieldHangs]
      return all.filter(contains).compactMap(\.text).map(\.description)
    }
  }
#endif
