#if !hasFeature(Embedded)
  extension AxisMapping: CustomStringConvertible, CaseIterable {
    /// A mapping from text: three of x, y, z in either case, each with an optional + or -, optionally separated by
    /// commas, semicolons or spaces: `x,-z,y`, `+X-Z+Y`, `-y x z`.
    ///
    /// Throws `unreadable`, `repeatedAxis` or `mirrored`.
    public init(_ text: some StringProtocol) throws(AxisMappingError) {
      var axes: [SignedAxis] = []
      var sign: Character?
      var hasSeparator = false
      for (position, character) in text.enumerated() {
        switch character {
        case "+", "-", "\u{2212}":
          guard sign == nil, axes.count < 3 else { throw .unreadable(position: position) }
          sign = character
        case "x", "X", "y", "Y", "z", "Z":
          guard axes.count < 3 else { throw .unreadable(position: position) }
          let axis: SignedAxis = "xX".contains(character) ? .x : "yY".contains(character) ? .y : .z
          axes.append(sign == nil || sign == "+" ? axis : -axis)
          sign = nil
          hasSeparator = false
        case ",", ";":
          guard sign == nil, !axes.isEmpty, axes.count < 3, !hasSeparator else { throw .unreadable(position: position) }
          hasSeparator = true
        case " ", "\t":
          guard sign == nil else { throw .unreadable(position: position) }
        default:
          throw .unreadable(position: position)
        }
      }
      guard axes.count == 3, sign == nil else { throw .unreadable(position: text.count) }
      try self.init(x: axes[0], y: axes[1], z: axes[2])
    }

    /// The mapping as text that `init(_:)` reads: `x,-z,y`.
    public var description: String { "\(x),\(y),\(z)" }

    /// The 24 proper mappings, the identity first.
    public static var allCases: [Self] {
      let axes: [SignedAxis] = [.x, .y, .z, -.x, -.y, -.z]
      return axes.flatMap { x in
        axes.flatMap { y in axes.compactMap { z in try? Self(x: x, y: y, z: z) } }
      }
    }
  }
#endif

/// The reason why three axes are not a valid sensor mounting.
public enum AxisMappingError: Error, Hashable, Sendable {
  /// Text other than three of x, y, z with signs; `position` is the first unexpected character, counted from 0.
  case unreadable(position: Int)
  /// A matrix row other than one 1 or -1 and two 0; `row` counts from 0.
  case notAlongAxis(row: Int)
  /// One sensor axis read for two or three body axes.
  case repeatedAxis(x: SignedAxis, y: SignedAxis, z: SignedAxis)
  /// Axes that map a right-handed sensor frame to a left-handed body frame.
  case mirrored(x: SignedAxis, y: SignedAxis, z: SignedAxis)
}

#if !hasFeature(Embedded)
  extension AxisMappingError: CustomStringConvertible {
    /// The wrong axes and the nearest proper mappings.
    public var description: String {
      switch self {
      case .unreadable(let position):
        return "an axis mapping is three of x, y, z with signs, such as x,-z,y; character \(position + 1) does not fit"
      case .notAlongAxis(let row):
        return
          "row \(row + 1) of an axis mapping must have one 1 or -1 and two 0; a slanted mounting belongs in the "
          + "matrix of a sensor model"
      case .repeatedAxis(let x, let y, let z):
        let axes = [x, y, z]
        let names = ["x", "y", "z"]
        let uses = (0..<3).filter { index in axes.filter { $0.index == index }.count > 1 }
        let missing = (0..<3).filter { index in !axes.contains { $0.index == index } }
        let bodies = (0..<3).filter { axes[$0].index == uses[0] }.map { names[$0] }
        return
          "\(x),\(y),\(z) reads sensor axis \(names[uses[0]]) for body axes \(bodies.joined(separator: " and ")), and "
          + "\(missing.map { names[$0] }.joined(separator: " and ")) for none; " + proposalText
      case .mirrored(let x, let y, let z):
        return
          "\(x),\(y),\(z) is mirrored: it turns right-handed axes into left-handed ones, which no mounting does; "
          + proposalText
      }
    }

    /// The proper mappings that differ in the fewest axes, those that keep body z first. Empty for `unreadable` and
    /// `notAlongAxis`.
    public var proposals: [AxisMapping] {
      switch self {
      case .unreadable, .notAlongAxis:
        return []
      case .repeatedAxis(let x, let y, let z), .mirrored(let x, let y, let z):
        let difference = { (mapping: AxisMapping) in
          (mapping.x == x ? 0 : 1) + (mapping.y == y ? 0 : 1) + (mapping.z == z ? 0 : 1)
        }
        let fewest = AxisMapping.allCases.map(difference).min()
        let nearest = AxisMapping.allCases.filter { difference($0) == fewest }
        return nearest.filter { $0.z == z } + nearest.filter { $0.z != z }
      }
    }

    private var proposalText: String { "proper would be " + proposals.map(\.description).joined(separator: " or ") }
  }
#endif
