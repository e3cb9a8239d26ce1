extension StaticString {
  /// The text as a zero-terminated C string, valid for the life of the process.
  var cString: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}
