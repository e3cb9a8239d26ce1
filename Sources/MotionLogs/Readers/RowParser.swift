/// Turns lines of a table into numbers, in one pass over the bytes: no field is looked for before it is read.
///
/// Goals, in order: a row is read whole or refused with its line and column; speed.
final class RowParser {
  /// The numbers of the last row by slot, in SI units; not-a-number where the row has none.
  let values: UnsafeMutablePointer<Double>
  /// The stamp of the last row in nanoseconds.
  private(set) var timestamp: Int64 = 0

  /// What to do with a column, and what its rows so far look like.
  private struct Column {
    let slot: Int
    let factor: Double
    var habit: NumberParser.Habit
    /// What stands right behind a number of the usual form: the delimiter, or behind the last the end of the line.
    var terminator: UInt8
  }

  private let schema: LogSchema
  private let path: String
  private let columns: UnsafeMutablePointer<Column>
  private let lastColumn: UnsafeMutablePointer<Column>
  /// At least 1.
  private let count: Int
  private let delimiter: UInt8
  private let stampExponent: Int
  private let numbers = NumberParser()

  /// A parser for the rows of a table.
  init(schema: LogSchema, path: String) {
    self.schema = schema
    self.path = path
    count = schema.columns.count
    delimiter = schema.delimiter
    stampExponent = schema.stampExponent ?? 0
    columns = .allocate(capacity: count)
    lastColumn = columns + (count - 1)
    for (index, column) in schema.columns.enumerated() {
      let habit = NumberParser.Habit(tables: numbers.tables)
      (columns + index).initialize(
        to: Column(slot: column.slot, factor: column.factor, habit: habit, terminator: delimiter))
    }
    values = .allocate(capacity: Quantity.slotCount)
    values.initialize(repeating: .nan, count: Quantity.slotCount)
  }

  deinit {
    columns.deallocate()
    values.deallocate()
  }

  /// Reads one line into `values` and `timestamp`. `ByteReader.padding` bytes before and after it can be read.
  @inline(__always)
  func parse(_ line: ByteReader.Line, number: Int) throws(LogError) {
    // Copies, which stay in registers while values are stored; for the same reason nobody gets the cursor's address.
    let (values, numbers, stampExponent) = (self.values, self.numbers, self.stampExponent)
    lastColumn.pointee.terminator = line.end.pointee
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
      } else if slot == LogSchema.Column.stamp.slot,
        let stamp = numbers.fixedTimestamp(
          at: &cursor, unitExponent: stampExponent, habit: &column.pointee.habit,
          terminator: column.pointee.terminator)
      {
        timestamp = stamp
        cursor += 1
      } else {
        cursor = try readSlowly(column, at: cursor, in: line, number: number)
      }
      column += 1
    }
    // What ends the line may stand within it too: then it is no end.
    if cursor != line.end + 1 { _ = try passDelimiter(at: cursor - 1, in: line, column: count - 1, number: number) }
  }

  /// Reads a field of any form, and passes what stands behind it; returns where the next one begins, or behind the last
  /// where the next line does.
  @inline(never)
  private func readSlowly(
    _ column: UnsafeMutablePointer<Column>, at start: UnsafePointer<UInt8>, in line: ByteReader.Line, number: Int
  ) throws(LogError) -> UnsafePointer<UInt8> {
    let index = column - columns
    let end = try readField(at: start, in: line, column: index, number: number)
    if end.pointee == delimiter && index + 1 < count { return end + 1 }
    let next = try passDelimiter(at: end, in: line, column: index, number: number)
    return index + 1 < count ? next : line.end + 1
  }

  /// Reads a field of any form; returns its end.
  @inline(never)
  private func readField(
    at start: UnsafePointer<UInt8>, in line: ByteReader.Line, column index: Int, number: Int
  ) throws(LogError) -> UnsafePointer<UInt8> {
    var cursor = start
    skipBlanks(&cursor)
    let column = columns[index]
    if column.slot >= 0 {
      if let value = numbers.number(at: &cursor) {
        values[column.slot] = value * column.factor
      } else if cursor.pointee == delimiter {
        values[column.slot] = .nan
      } else {
        values[column.slot] = try word(at: &cursor, in: line, column: index, number: number)
      }
    } else if column.slot == LogSchema.Column.stamp.slot {
      try readStamp(at: &cursor, in: line, column: index, number: number)
    } else {
      skipField(&cursor, in: line)
    }
    return cursor
  }

  @inline(__always)
  private func readStamp(
    at cursor: inout UnsafePointer<UInt8>, in line: ByteReader.Line, column: Int, number: Int
  ) throws(LogError) {
    switch numbers.timestamp(at: &cursor, unitExponent: stampExponent) {
    case .value(let stamp): timestamp = stamp
    case .missing:
      throw refusal(at: cursor, in: line, column: column, number: number, "has no time stamp", "is not a time stamp")
    case .outOfRange:
      throw LogError(
        path: path, line: number, column: schema.names[column],
        message: "the stamp is beyond 292 years; is its unit right?")
    }
  }

  @inline(__always)
  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (byte == UInt8(ascii: "\t") && delimiter != byte)
  }

  @inline(__always)
  private func skipBlanks(_ cursor: inout UnsafePointer<UInt8>) {
    while isBlank(cursor.pointee) { cursor += 1 }
  }

  /// Passes over a field that is not read.
  @inline(__always)
  private func skipField(_ cursor: inout UnsafePointer<UInt8>, in line: ByteReader.Line) {
    let stopsAtBlanks = delimiter == UInt8(ascii: " ")
    while cursor < line.end, cursor.pointee != delimiter, !(stopsAtBlanks && isBlank(cursor.pointee)) { cursor += 1 }
  }
}

