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
    try header.withUnsafeBufferPointer { bytes throws(LogError) in try file.write(bytes) }
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
    try file.overwriteStart(with: header)
    try file.finish()
  }

  /// Removes what has been written.
  func abandon() { file.abandon() }

  /// The header: signature, version 1.0, length, and a dictionary that is padded for the largest count of rows, so that
  /// it takes the same room whatever the count is.
  private var header: [UInt8] {
    let types = fields.map { field in
      "('\(field.name)', '\(field.type)'\(field.count > 1 ? ", (\(field.count),)" : ""))"
    }
    let start = "{'descr': [\(types.joined(separator: ", "))], 'fortran_order': False, 'shape': ("
    let (end, mostDigits, prefix) = (",), }", 19, 10)
    let size = (prefix + start.utf8.count + mostDigits + end.utf8.count + 1 + 63) / 64 * 64
    let text = "\(start)\(rowCount)\(end)"
    let length = size - prefix
    return NumPyHeader.signature + [1, 0, UInt8(length & 0xff), UInt8(length >> 8)] + Array(text.utf8)
      + Array(repeating: UInt8(ascii: " "), count: length - text.utf8.count - 1) + [UInt8(ascii: "\n")]
  }
}
