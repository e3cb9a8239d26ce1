import FileAccess
import LogTables

/// An Arrow table written row by row: in the format of files (Feather, version 2), or of streams. Memory is one batch.
///
/// Rows are put as for NumPy and written by column: 64-bit floating-point numbers with null for NaN, and integers. The unit of a
/// column is in its metadata.
///
/// Source: Apache Arrow, "Arrow Columnar Format", version 1.5, with `Schema.fbs`, `Message.fbs` and `File.fbs`.
final class ArrowFile {
  private let file: AtomicFile
  private let columns: [ArrowColumn]
  private let schema: FlatValue
  private let isStream: Bool
  private let rowSize: Int
  private let rows: UnsafeMutablePointer<UInt8>
  private var rowCount = 0
  /// The place of each batch, the size of its metadata with what precedes it, and of its body.
  private var batches: [Int64] = []

  /// Rows of a batch.
  static let batchSize = 1 << 14
  /// The alignment of buffers.
  private static let alignment = 64
  /// Version 5 of the metadata.
  private static let version: FlatValue = .number(Int16(4))

  /// Opens a table; "-" is the standard output. A path that ends in `.arrows`, and anything but a regular file, is a stream.
  /// `parts` are the columns, see `ArrowColumn.columns`; `comments` become the metadata `cardan` of the table.
  init(path: String, _ parts: [(header: String, field: NumPyFile.Field)], comments: [String]) throws(LogError) {
    file = try AtomicFile(path: path)
    isStream = !file.isRegular || path.lowercased().hasSuffix(".arrows")
    columns = ArrowColumn.columns(parts)
    rowSize = columns.last.map { $0.offset + $0.source.size } ?? 0
    rows = .allocate(capacity: max(1, rowSize * Self.batchSize))
    let text = comments.map(\.printable).joined(separator: "\n")
    schema = .table([
      nil, .list(columns.map(\.flat)), comments.isEmpty ? nil : .list([ArrowColumn.pair("cardan", text)]),
    ])
    if !isStream { try file.write(ArrowMessages.magic) }
    _ = try write(message: .table([Self.version, .number(UInt8(1)), schema, .number(Int64(0))]))
  }

  deinit { rows.deallocate() }

  /// Writes a row, whose numbers `fill` puts.
  @inline(__always)
  func writeRow(_ fill: (inout NumPyRow) -> Void) throws(LogError) {
    var row = NumPyRow(at: rows + rowCount * rowSize)
    fill(&row)
    assert(row.end == rows + (rowCount + 1) * rowSize, "a row has the size of its fields")
    rowCount += 1
    if rowCount == Self.batchSize { try writeBatch() }
  }

  /// Writes the rest and gives the file its name.
  func finish() throws(LogError) {
    if rowCount > 0 { try writeBatch() }
    try file.write([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])
    if !isStream {
      let footer = FlatBufferBuilder.message(
        .table([Self.version, schema, .structures([], of: 3), .structures(batches, of: 3)]))
      try file.write(footer + FlatBufferBuilder.bytes(Int32(footer.count)) + ArrowMessages.magic.prefix(6))
    }
    try file.finish()
  }

  /// Writes a message without its body, so that the body is aligned, and returns its size.
  private func write(message: FlatValue) throws(LogError) -> Int {
    var metadata = FlatBufferBuilder.message(message)
    let end = file.position + 8 + metadata.count
    metadata += [UInt8](repeating: 0, count: Self.padding(of: end))
    try file.write([0xff, 0xff, 0xff, 0xff] + FlatBufferBuilder.bytes(Int32(metadata.count)))
    try file.write(metadata)
    return 8 + metadata.count
  }

  private static func padding(of size: Int) -> Int { (alignment - size % alignment) % alignment }

  /// Writes the rows in memory.
  private func writeBatch() throws(LogError) {
    let validitySize = (rowCount + 7) / 8
    var (nodes, buffers, place) = ([Int64](), [Int64](), 0)
    for column in columns {
      let absent = countAbsent(column)
      nodes += [Int64(rowCount), Int64(absent)]
      for size in [absent > 0 ? validitySize : 0, rowCount * column.size] {
        buffers += [Int64(place), Int64(size)]
        place += size + Self.padding(of: size)
      }
    }
    let batch: FlatValue = .table([
      .number(Int64(rowCount)), .structures(nodes, of: 2), .structures(buffers, of: 2),
    ])
    let start = file.position
    let size = try write(message: .table([Self.version, .number(UInt8(3)), batch, .number(Int64(place))]))
    batches += [Int64(start), Int64(size), Int64(place)]
    for (index, column) in columns.enumerated() {
      if nodes[2 * index + 1] > 0 { try writeValidity(column, validitySize) }
      try writeNumbers(column)
    }
    rowCount = 0
  }

  private func number(_ column: ArrowColumn, _ row: Int) -> Double {
    UnsafeRawPointer(rows + column.offset + row * rowSize).loadUnaligned(as: Double.self)
  }

  private func countAbsent(_ column: ArrowColumn) -> Int {
    column.isFloat ? (0..<rowCount).count { number(column, $0).isNaN } : 0
  }

  private func writeValidity(_ column: ArrowColumn, _ size: Int) throws(LogError) {
    var bits = [UInt8](repeating: 0, count: size + Self.padding(of: size))
    for row in 0..<rowCount where !number(column, row).isNaN { bits[row / 8] |= 1 << UInt8(row % 8) }
    try file.write(bits)
  }

  private func writeNumbers(_ column: ArrowColumn) throws(LogError) {
    let size = rowCount * column.size
    let room = UnsafeMutableRawPointer(try file.reserve(size))
    let first = UnsafeRawPointer(rows + column.offset)
    for row in 0..<rowCount {
      let source = first + row * rowSize
      if column.size == 8 {
        room.storeBytes(of: source.loadUnaligned(as: UInt64.self), toByteOffset: 8 * row, as: UInt64.self)
      } else {
        let value = Int32(truncatingIfNeeded: column.source.integer(at: source) ?? 0)
        room.storeBytes(of: value.littleEndian, toByteOffset: 4 * row, as: Int32.self)
      }
    }
    file.commit(upTo: room.assumingMemoryBound(to: UInt8.self) + size)
    try file.write([UInt8](repeating: 0, count: Self.padding(of: size)))
  }
}
