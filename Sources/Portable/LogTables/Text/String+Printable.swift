extension String {
  /// The text with control characters as `\x1b`, those below U+0020, U+007F and U+0080 to U+009F, with other ends of lines, and with
  /// characters that turn the direction of the text, as `\x202e`: for terminals and for lines of results, where the text of a log
  /// must not act.
  public var printable: String {
    guard unicodeScalars.contains(where: Self.isControl) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if Self.isControl(scalar) {
        let digits = String(scalar.value, radix: 16)
        text += "\\x" + (digits.count < 2 ? "0" : "") + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text with control characters as `\x1b` but for line feeds.
  public var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }.joined(separator: "\n")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7f...0x9f, 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
