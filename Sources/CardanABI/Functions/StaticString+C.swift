extension StaticString {
  /// The text as C has it: with a zero byte at its end, forever.
  var cString: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}
