/// The columns of a text table and the separator of its fields.
///
/// The header is the first line that is not a comment, or a comment that names columns (`#timestamp [ns],w_RS_S_x ...`).
/// A second line that holds only axes completes the names of the first: `;W;X;Y;Z;X;Y;Z`.
package struct TableHeader: Sendable {
  /// The columns in the order of the file.
  package var columns: [ColumnName]
  /// The byte between fields; a space stands for any run of white space.
  package var delimiter: UInt8
  /// The line of the header; nil for tables that are not text.
  package var line: Int?

  /// Rows per second by a comment before the columns, `Sample rate: 50.0Hz`; nil without.
  private(set) var samplingRate: Double?
  /// What the documentation of the format adds.
  package private(set) var convention = TableConvention.plain
  /// The fields of the first row, if it was seen: they show the form of timestamps. Empty without.
  private(set) var firstRow: [String] = []

  /// Reads up to and including the header; the next line of the reader is the first row. The convention is that of the
  /// columns unless it is given.
  package init(
    from reader: ByteReader, options: LogOptions = LogOptions(), convention: TableConvention? = nil
  ) throws(LogError) {
    if let fact = LogError.Fact(unreadable: UnsafeRawBufferPointer(try reader.peek())) {
      throw LogError(path: reader.path, fact)
    }
    if let header = options.header {
      try self.init(given: header, for: reader)
    } else {
      try self.init(found: reader)
    }
    apply(convention ?? TableConvention(of: self))
    try rename(by: options.columnNames, path: reader.path)
  }

  /// Whether a column begins with this text, in lower case.
  func hasColumn(startingWith name: String) -> Bool { columns.contains { $0.text.lowercased().hasPrefix(name) } }

  /// Applies a convention: its names of columns come first.
  package mutating func apply(_ convention: TableConvention) {
    self.convention = convention
    for index in columns.indices {
      guard let content = convention.names[columns[index].foldedName] else { continue }
      columns[index].quantity = content?.quantity
      columns[index].axis = content?.axis ?? 0
    }
  }

  /// The header in a table.
  private init(found reader: ByteReader) throws(LogError) {
    var samplingRate: Double?
    while let line = try reader.nextLine() {
      let text = line.text.droppingByteOrderMark.trimmed
      guard !text.isEmpty else { continue }
      if let comment = text.droppingCommentMark {
        let header = TableHeader(text: comment.trimmed, line: reader.lineNumber)
        guard header.namesTable else {
          samplingRate = Self.samplingRate(in: comment) ?? samplingRate
          continue
        }
        self = header
      } else {
        self.init(text: text, line: reader.lineNumber)
        try takeAxes(from: reader)
      }
      try takeFirstRow(from: reader)
      self.samplingRate = samplingRate
      return
    }
    throw LogError(
      path: reader.path, line: reader.lineNumber + 1,
      message: reader.lineNumber == 0 ? "the file is empty" : "the file ends before a line that names the columns")
  }

  /// A header given by the caller, for a table whose first line is a row or is replaced.
  private init(given header: String, for reader: ByteReader) throws(LogError) {
    self.init(text: header, line: nil)
    while let line = try reader.nextLine() {
      let text = line.text.droppingByteOrderMark
      if text.trimmed.isEmpty || text.trimmed.droppingCommentMark != nil { continue }
      // Between decimals with a comma, the other separator is that of the fields.
      delimiter = text.contains(";") ? UInt8(ascii: ";") : Self.delimiter(of: text)
      let fields = Self.fields(of: text, delimiter: delimiter)
      let isRow = fields.contains { NumberParser.number(in: $0.substituting(",", with: ".")) != nil }
      if isRow { reader.putBack(line) }
      break
    }
    try takeFirstRow(from: reader)
  }

  /// The rate of a comment such as `Sample rate: 50.0Hz` or `Update Rate: 100.0Hz`; nil for other comments.
  private static func samplingRate(in comment: String) -> Double? {
    let words = comment.lowercased().split { $0 == " " || $0 == ":" || $0 == "\t" }
    guard words.count >= 3, ["sample", "update"].contains(words[0]), words[1] == "rate" else { return nil }
    let rate = NumberParser.number(in: words[2].prefix { $0.isNumber || $0 == "." }) ?? 0
    return rate > 0 && rate < 1e6 ? rate : nil
  }

  /// Takes the fields of the next line without consuming it.
  private mutating func takeFirstRow(from reader: ByteReader) throws(LogError) {
    guard let line = try reader.nextLine() else { return }
    firstRow = Self.fields(of: line.text.droppingByteOrderMark, delimiter: delimiter)
    reader.putBack(line)
  }

  /// Gives columns other names. A column that is renamed replaces another of the same content. Throws if a name is missing.
  private mutating func rename(by renamings: [ColumnRenaming], path: String) throws(LogError) {
    for renaming in renamings {
      guard let index = columns.firstIndex(where: renaming.matches) else {
        throw LogError(
          path: path, line: line,
          message: "no column \"\(renaming.name)\"; expected one of \(columns.map { $0.text }.joined(separator: ", "))")
      }
      let new = ColumnName(renaming.replacement)
      for other in columns.indices where (columns[other].quantity, columns[other].axis) == (new.quantity, new.axis) {
        columns[other].quantity = nil
      }
      columns[index].quantity = new.quantity
      columns[index].axis = new.axis
      // What stands in brackets in an unknown column need not be a unit.
      let known = columns[index].unit.flatMap { new.quantity?.factor(ofUnit: $0) }
      columns[index].unit = new.unit ?? (known == nil ? nil : columns[index].unit)
    }
  }

  /// A header of columns that are not text. Throws if a column to rename is missing, or if the header of the options has another
  /// number of columns.
  package init(columns: [String], options: LogOptions = LogOptions(), path: String) throws(LogError) {
    self.columns = options.header.map { Self(text: $0, line: nil).columns } ?? columns.map(ColumnName.init)
    guard self.columns.count == columns.count else {
      throw LogError(
        path: path, message: "\(columns.count) columns, but the given header names \(self.columns.count)")
    }
    delimiter = UInt8(ascii: ",")
    apply(TableConvention(of: self))
    try rename(by: options.columnNames, path: path)
  }

  /// A header from its text.
  package init(text: String, line: Int?) {
    delimiter = Self.delimiter(of: text)
    columns = Self.fields(of: text, delimiter: delimiter).map(ColumnName.init)
    self.line = line
    // A delimiter at the end of the line is not a column.
    if columns.count > 1 && columns.last?.text.isEmpty == true && delimiter != UInt8(ascii: "\t") {
      columns.removeLast()
    }
  }

  /// Whether it names timestamps and at least three other known columns: distinguishes a header in a comment from a remark.
  package var namesTable: Bool {
    let known = columns.compactMap { $0.quantity }
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
  package static func fields(of text: String, delimiter: UInt8) -> [String] {
    let separator = Character(Unicode.Scalar(delimiter))
    guard separator == " " else {
      return text.split(separator: separator, omittingEmptySubsequences: false).map { field in
        field.trimmed.filter { $0 != "\"" }.trimmed
      }
    }
    var fields: [String] = []
    for word in text.split(whereSeparator: { $0.isWhitespace }) {
      let isRest = word.first == "[" || word.first == "(" || fields.last.map(hasOpenBracket) == true
      if isRest, let last = fields.popLast() { fields.append("\(last) \(word)") } else { fields.append(String(word)) }
    }
    return fields
  }

  private static func hasOpenBracket(_ text: String) -> Bool {
    text.contains { $0 == "[" || $0 == "(" } && !text.contains { $0 == "]" || $0 == ")" }
  }
}

extension LogError.Fact {
  /// The first bytes of text in an encoding that is not read; nil for others.
  package init?(unreadable bytes: UnsafeRawBufferPointer) {
    // Without a mark, every other byte of Latin text is zero.
    let isLittle = bytes.count >= 4 && bytes[0] >= 9 && bytes[1] == 0 && bytes[2] >= 9 && bytes[3] == 0
    let isBig = bytes.count >= 4 && bytes[0] == 0 && bytes[1] >= 9 && bytes[2] == 0 && bytes[3] >= 9
    guard bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) || isLittle || isBig else { return nil }
    self = .invalid("text in UTF-16; save it as UTF-8")
  }
}

extension String {
  /// The text without a byte order mark.
  package var droppingByteOrderMark: String { first == "\u{FEFF}" ? String(dropFirst()) : self }

  /// The text of a comment; nil for other lines.
  package var droppingCommentMark: String? {
    for mark in ["#", "%", "//"] where hasPrefix(mark) { return String(dropFirst(mark.count)) }
    return nil
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  package var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}

extension Array {
  /// The element at an index; nil outside of the array.
  package subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
