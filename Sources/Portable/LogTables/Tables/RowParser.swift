import CMathShims

/// Parses the lines of a table into numbers, in one pass over the bytes.
///
/// Goals, in order: a row is read whole or rejected with its line and column; speed.
package final class RowParser {
  /// The numbers of the last row by slot, in SI units; NaN for absent values.
  package let values: UnsafeMutablePointer<Double>
  /// The timestamp of the last row in nanoseconds.
  package var timestamp: Int64 { lastTimestamp }

  // A property that other modules see is checked for exclusive access at every use; this one is not.
  private var lastTimestamp: Int64 = 0
  /// Whether the last row was invalid because the file ends within it.
  private(set) var isCut = false

  /// The use of a column, and the form of its last number.
  private struct Column {
    let slot: Int
    let factor: Double
    var habit: NumberParser.Habit
    /// The byte after a number of the usual form: the delimiter, or the end of the line.
    var terminator: UInt8
  }

  private let schema: LogSchema
  private let path: String
  private let columns: UnsafeMutablePointer<Column>
  private let lastColumn: UnsafeMutablePointer<Column>
  /// At least 1.
  private let count: Int
  private let delimiter: UInt8
  private let timestampExponent: Int
  /// The days that a time of day has passed midnight since the first row.
  private var midnights: Int64 = 0
  private let numbers = NumberParser()

  /// A parser for the rows of a table.
  package init(schema: LogSchema, path: String) {
    self.schema = schema
    self.path = path
    count = schema.columns.count
    delimiter = schema.delimiter
    timestampExponent = schema.timestampExponent ?? 0
    columns = .allocate(capacity: count)
    lastColumn = columns + (count - 1)
    for (index, column) in schema.columns.enumerated() {
      let habit = NumberParser.Habit(tables: numbers.tables)
      (columns + index).initialize(
        to: Column(slot: column.slot, factor: column.factor, habit: habit, terminator: delimiter))
    }
    values = .allocate(capacity: Quantity.slotCount)
    for (slot, value) in Quantity.absentRow.enumerated() { (values + slot).initialize(to: value) }
  }

  deinit {
    columns.deallocate()
    values.deallocate()
  }

  /// Reads one line into `values` and `timestamp`. `ByteReader.padding` bytes before and after it can be read.
  @inline(__always)
  package func parse(_ line: ByteReader.Line, number: Int) throws(LogError) {
    // Copies stay in registers while values are stored; for the same reason the address of the cursor is not passed on.
    let (values, numbers, timestampExponent) = (self.values, self.numbers, self.timestampExponent)
    lastColumn.pointee.terminator = line.end.pointee
    if delimiter != UInt8(ascii: ","), cardan_find_byte(line.start, UInt8(ascii: ","), line.end - line.start) != nil {
      replaceDecimalCommas(in: line)
    }
    var cursor = line.start
    var column = columns
    while column <= lastColumn {
      let slot = column.pointee.slot
      if slot >= 0,
        let value = numbers.fixedNumber(
          at: &cursor, habit: &column.pointee.habit, terminator: column.pointee.terminator)
      {
        values[slot] = value * column.pointee.factor
        cursor += 1
      } else if slot == LogSchema.Column.timestamp.slot,
        let time = numbers.fixedTimestamp(
          at: &cursor, unitExponent: timestampExponent, habit: &column.pointee.habit,
          terminator: column.pointee.terminator)
      {
        lastTimestamp = time
        cursor += 1
      } else {
        cursor = try readSlowly(column, at: cursor, in: line, number: number)
      }
      column += 1
    }
    // The byte at the end of the line may occur within it too.
    if cursor != line.end + 1 { _ = try skipDelimiter(at: cursor - 1, in: line, column: count - 1, number: number) }
  }

  /// Reads a field of any form and its delimiter; returns the start of the next field, or of the next line after the last.
  @inline(never)
  private func readSlowly(
    _ column: UnsafeMutablePointer<Column>, at start: UnsafePointer<UInt8>, in line: ByteReader.Line, number: Int
  ) throws(LogError) -> UnsafePointer<UInt8> {
    let index = column - columns
    let end = try readField(at: start, in: line, column: index, number: number)
    if end.pointee == delimiter && index + 1 < count { return end + 1 }
    let next = try skipDelimiter(at: end, in: line, column: index, number: number)
    return index + 1 < count ? next : line.end + 1
  }

  /// Reads a field of any form; returns its end.
  @inline(never)
  private func readField(
    at start: UnsafePointer<UInt8>, in line: ByteReader.Line, column index: Int, number: Int
  ) throws(LogError) -> UnsafePointer<UInt8> {
    var cursor = start
    skipBlanks(&cursor)
    if cursor.pointee == UInt8(ascii: "\"") {
      removeQuotes(from: cursor, to: line.end)
      skipBlanks(&cursor)
    }
    let column = columns[index]
    if column.slot >= 0 {
      if let value = numbers.number(at: &cursor) {
        values[column.slot] = value * column.factor
      } else if cursor.pointee == delimiter {
        values[column.slot] = .nan
      } else {
        values[column.slot] = try word(at: &cursor, in: line, column: index, number: number)
      }
    } else if column.slot == LogSchema.Column.timestamp.slot {
      try readTimestamp(at: &cursor, in: line, column: index, number: number)
    } else if column.slot == LogSchema.Column.calendar.slot {
      try readCalendarTime(at: &cursor, in: line, column: index, number: number)
    } else {
      skipField(&cursor, in: line)
    }
    return cursor
  }

  @inline(__always)
  private func readTimestamp(
    at cursor: inout UnsafePointer<UInt8>, in line: ByteReader.Line, column: Int, number: Int
  ) throws(LogError) {
    switch numbers.timestamp(at: &cursor, unitExponent: timestampExponent) {
    case .value(let time): lastTimestamp = time
    case .missing: throw mismatch(at: cursor, in: line, column: column, number: number, expected: "a timestamp")
    case .outOfRange: throw error(column, number, "timestamp beyond 292 years; check its unit")
    }
  }

  @inline(never)
  private func readCalendarTime(
    at cursor: inout UnsafePointer<UInt8>, in line: ByteReader.Line, column: Int, number: Int
  ) throws(LogError) {
    let start = cursor
    // Blanks separate date and time, so the field ends at the delimiter.
    while cursor < line.end, cursor.pointee != delimiter { cursor += 1 }
    var text = ArraySlice(field(from: start, to: cursor).utf8)
    guard let time = CalendarTime(&text), text.isEmpty else {
      throw mismatch(
        at: start, in: line, column: column, number: number, expected: "a date such as 2026-11-20 10:00:00.125")
    }
    guard time.isTimeOfDay else { return lastTimestamp = time.nanoseconds }
    let day = CalendarTime.nanosecondsPerDay
    if time.nanoseconds + midnights * day < lastTimestamp - day / 2 { midnights += 1 }
    lastTimestamp = time.nanoseconds + midnights * day
  }

  @inline(__always)
  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (byte == UInt8(ascii: "\t") && delimiter != byte)
  }

  @inline(__always)
  private func skipBlanks(_ cursor: inout UnsafePointer<UInt8>) {
    while isBlank(cursor.pointee) { cursor += 1 }
  }

  /// Skips a field.
  @inline(__always)
  private func skipField(_ cursor: inout UnsafePointer<UInt8>, in line: ByteReader.Line) {
    let stopsAtBlanks = delimiter == UInt8(ascii: " ")
    while cursor < line.end, cursor.pointee != delimiter, !(stopsAtBlanks && isBlank(cursor.pointee)) { cursor += 1 }
  }
}

