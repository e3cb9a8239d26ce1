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
  /// The counts of an accelerometer for 1 g by a line before the columns, `"acc_1G",2048`; nil without.
  private(set) var countsPerGravity: Double?
  /// What the documentation of the format adds.
  package private(set) var convention = TableConvention.plain
  /// The fields of the first row, if it was seen: they show the form of timestamps. Empty without.
  private(set) var firstRow: [String] = []

  /// Reads up to and including the header; the next line of the reader is the first row. The convention is that of the
  /// columns unless it is given, or the fallback if the columns name no sensor.
  package init(
    from reader: ByteReader, options: LogOptions = LogOptions(), convention given: TableConvention? = nil,
    fallback: TableConvention? = nil
  ) throws(LogError) {
    if let fact = LogError.Fact(unreadable: UnsafeRawBufferPointer(try reader.peek())) {
      throw LogError(path: reader.path, fact)
    }
    if let header = options.header {
      try self.init(given: header, for: reader)
      apply(given ?? usual(fallback))
    } else {
      try self.init(found: reader) { $0.apply(given ?? $0.usual(fallback)) }
      apply(given ?? usual(fallback))
      try takeUnits(from: reader)
    }
    try rename(by: options.columnNames, path: reader.path)
  }

  /// The convention of the columns; the fallback if they name no sensor.
  private func usual(_ fallback: TableConvention?) -> TableConvention {
    let convention = TableConvention(of: self)
    guard let fallback else { return convention }
    var table = self
    table.apply(convention)
    return LogSchema.namesRecording(table) ? convention : fallback
  }

  /// Whether a column has this name, in lower case without separators and unit.
  func hasName(_ name: String) -> Bool { columns.contains { $0.foldedName == name } }
  /// Whether the name of a column ends like this, in lower case without separators and unit.
  func hasName(endingWith name: String) -> Bool { columns.contains { $0.foldedName.hasSuffix(name) } }

  /// The name of the first vector that ends like this, without its axis; nil without one.
  func stem(endingWith name: String) -> String? {
    columns.first { $0.foldedName.hasSuffix("\(name)x") }.map { String($0.foldedName.dropLast()) }
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
      columns[index].body = convention.bodies[columns[index].foldedName] ?? columns[index].body
    }
    pairSeconds()
    takeTimeByUnit()
  }

  /// The bodies whose sensors are in the table, in its order; empty for one without a name.
  package var bodies: [String] {
    var known: Set<String> = []
    return columns.compactMap { column in
      guard let body = column.body, column.quantity.map(Quantity.sensors.contains) == true else { return nil }
      return known.insert(body).inserted ? body : nil
    }
  }

  /// The number of bodies whose sensors are in the table, before one was selected.
  package private(set) var bodyCount = 0

  /// Leaves out the columns of all other bodies.
  package mutating func select(body: String) {
    bodyCount = bodies.count
    for index in columns.indices where columns[index].body != nil && columns[index].body != body {
      columns[index].quantity = nil
    }
  }

  /// The columns of an acceleration without gravity, in a table that has none with it.
  var gravityFree: [String] {
    guard !columns.contains(where: { $0.quantity == .specificForce }) else { return [] }
    let stems = ["useracceleration", "linearacceleration", "linearaccelerometer", "linacc"]
    return columns.filter { column in stems.contains { column.foldedName.includes($0) } }.map { $0.text }
  }

  /// The header in a table.
  private init(found reader: ByteReader, _ complete: (inout TableHeader) -> Void) throws(LogError) {
    func header(_ text: String) -> TableHeader {
      var header = TableHeader(text: text.trimmed, line: reader.lineNumber)
      complete(&header)
      return header
    }
    var samplingRate: Double?
    var bodies: [String] = []
    var comments = 0
    var countsPerGravity: Double?
    let preamble = Self.preamble(try reader.linesAhead(Self.longestPreamble), header)
    for _ in 0..<preamble {
      guard let line = try reader.nextLine() else { break }
      bodies = Self.fields(of: line.text, delimiter: Self.delimiter(of: line.text))
      if bodies.first == "acc_1G", let counts = bodies[safe: 1].flatMap({ NumberParser.number(in: $0) }), counts > 0 {
        countsPerGravity = counts
      }
    }
    while let line = try reader.nextLine() {
      let text = line.text.droppingByteOrderMark.trimmed
      // "sep=;" is for spreadsheets.
      guard !text.isEmpty, !(text.utf8.count < 8 && text.filter { $0 != "\"" }.hasPrefix("sep=")) else { continue }
      if let comment = text.droppingCommentMark {
        comments += 1
        if comments > Self.mostComments { continue }
        guard header(comment).namesTable else {
          samplingRate = Self.samplingRate(in: comment) ?? samplingRate
          continue
        }
        self.init(text: comment.trimmed, line: reader.lineNumber)
      } else {
        self.init(text: text, line: reader.lineNumber)
        try takeAxes(from: reader)
      }
      takeBodies(bodies)
      try takeFirstRow(from: reader)
      (self.samplingRate, self.countsPerGravity) = (samplingRate, countsPerGravity)
      return
    }
    throw LogError(
      path: reader.path, line: reader.lineNumber + 1,
      message: reader.lineNumber == 0 ? "the file is empty" : "the file ends before a line that names the columns")
  }

  /// The most comments that may name the columns.
  private static let mostComments = 1000
  /// The most lines before the names of the columns that are not comments.
  private static let longestPreamble = 40

  /// The number of lines before the one that names columns, if the first line names none and is no row.
  private static func preamble(_ lines: [String], _ header: (String) -> TableHeader) -> Int {
    let isText = { (line: String) in !line.trimmed.isEmpty && line.droppingByteOrderMark.droppingCommentMark == nil }
    guard let first = lines.firstIndex(where: isText), case let start = header(lines[first]),
      start.columns.allSatisfy({
        ($0.quantity == nil || $0.quantity == .time) && NumberParser.number(in: $0.text) == nil
      })
    else { return 0 }
    return lines.indices.dropFirst(first + 1).first { index in
      guard isText(lines[index]) else { return false }
      let candidate = header(lines[index])
      return candidate.namesTable || LogSchema.namesRecording(candidate)
    } ?? 0
  }

  /// Takes the names of bodies in the line before, where the columns have the same names for each. Columns without a name have that
  /// of the line before.
  private mutating func takeBodies(_ bodies: [String]) {
    if bodies.count == columns.count {
      for index in columns.indices where columns[index].text.isEmpty { columns[index] = ColumnName(bodies[index]) }
    }
    let names = columns.map { $0.foldedName }.filter { !$0.isEmpty }
    guard bodies.count == columns.count, Set(names).count < names.count else { return }
    var body = ""
    for index in columns.indices {
      if !bodies[index].isEmpty { body = bodies[index] }
      if let quantity = columns[index].quantity, Quantity.sensors.contains(quantity) { columns[index].body = body }
    }
  }

  /// No unit has more bytes, with its brackets.
  private static let longestUnit = 64

  /// Takes the next line too, if it holds only units.
  private mutating func takeUnits(from reader: ByteReader) throws(LogError) {
    var units: [(index: Int, unit: String)] = []
    for (index, field) in firstRow.enumerated() where index < columns.count && !field.isEmpty {
      if NumberParser.number(in: field) != nil { return }
      guard field.utf8.count <= Self.longestUnit else { continue }
      let unit = field.filter { !"[]()".contains($0) || field.contains("^") }
      if columns[index].quantity?.factor(ofUnit: unit) != nil { units.append((index, unit)) }
    }
    guard units.count >= 3 else { return }
    for (index, unit) in units where columns[index].unit == nil { columns[index].unit = unit }
    if let unit = firstRow.first, columns[0].unit == nil { columns[0].unit = unit.filter { !"[]()".contains($0) } }
    takeTimeByUnit()
    _ = try reader.nextLine()
    try takeFirstRow(from: reader)
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
    let text = line.text.droppingByteOrderMark
    firstRow = Self.fields(of: text.trimmed.droppingCommentMark?.trimmed ?? text, delimiter: delimiter)
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
