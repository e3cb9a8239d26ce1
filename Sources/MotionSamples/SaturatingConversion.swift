extension FixedWidthInteger {
  /// A real number without its fraction; beyond the range of the type its nearest end, and 0 for not-a-number.
  ///
  /// The conversion of the standard library ends the program there. Numbers of files can be anything, so the targets of the host
  /// convert by this one, or by `init(exactly:)`; `ConversionRuleTests` checks it.
  @inlinable
  public init(saturating value: Double) {
    if value >= Double(Self.max) {
      self = .max
    } else if value > Double(Self.min) {
      self = Self(value)
    } else {
      self = value.isNaN ? 0 : .min
    }
  }
}
