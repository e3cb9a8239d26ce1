/// The columns of a text table and the separator of its fields.
///
/// The header is the first line that is not a comment, or a comment that names columns (`#timestamp [ns],w_RS_S_x ...`).
/// A second line that holds only axes completes the names of the first: `;W;X;Y;Z;X;Y;Z`.
struct TableHeader: Sendable {
  /// The columns in the order of the file.
  var columns: [ColumnName]
  /// The byte between fields; a space stands for any run of white space.
  var delimiter: UInt8
  /// The line of the header; nil for tables that are not text.
  var line: Int?

  /// Reads up to and including the header; the next line of the reader is the first row.
  init(from reader: ByteReader) throws(LogError) {
    while let line = try reader.nextLine() {
      let text = line.text.droppingByteOrderMark.trimmed
      guard !text.isEmpty else { continue }
      if let comment = text.droppingCommentMark {
        let header = TableHeader(text: comment.trimmed, line: reader.lineNumber)
        guard header.namesTable else { continue }
        self = header
        return
      }
      self.init(text: text, line: reader.lineNumber)
      try takeAxes(from: reader)
      return
    }
    throw LogError(
      path: reader.path, line: reader.lineNumber + 1,
      message: reader.lineNumber == 0 ? "the file is empty" : "the file ends before a line that names the columns")
  }

  /// A header of columns that are not text.
  init(columns: [String]) {
    self.columns = columns.map(ColumnName.init)
    delimiter = UInt8(ascii: ",")
  }

  /// A header from its text.
  init(text: String, line: Int) {
    delimiter = Self.delimiter(of: text)
    columns = Self.fields(of: text, delimiter: delimiter).map(ColumnName.init)
    self.line = line
    // A delimiter at the end of the line is not a column.
    if columns.count > 1 && columns.last?.text.isEmpty == true && delimiter != UInt8(ascii: "\t") {
      columns.removeLast()
    }
  }

  /// Whether it names timestamps and at least three other known columns: distinguishes a header in a comment from a remark.
  var namesTable: Bool {
    let known = columns.compactMap(\.quantity)
    return known.contains(.time) && known.count >= 4
  }

  /// Takes the next line too, if it holds only axes.
  private mutating func takeAxes(from reader: ByteReader) throws(LogError) {
    guard let line = try reader.nextLine() else { return }
    var axes = Self.fields(of: line.text, delimiter: delimiter)
    while axes.count > columns.count, axes.last?.isEmpty == true { axes.removeLast() }
    let letters = axes.filter { !$0.isEmpty }
    let isAxes = letters.count >= 3 && letters.allSatisfy { ["w", "x", "y", "z"].contains($0.lowercased()) }
    guard isAxes, axes.count <= columns.count else {
      reader.putBack(line)
      return
    }
    var group = ""
    var names: [ColumnName] = []
    for (index, axis) in axes.enumerated() {
      if index < columns.count, !columns[index].text.isEmpty { group = columns[index].text }
      names.append(ColumnName(axis.isEmpty ? group : "\(group) \(axis)"))
    }
    columns = names
  }

  /// The most frequent separator outside of brackets; a space if there are no commas, semicolons and tabs.
  private static func delimiter(of text: String) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var depth = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: ")") { depth -= 1 }
      if depth <= 0 { counts[byte, default: 0] += 1 }
    }
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    guard let best = candidates.max(by: { counts[$0, default: 0] < counts[$1, default: 0] }), counts[best] != nil
    else { return UInt8(ascii: " ") }
    return best
  }

  /// The fields without quotes and surrounding white space. White space as a separator does not split a name from its unit
  /// in brackets.
  private static func fields(of text: String, delimiter: UInt8) -> [String] {
    let separator = Character(Unicode.Scalar(delimiter))
    guard separator == " " else {
      return text.split(separator: separator, omittingEmptySubsequences: false).map { field in
        field.trimmed.filter { $0 != "\"" }.trimmed
      }
    }
    var fields: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      let isRest = word.first == "[" || word.first == "(" || fields.last.map(hasOpenBracket) == true
      if isRest, let last = fields.popLast() { fields.append("\(last) \(word)") } else { fields.append(String(word)) }
    }
    return fields
  }

  private static func hasOpenBracket(_ text: String) -> Bool {
    text.contains { $0 == "[" || $0 == "(" } && !text.contains { $0 == "]" || $0 == ")" }
  }
}

extension String {
  /// The text without a byte order mark.
  var droppingByteOrderMark: String { first == "\u{FEFF}" ? String(dropFirst()) : self }

  /// The text of a comment; nil for other lines.
  var droppingCommentMark: String? {
    for mark in ["#", "%", "//"] where hasPrefix(mark) { return String(dropFirst(mark.count)) }
    return nil
  }
}

/// A field of a header: the content of the column and its unit.
///
/// `gyro_x [rad/s]`, `Gyroscope X (deg/s)`, `gyro_x_dps`, `GyroX`, `gx`, `w_RS_S_x [rad s^-1]` name the same column, in
/// different units. Columns with unknown names are ignored.
struct ColumnName: Sendable {
  /// The name in the file, with the unit.
  var text: String
  /// The content of the column; nil for unknown names.
  var quantity: Quantity?
  /// The index of the coordinate in its vector.
  var axis = 0
  /// The unit in the file.
  var unit: String?

  /// Parses a field of a header.
  init(_ text: String) {
    self.text = text
    let (name, bracketed) = Self.splitUnit(text)
    unit = bracketed
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    // The longest run of leading words that is a name wins; the rest must be its unit.
    for count in stride(from: words.count, to: 0, by: -1) {
      guard let (quantity, axis) = Self.columns[words[..<count].joined()] else { continue }
      if count < words.count {
        guard let suffix = Self.unit(of: quantity, from: words[count...]) else { return }
        unit = bracketed ?? suffix
      }
      (self.quantity, self.axis) = (quantity, axis)
      return
    }
  }

  /// Splits off a unit in brackets; empty brackets are ignored.
  private static func splitUnit(_ text: String) -> (name: String, unit: String?) {
    guard let last = text.last, last == "]" || last == ")",
      let open = text.lastIndex(of: last == "]" ? "[" : "(")
    else { return (text, nil) }
    let unit = text[text.index(after: open)..<text.index(before: text.endIndex)].trimmed
    return (String(text[..<open]), unit.isEmpty ? nil : unit)
  }

  /// The unit spelt by the words after a name: `dps`, `rad s`, `m s2`.
  private static func unit(of quantity: Quantity, from words: ArraySlice<String>) -> String? {
    [words.joined(), words.joined(separator: "/")].first { quantity.factor(ofUnit: $0) != nil }
  }

  /// Every known name, in lower case without separators.
  private static let columns: [String: (Quantity, Int)] = {
    var columns: [String: (Quantity, Int)] = [:]
    for quantity in Quantity.all {
      for stem in quantity.stems {
        if quantity.axes.isEmpty { columns[stem] = (quantity, 0) }
        for (index, axis) in quantity.axes.enumerated() { columns["\(stem)\(axis)"] = (quantity, index) }
      }
    }
    return columns
  }()
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
