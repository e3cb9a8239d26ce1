/// Text in lines of limited width.
enum TextWrapping {
  /// The words of `text` in lines of at most `width` characters; a longer word has a line to itself. Line feeds stay.
  static func wrap(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph -> [String] in
      var lines: [String] = []
      var line = ""
      for word in paragraph.split(separator: " ") {
        if !line.isEmpty && line.count + 1 + word.count > width {
          lines.append(line)
          line = ""
        }
        line += line.isEmpty ? String(word) : " \(word)"
      }
      return lines + [line]
    }
  }
}
