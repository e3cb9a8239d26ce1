/// Text attributes of libiio.
enum IIOText {
  /// The text that a call of libiio puts into a buffer; nil where it fails.
  static func read(_ call: (UnsafeMutablePointer<CChar>, Int) -> Int) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, call(start, buffer.count) > 0 else { return nil }
      return String(cString: start)
    }
  }
}
