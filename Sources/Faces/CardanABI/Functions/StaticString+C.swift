extension StaticString {
  /// The text as a zero-terminated C string, valid for the life of the process.
  public var cString: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }

  /// Whether a C string is the text, without regard to the case of ASCII letters.
  func equalsIgnoringCase(_ text: UnsafePointer<CChar>) -> Bool {
    func lowercase(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte + 32 : byte }
    for index in 0..<utf8CodeUnitCount {
      guard lowercase(UInt8(bitPattern: text[index])) == lowercase(utf8Start[index]) else { return false }
    }
    return text[utf8CodeUnitCount] == 0
  }
}