// The exceptions: decimal commas, blanks around fields, absent values, and errors.
extension RowParser {
  /// Replaces the comma by a point in fields that have one comma and no point. Commas are not delimiters here.
  @inline(never)
  private func replaceDecimalCommas(in line: ByteReader.Line) {
    // The buffer belongs to the reader, which does not return to these bytes.
    let bytes = UnsafeMutablePointer(mutating: line.start)
    var (comma, isDecimal) = (-1, true)
    for index in 0...(line.end - line.start) {
      let byte = bytes[index]
      if index == line.end - line.start || byte == delimiter {
        if comma >= 0, isDecimal { bytes[comma] = UInt8(ascii: ".") }
        (comma, isDecimal) = (-1, true)
      } else if byte == UInt8(ascii: ",") {
        isDecimal = isDecimal && comma < 0
        comma = index
      } else if byte == UInt8(ascii: ".") {
        isDecimal = false
      }
    }
  }

  /// Replaces quotes, and delimiters between them, by blanks, or a comma between two digits by a point. Two quotes in a text are one
  /// there, which no number has.
  @inline(never)
  private func removeQuotes(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
    // As above.
    let bytes = UnsafeMutablePointer(mutating: start)
    func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    var isQuoted = false
    for index in 0..<(end - start) {
      if bytes[index] == UInt8(ascii: "\"") {
        isQuoted.toggle()
        bytes[index] = UInt8(ascii: " ")
      } else if isQuoted, bytes[index] == delimiter {
        let isDecimal = delimiter == UInt8(ascii: ",") && isDigit(bytes[index - 1]) && isDigit(bytes[index + 1])
        bytes[index] = UInt8(ascii: isDecimal ? "." : " ")
      }
    }
  }

