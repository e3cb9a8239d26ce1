import FileAccess
import LogTables
import Rotations

/// A structured NumPy array written row by row.
///
/// The number of rows is at the start of the file and is written last, so the file must not be a pipe. Numbers are
/// little-endian, rows are packed.
struct NumPyFile {
  /// A field: its name, the NumPy type of its numbers, and their count.
  typealias Field = (name: String, type: String, count: Int)

  private let file: AtomicFile
  private let fields: [Field]
  private var rowCount = 0

  /// Bytes of one row.
  let rowSize: Int

  /// Opens an array. Throws if the file is not writable, or not a regular file.
  init(path: String, fields: [Field]) throws(LogError) {
    file = try AtomicFile(path: path)
    guard file.isRegular else {
      throw LogError(path: path, message: "not a regular file; .npy output needs one, not a pipe")
    }
    self.fields = fields
    rowSize = fields.reduce(0) { size, field in size + field.count * (NumPyElement(field.type)?.size ?? 0) }
    try file.write(header)
  }

  /// Writes a row, whose numbers `fill` puts.
  @inline(__always)
  mutating func writeRow(_ fill: (inout NumPyRow) -> Void) throws(LogError) {
    let room = try file.reserve(rowSize)
    var row = NumPyRow(at: room)
    fill(&row)
    assert(row.end == room + rowSize, "a row has the size of its fields")
    file.commit(upTo: row.end)
    rowCount += 1
  }

  /// Writes the number of rows and gives the file its name.
  mutating func finish() throws(LogError) {
    try file.overwrite(at: 0, with: header)
    try file.finish()
  }

  private var header: [UInt8] {
    let types = fields.map { field in
      "('\(field.name)', '\(field.type)'\(field.count > 1 ? ", (\(field.count),)" : ""))"
    }
    return NumPyHeader.bytes(type: "[\(types.joined(separator: ", "))]", rowCount: rowCount)
  }
}

/// The bytes of one row of a structured array.
struct NumPyRow {
  /// The address of the next byte.
  private(set) var end: UnsafeMutablePointer<UInt8>

  /// A row at an address, which need not be aligned.
  @inline(__always)
  init(at start: UnsafeMutablePointer<UInt8>) { end = start }

  /// Appends an integer in the bytes of its type.
  @inline(__always)
  mutating func put(_ value: some FixedWidthInteger & BitwiseCopyable) {
    UnsafeMutableRawPointer(end).storeBytes(of: value.littleEndian, as: type(of: value))
    end += value.bitWidth / 8
  }

  /// Appends a number in eight bytes.
  @inline(__always)
  mutating func put(_ value: Double) { put(value.bitPattern) }

  /// Appends x, y, z.
  @inline(__always)
  mutating func put(_ vector: Vector3<Double>) {
    put(vector.x)
    put(vector.y)
    put(vector.z)
  }

  /// Appends w, x, y, z.
  @inline(__always)
  mutating func put(_ quaternion: Quaternion<Double>) {
    put(quaternion.w)
    put(quaternion.vector)
  }
}
