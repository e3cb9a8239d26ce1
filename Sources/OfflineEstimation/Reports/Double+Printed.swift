import Glibc

extension Double {
  /// The number as C prints it: `printed("%.1f")` for one decimal.
  func printed(_ format: String) -> String {
    withVaList([self]) { arguments in
      // The longest number without a fraction has 309 digits.
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        guard let start = buffer.baseAddress, vsnprintf(start, buffer.count, format, arguments) >= 0 else { return "" }
        return String(cString: start)
      }
    }
  }
}
