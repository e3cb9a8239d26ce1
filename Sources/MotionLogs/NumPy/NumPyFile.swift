import Rotations

/// A structured array of NumPy being written, row by row.
///
/// The count of rows stands at the start of the file and is written last, so the file cannot be a pipe. Numbers are
/// little-endian, and rows have no gaps.
struct NumPyFile {
  /// A field: its name, the type of its numbers as NumPy writes it, and how many they are.
  typealias Field = (name: String, type: String, count: Int)

  private let file: AtomicFile
  private let fields: [Field]
  private var rowCount = 0

  /// Bytes of one row.
  let rowSize: Int

  /// Opens an array. Throws where the file cannot be written, or is none.
  init(path: String, fields: [Field]) throws(LogError) {
    file = try AtomicFile(path: path)
    guard file.isRegular else {
      throw LogError(path: path, message: "is no file: an array of NumPy cannot be written to a pipe or a terminal")
    }
    self.fields = fields
    rowSize = fields.reduce(0) { size, field in size + field.count * (NumPyElement(field.type)?.size ?? 0) }
    try file.write(header)
  }

  /// Writes a row: its bytes by a function that gets where they go and returns their end.
  @inline(__always)
  mutating func writeRow(_ fill: (inout NumPyRow) -> Void) throws(LogError) {
    let room = try file.reserve(rowSize)
    var row = NumPyRow(at: room)
    fill(&row)
    assert(row.end == room + rowSize, "a row has the size of its fields")
    file.commit(upTo: row.end)
    rowCount += 1
  }

  /// Writes the count of rows and gives the file its name.
  mutating func finish() throws(LogError) {
    try file.overwrite(at: 0, with: header)
    try file.finish()
  }

  /// Removes what has been written.
  func abandon() { file.abandon() }

  private var header: [UInt8] {
    let types = fields.map { field in
      "('\(field.name)', '\(field.type)'\(field.count > 1 ? ", (\(field.count),)" : ""))"
    }
    return NumPyHeader.bytes(type: "[\(types.joined(separator: ", "))]", rowCount: rowCount)
  }
}

/// The bytes of one row of a structured array, written one number after the other.
struct NumPyRow {
  /// Where the next byte goes.
  private(set) var end: UnsafeMutablePointer<UInt8>

  /// A row that begins at an address, which need not be aligned.
  @inline(__always)
  init(at start: UnsafeMutablePointer<UInt8>) { end = start }

  /// A whole number in as many bytes as it has.
  @inline(__always)
  mutating func put(_ value: some FixedWidthInteger & BitwiseCopyable) {
    UnsafeMutableRawPointer(end).storeBytes(of: value.littleEndian, as: type(of: value))
    end += value.bitWidth / 8
  }

  /// A number in eight bytes.
  @inline(__always)
  mutating func put(_ value: Double) { put(value.bitPattern) }

  /// Three numbers.
  @inline(__always)
  mutating func put(_ vector: Vector3<Double>) {
    put(vector.x)
    put(vector.y)
    put(vector.z)
  }

  /// Four numbers, the real part first.
  @inline(__always)
  mutating func put(_ quaternion: Quaternion<Double>) {
    put(quaternion.w)
    put(quaternion.vector)
  }
}
