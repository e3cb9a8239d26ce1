extension ArraySlice<UInt8> {
  /// The FNV-1a hash of the bytes from a start value. Here, as the tests of a module are not optimised.
  public func checksum(from start: UInt32) -> UInt32 { reduce(start) { ($0 ^ UInt32($1)) &* 0x0100_0193 } }
}
