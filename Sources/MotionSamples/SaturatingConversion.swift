extension FixedWidthInteger {
  /// A real number without its fraction, for types of up to 64 bits; beyond the range of the type its nearest end, and 0 for
  /// not-a-number.
  ///
  /// The conversion of the standard library ends the program there. Numbers of files can be anything, so the targets of the host
  /// convert by this one, or by `init(exactly:)`; `ConversionRuleTests` checks it.
  @inlinable
  public init(saturating value: Double) {
    // By an integer of 64 bits, whose conversion is one instruction; that of a generic type is a hundred.
    self = value.magnitude < 0x1p63 ? Self(clamping: Int64(value)) : Self(saturatingOutside: value)
  }

  /// The conversion outside of the range of Int64.
  @usableFromInline
  init(saturatingOutside value: Double) {
    if value >= 0x1p63 {
      self = value < 0x1p64 ? Self(clamping: UInt64(value)) : .max
    } else if value == -0x1p63 {
      self = Self(clamping: Int64.min)
    } else {
      self = value.isNaN ? 0 : .min
    }
  }
}
