/// Search and replacement of texts. Those of the standard library bring its engine of regular expressions, 1.3 MB of a static
/// program.
extension StringProtocol {
  /// The parts between the occurrences of a text that is not empty; the whole without one.
  package func parts(separatedBy separator: String) -> [String] {
    let (bytes, separator) = (Array(utf8), Array(separator.utf8))
    var parts: [String] = []
    var (start, place) = (0, 0)
    while place + separator.count <= bytes.count {
      guard bytes[place] == separator[0], bytes[place...].starts(with: separator) else {
        place += 1
        continue
      }
      parts.append(String(decoding: bytes[start..<place], as: UTF8.self))
      place += separator.count
      start = place
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
  }

  /// The text with another text in place of each occurrence of one that is not empty.
  package func substituting(_ text: String, with other: String) -> String {
    parts(separatedBy: text).joined(separator: other)
  }

  /// Whether a text that is not empty occurs.
  package func includes(_ text: String) -> Bool { parts(separatedBy: text).count > 1 }
}
