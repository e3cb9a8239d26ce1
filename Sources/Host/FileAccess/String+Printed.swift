import LogTables
import SystemLibrary

extension String {
  /// A number in a format of `printf`, with a point and without grouping in every locale of the user: "%.3g", "%+6.1f".
  package init(_ value: Double, format: String) {
    self = withVaList([value]) { arguments in
      // Numbers with fixed decimals have up to 309 digits before the point.
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        guard let text = buffer.baseAddress, vsnprintf(text, buffer.count, format, arguments) >= 0 else { return "" }
        return String(cString: text)
      }
    }
  }
}
