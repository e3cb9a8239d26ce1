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