  /// The words for an absent value, in lower case.
  private static let absences: Set<String> = ["", "na", "n/a", "null", "none"]

  /// A field that is not a number: absent, a Boolean, or an error.
  @inline(never)
  private func word(
    at cursor: inout UnsafePointer<UInt8>, in line: ByteReader.Line, column: Int, number: Int
  ) throws(LogError) -> Double {
    let start = cursor
    skipField(&cursor, in: line)
    let text = field(from: start, to: cursor).lowercased()
    if start == line.end && delimiter == UInt8(ascii: " ") { throw raggedness(column, in: line, number: number) }
    if Self.absences.contains(text) { return .nan }
    if columns[column].slot == Quantity.movement.firstSlot, let value = ["true": 1.0, "false": 0.0][text] {
      return value
    }
    throw mismatch(at: start, in: line, column: column, number: number, expected: "a number")
  }

  /// Skips the delimiter and the blanks between two fields; returns the start of the next field.
  @inline(never)
  private func skipDelimiter(
    at fieldEnd: UnsafePointer<UInt8>, in line: ByteReader.Line, column: Int, number: Int
  ) throws(LogError) -> UnsafePointer<UInt8> {
    var cursor = fieldEnd
    skipBlanks(&cursor)
    let isLast = column + 1 == count
    if cursor >= line.end {
      guard isLast else { throw raggedness(column + 1, in: line, number: number) }
      return cursor
    }
    if delimiter == UInt8(ascii: " ") && cursor > fieldEnd && !isLast { return cursor }
    guard cursor.pointee == delimiter || (isLast && cursor > fieldEnd && delimiter == UInt8(ascii: " ")) else {
      throw mismatch(
        at: fieldStart(before: cursor, in: line), in: line, column: column, number: number, expected: "a number")
    }
    if cursor.pointee == delimiter { cursor += 1 }
    guard isLast else { return cursor }
    // A delimiter at the end of the line does not begin a field.
    skipBlanks(&cursor)
    guard cursor >= line.end else {
      throw error(column, number, "more fields in the row than the \(count) of the header")
    }
    return cursor
  }

  /// The error for a row that ends before the field of a column.
  private func raggedness(_ column: Int, in line: ByteReader.Line, number: Int) -> LogError {
    isCut = !line.isTerminated
    let end = line.isTerminated ? "" : "; the file ends within this line"
    return error(column, number, "expected \(count) fields, found \(column)\(end)")
  }

  private func fieldStart(
    before position: UnsafePointer<UInt8>, in line: ByteReader.Line
  ) -> UnsafePointer<UInt8> {
    var start = position
    while start > line.start, start[-1] != delimiter { start -= 1 }
    return start
  }

  private func field(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> String {
    String(decoding: UnsafeBufferPointer(start: start, count: max(0, end - start)), as: UTF8.self).trimmed
  }

  /// The error for a field that is not what its column needs.
  private func mismatch(
    at start: UnsafePointer<UInt8>, in line: ByteReader.Line, column: Int, number: Int, expected: String
  ) -> LogError {
    var end = start
    skipField(&end, in: line)
    let text = field(from: start, to: end)
    isCut = end == line.end && !line.isTerminated
    var message = "expected \(expected), found \(text.isEmpty ? "nothing" : "\"\(text.prefix(40))\"")"
    if text.contains(","), NumberParser.number(in: text.substituting(",", with: ".")) != nil {
      message += "; write decimals with a point, not a comma"
    }
    return error(column, number, message)
  }

  private func error(_ column: Int, _ line: Int, _ message: String) -> LogError {
    LogError(path: path, line: line, column: column + 1, name: schema.names[column], .rowInvalid(message))
  }
}
