extension FixedWidthInteger {
  /// A real number without its fraction, for types of up to 64 bits; beyond the range of the type its nearest end, and 0 for
  /// not-a-number.
  ///
  /// The conversion of the standard library ends the program there. Numbers of files can be anything, so the targets of the host
  /// convert by this one, or by `init(exactly:)`; `ConversionRuleTests` checks it.
  @export(implementation)
  public init(saturating value: Double) {
    // By integers of 64 bits, whose conversion is one instruction; that of a generic type is a hundred.
    if value >= 0x1p63 {
      self = value < 0x1p64 ? Self(clamping: UInt64(value)) : .max
    } else if value >= -0x1p63 {
      self = Self(clamping: Int64(value))
    } else {
      self = value.isNaN ? 0 : .min
    }
  }
}
