/// Bytes as text (RFC 4648, section 4).
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of bytes: four digits for three bytes, filled up with `=`.
  static func text(_ bytes: [UInt8]) -> String {
    let count = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: count) { text in
      var place = 0
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = (0..<3).reduce(0) { $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0) }
        for digit in 0..<4 {
          // One byte takes two digits, two take three.
          let isFilling = digit > bytes.count - start
          text[place + digit] = isFilling ? UInt8(ascii: "=") : digits[group >> (18 - 6 * digit) & 63]
        }
        place += 4
      }
      return count
    }
  }
}
