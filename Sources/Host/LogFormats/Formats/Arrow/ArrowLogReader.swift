import FileAccess
import LogTables
import MotionSamples

extension LogFormat {
  /// Arrow.
  static let arrow = LogFormat(
    name: ArrowLogReader.formatName, recognition: "ARROW1 (files, Feather 2), or FF FF FF FF and a schema (streams)",
    matches: { file throws(LogError) in ArrowMessages.matches(try file.head()) },
    content: { file throws(LogError) in Content(try ArrowLogReader.columns(try file.blocks())) },
    open: { file, options throws(LogError) in
      try ArrowLogReader(try file.blocks(), options: options)
    })
}

/// A log in an Arrow IPC file (Feather, version 2) or stream, with buffers plain or compressed with LZ4 or zstd.
///
/// Names and units are those of text tables; a unit may also be in the field's metadata, `unit`. Columns are integers,
/// floating-point numbers, timestamps, or fixed-size lists of x, y, z or w, x, y, z. Null is an absent value. Batches that are
/// cut or damaged are skipped and counted. Memory is bounded.
public struct ArrowLogReader: MotionLogReader {
  public let header: LogHeader
  public private(set) var damage = LogDamage()

  /// The name of the format.
  static let formatName = "Arrow"

  private let schema: ArrowSchema
  /// The fields in use, with their numbers in the schema.
  private let fields: [(number: Int, field: ArrowField)]
  private let file: BlockFile
  private var messages: ArrowMessages
  private var rows: ColumnRows
  /// The place of the batch in the file.
  private var batchPlace = 0..<0
  /// Rows of the batch that are not loaded.
  private var batchRows = 0
  /// The rows of the block in memory, and the next of them.
  private var (blockRows, nextRow) = (0, 0)
  /// Rows given so far.
  private var rowCount = 0
  /// Bytes of a row, to estimate what is lost.
  private let rowSize: Double
  private var hasEnded = false

  /// A log in a file. Throws if it has no sensor, and if a unit is neither in the schema nor in the options.
  init(_ file: BlockFile, options: LogOptions) throws(LogError) {
    self.file = file
    messages = try ArrowMessages(file)
    schema = try messages.schema()
    let path = file.path
    let table = try Self.columns(schema, options: options, path: path)
    let uses = try LogSchema(table.header, options: options, path: path)
    var fields: [(number: Int, field: ArrowField)] = []
    var columns: [ColumnRows.Column] = []
    for (number, places) in table.fields {
      let isUsed = places.contains { uses.columns[$0].slot != LogSchema.Column.ignored.slot }
      let field = isUsed ? ArrowField(schema.fields[number]) : nil
      columns += field?.columns ?? places.map { _ in ColumnRows.Column() }
      if let field { fields.append((number, field)) }
    }
    self.fields = fields
    rowSize = Double(max(1, fields.reduce(0) { $0 + $1.field.rowSize }))
    rows = ColumnRows(columns, uses, options, path: path)
    var header = uses.header
    header.formatName = Self.formatName
    self.header = header
  }

  /// The names of the columns of a file.
  static func columns(_ file: BlockFile) throws(LogError) -> TableHeader {
    var messages = try ArrowMessages(file)
    return try columns(messages.schema(), options: LogOptions(), path: file.path).header
  }

  /// The header of the columns of numbers, and for each field of them its number and the places of its columns. Throws for a
  /// column of a sensor or of timestamps that is of another type.
  private static func columns(
    _ schema: ArrowSchema, options: LogOptions, path: String
  ) throws(LogError) -> (header: TableHeader, fields: [(number: Int, places: Range<Int>)]) {
    var (names, fields) = ([String](), [(number: Int, places: Range<Int>)]())
    for (number, field) in schema.fields.enumerated() {
      guard let width = field.width, width > 0 else { continue }
      let first = names.count
      names += NumPyColumns.names(of: field.name, count: width, unit: field.unit)
      fields.append((number, first..<names.count))
    }
    let header = try TableHeader(columns: names, options: options, path: path)
    for case (let field, .other(let type)) in schema.fields.map({ ($0, $0.content) }) {
      let column = ColumnName(field.name)
      guard let quantity = column.quantity, quantity == .time || Quantity.sensors.contains(quantity) else { continue }
      let isElsewhere = header.columns.contains { $0.quantity == quantity && $0.axis == column.axis }
      if !isElsewhere {
        throw LogError(path: path, name: field.name, message: "a column of \(type); expected numbers")
      }
    }
    return (header, fields)
  }

  public mutating func next() throws(LogError) -> LogRecord? { try loadRows() ? takeRow() : nil }

  public mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError) {
    records.removeAll(keepingCapacity: true)
    while records.count < limit, try loadRows() {
      for _ in 0..<min(limit - records.count, blockRows - nextRow) { records.append(try takeRow()) }
    }
  }

  @inline(__always)
  private mutating func takeRow() throws(LogError) -> LogRecord {
    do throws(LogError) {
      let record = try rows.record(at: nextRow, number: rowCount)
      nextRow += 1
      rowCount += 1
      return record
    } catch {
      (hasEnded, nextRow, blockRows) = (true, 0, 0)
      throw error
    }
  }

  /// Loads rows unless there are some in memory; false at the end of the log.
  @inline(__always)
  private mutating func loadRows() throws(LogError) -> Bool { nextRow < blockRows ? true : try loadBlock() }

  @inline(never)
  private mutating func loadBlock() throws(LogError) -> Bool {
    (nextRow, blockRows) = (0, 0)
    while !hasEnded {
      do throws(LogError) {
        if batchRows == 0, try !beginBatch() { continue }
        let count = min(batchRows, ArrowField.blockSize)
        if try loadFields(count) {
          (batchRows, blockRows) = (batchRows - count, count)
          return true
        }
        // No more than the bytes of a forged batch.
        damage.lose(rows: min(batchRows, max(1, batchPlace.count)), at: batchPlace.lowerBound)
        batchRows = 0
      } catch {
        hasEnded = true
        throw error
      }
    }
    return false
  }

  /// Begins the next batch; false if it is empty, damaged, or missing at the end of the file.
  private mutating func beginBatch() throws(LogError) -> Bool {
    var skipped: Range<Int>?
    let batch = try messages.next(schema, skipped: &skipped)
    if let skipped {
      damage.lose(rows: max(1, Int(saturating: (Double(skipped.count) / rowSize).rounded())), at: skipped.lowerBound)
    }
    guard let batch else {
      hasEnded = true
      return false
    }
    batchPlace = batch.place
    for (number, field) in fields {
      guard let buffers = batch.fields[number], try field.begin(buffers, of: batch, in: file) else {
        let lost = min(batch.rowCount, Int(saturating: Double(batch.place.count) / rowSize))
        damage.lose(rows: max(1, lost), at: batch.place.lowerBound)
        return false
      }
    }
    batchRows = batch.rowCount
    return batchRows > 0
  }

  private func loadFields(_ count: Int) throws(LogError) -> Bool {
    for (_, field) in fields where try !field.load(count) { return false }
    return true
  }
}
