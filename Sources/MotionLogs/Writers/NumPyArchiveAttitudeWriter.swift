import AttitudeFilters
import Rotations

/// Attitudes as arrays of NumPy in an archive, an `.npz` file as `numpy.savez` writes it: `numpy.load` gives one array for
/// each group of columns by its name, with as many rows as there are attitudes.
///
/// The arrays are named and shaped as the fields of ``NumPyAttitudeWriter``: `t_ns` of whole nanoseconds, `q` of four
/// columns, and so on. Rows come one after the other and the arrays stand one behind the other, so each array waits in a
/// file without a name until its turn comes: memory stays small, and for that time the disk holds the result twice.
public struct NumPyArchiveAttitudeWriter: AttitudeWriter {
  private struct Member {
    let group: AttitudeColumns
    let field: NumPyFile.Field
    let rowSize: Int
    let rows: ScratchFile
  }

  private let file: AtomicFile
  private let arrays: [Member]
  private var rowCount = 0

  /// Opens an archive, which must be a file and not a pipe.
  ///
  /// - Parameters:
  ///   - path: the name that the file will have.
  ///   - columns: which groups of columns to write.
  public init(path: String, columns: AttitudeColumns = .all) throws(LogError) {
    file = try AtomicFile(path: path)
    guard file.isRegular else {
      throw LogError(path: path, message: "is no file: arrays of NumPy cannot be written to a pipe or a terminal")
    }
    var arrays: [Member] = []
    for (group, field) in NumPyFile.attitudeFields where columns.contains(group) {
      let rowSize = field.count * (NumPyElement(field.type)?.size ?? 0)
      arrays.append(Member(group: group, field: field, rowSize: rowSize, rows: try ScratchFile(beside: path)))
    }
    self.arrays = arrays
  }

  public mutating func write(_ record: Motion<Double>) throws(LogError) {
    for array in arrays {
      var row = NumPyRow(at: try array.rows.reserve(array.rowSize))
      row.put(array.group, of: record)
      array.rows.commit(upTo: row.end)
    }
    rowCount += 1
  }

  public mutating func finish() throws(LogError) {
    var archive = ZipWriter(file: file)
    for array in arrays {
      let header = NumPyHeader.bytes(type: "'\(array.field.type)'", rowCount: rowCount, width: array.field.count)
      let size = header.count + rowCount * array.rowSize
      try archive.add("\(array.field.name).npy", size: size) { take throws(LogError) in
        try header.withUnsafeBufferPointer(take)
        try array.rows.readBack(take)
      }
    }
    try archive.finish()
  }

  public mutating func abandon() { file.abandon() }
}