// What is not the rule: blanks around fields, absent values, and everything that is wrong.
extension RowParser {
  /// The words for a value that is absent, in lower case.
  private static let absences: Set<String> = ["", "na", "n/a", "null", "none"]

  /// A field that is not a number: absent, a truth value, or an error.
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
    throw refusal(at: start, in: line, column: column, number: number, "", "is not a number")
  }

  /// Passes what may stand between two fields, or says why this cannot; returns where the next field begins.
  @inline(never)
  private func passDelimiter(
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
      throw refusal(
        at: fieldStart(before: cursor, in: line), in: line, column: column, number: number, "", "is not a number")
    }
    if cursor.pointee == delimiter { cursor += 1 }
    guard isLast else { return cursor }
    // A delimiter at the end of the line is no further field.
    skipBlanks(&cursor)
    guard cursor >= line.end else {
      throw LogError(
        path: path, line: number, column: schema.names[column],
        message: "the row has more fields than the header, which has \(count)")
    }
    return cursor
  }

  /// The error for a row that ends before the field of a column.
  private func raggedness(_ column: Int, in line: ByteReader.Line, number: Int) -> LogError {
    let end = line.isTerminated ? "" : "; the file ends within this line"
    return LogError(
      path: path, line: number, column: schema.names[column],
      message: "the row has \(column) fields where the header has \(count)\(end)")
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

  /// The error for a field that cannot be what its column wants.
  private func refusal(
    at start: UnsafePointer<UInt8>, in line: ByteReader.Line, column: Int, number: Int, _ ifEmpty: String,
    _ otherwise: String
  ) -> LogError {
    var end = start
    skipField(&end, in: line)
    let text = field(from: start, to: end)
    var message = text.isEmpty ? "the row \(ifEmpty)" : "'\(text.prefix(40))' \(otherwise)"
    if text.contains(","), Double(text.replacing(",", with: ".")) != nil {
      message += "; write decimals with a point, not a comma"
    }
    return LogError(path: path, line: number, column: schema.names[column], message: message)
  }
}
