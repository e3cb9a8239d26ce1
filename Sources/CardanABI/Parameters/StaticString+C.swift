extension StaticString {
  /// The text as C has it: with a zero at its end, forever.
  var cString: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }

  /// Whether a text of C is this one.
  func equals(_ text: UnsafePointer<CChar>) -> Bool {
    for index in 0..<utf8CodeUnitCount where UInt8(bitPattern: text[index]) != utf8Start[index] { return false }
    return text[utf8CodeUnitCount] == 0
  }
}
