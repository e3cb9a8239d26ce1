import CHDF5
import FileAccess
import LogTables
import Synchronization

/// An HDF5 file open for reading; closed by `deinit`.
final class HDF5File {
  /// The path as the caller gave it.
  let path: String
  let identifier: hid_t
  /// The memory that its content may take.
  let mostMemory: Int

  /// The most numbers that a byte of a file can hold: one byte at least a number, of which deflate stores at most 1032 in a byte.
  static let densestNumbers = 1032

  /// Opens a file.
  init(path: String) throws(LogError) {
    self.path = path
    mostMemory = WorkBudget(path: path, bytes: FileKind.size(of: path)).mostMemory
    if let problem = cardan_hdf5_missing() {
      throw LogError(
        path: path, message: "needs libhdf5, which failed to load: \(String(cString: problem))")
    }
    identifier = try HDF5Library.call { () throws(LogError) in H5Fopen(path, cardan_hdf5_read_only(), 0) }
    guard identifier >= 0 else {
      throw LogError(path: path, message: "not an HDF5 file, or truncated or damaged")
    }
  }

  deinit {
    try? HDF5Library.call { () throws(LogError) in _ = H5Fclose(identifier) }
  }

  /// Whether the root group has a data set of this name.
  func hasDataset(_ name: String) throws(LogError) -> Bool {
    try HDF5Library.call { () throws(LogError) in H5Lexists(identifier, name, 0) > 0 }
  }

  /// A numeric attribute of the file; nil if missing.
  func numberAttribute(_ name: String) throws(LogError) -> Double? {
    try HDF5Library.call { () throws(LogError) in
      guard H5Aexists(identifier, name) > 0 else { return nil }
      let attribute = H5Aopen(identifier, name, 0)
      guard attribute >= 0 else { return nil }
      defer { H5Aclose(attribute) }
      let space = H5Aget_space(attribute)
      defer { H5Sclose(space) }
      guard H5Sget_simple_extent_npoints(space) == 1 else { return nil }
      var value = Double.nan
      return H5Aread(attribute, cardan_hdf5_native_double(), &value) >= 0 ? value : nil
    }
  }

  /// A data set of the shape n x columnCount, or n for one column. Throws if it is missing or of another shape.
  func dataset(_ name: String, columnCount: Int) throws(LogError) -> HDF5Dataset {
    guard try hasDataset(name) else {
      throw LogError(path: path, name: name, message: "data set missing")
    }
    return try HDF5Dataset(file: self, in: identifier, name: name, columnCount: columnCount)
  }
}

/// A data set of numbers in an HDF5 file, read some rows at a time.
final class HDF5Dataset {
  let rowCount: Int

  private let file: HDF5File
  private let name: String
  private let columnCount: Int
  private let identifier: hid_t

  /// Opens a data set of the shape n x columnCount, or n for one column.
  init(file: HDF5File, in parent: hid_t, name: String, columnCount: Int) throws(LogError) {
    self.file = file
    self.name = name
    self.columnCount = columnCount
    let rank = columnCount == 1 ? 1 : 2
    let opened = try HDF5Library.call {
      () throws(LogError) -> (identifier: hid_t, shape: [hsize_t], stored: hsize_t)? in
      let identifier = try file.open(name, in: parent, cachesChunks: true)
      guard H5Iget_type(identifier) == H5I_DATASET else {
        H5Oclose(identifier)
        return nil
      }
      let space = H5Dget_space(identifier)
      defer { H5Sclose(space) }
      var shape = [hsize_t](repeating: 0, count: max(1, Int(H5Sget_simple_extent_ndims(space))))
      H5Sget_simple_extent_dims(space, &shape, nil)
      return (identifier, shape, H5Dget_storage_size(identifier))
    }
    guard let opened else { throw LogError(path: file.path, name: name, message: "unreadable data set") }
    identifier = opened.identifier
    rowCount = Int(clamping: opened.shape[0])
    guard opened.shape.count == rank, rank == 1 || opened.shape[1] == hsize_t(columnCount) else {
      let shape = opened.shape.map(String.init).joined(separator: " x ")
      let wanted = rank == 1 ? "n" : "n x \(columnCount)"
      throw LogError(path: file.path, name: name, message: "expected the shape \(wanted), found \(shape)")
    }
    let (numbers, overflows) = opened.shape[0].multipliedReportingOverflow(by: hsize_t(columnCount))
    guard !overflows, numbers / hsize_t(HDF5File.densestNumbers) <= opened.stored else {
      throw LogError(
        path: file.path, name: name, message: "\(opened.shape[0]) rows, of which most were never written")
    }
  }

  deinit {
    try? HDF5Library.call { () throws(LogError) in _ = H5Dclose(identifier) }
  }

  /// Reads rows as numbers into the front of `values`.
  func read(rows: Range<Int>, into values: inout [Double]) throws(LogError) {
    try read(rows: rows, as: cardan_hdf5_native_double, into: &values)
  }

  /// Reads rows as small integers or Booleans into the front of `values`.
  func read(rows: Range<Int>, into values: inout [Int8]) throws(LogError) {
    try read(rows: rows, as: cardan_hdf5_native_int8, into: &values)
  }

  private func read<Element: BitwiseCopyable>(
    rows: Range<Int>, as type: () -> hid_t, into values: inout [Element]
  ) throws(LogError) {
    precondition(values.count >= rows.count * columnCount)
    let status = try HDF5Library.call { () throws(LogError) -> herr_t in
      let start = [hsize_t(rows.lowerBound), 0]
      let count = [hsize_t(rows.count), hsize_t(columnCount)]
      let fileSpace = H5Dget_space(identifier)
      defer { H5Sclose(fileSpace) }
      let memorySpace = H5Screate_simple(columnCount == 1 ? 1 : 2, count, nil)
      defer { H5Sclose(memorySpace) }
      guard H5Sselect_hyperslab(fileSpace, H5S_SELECT_SET, start, nil, count, nil) >= 0 else { return -1 }
      return values.withUnsafeMutableBytes { bytes in
        H5Dread(identifier, type(), memorySpace, fileSpace, 0, bytes.baseAddress)
      }
    }
    guard status >= 0 else {
      throw LogError(
        path: file.path, name: name,
        message: "unreadable rows \(rows.lowerBound + 1) to \(rows.upperBound); the file is truncated or damaged")
    }
  }
}

/// Serialised calls to libhdf5, which may not be thread-safe, without its error texts on the terminal.
enum HDF5Library {
  private static let lock = Mutex(())

  /// Disables the exit handler of the library, which prints errors after a damaged file. Must precede the first use.
  private static let prepared: Void = { _ = H5dont_atexit() }()

  /// Runs calls to the library under the lock.
  static func call<Result: Sendable>(_ body: () throws(LogError) -> Result) throws(LogError) -> Result {
    try lock.withLock { _ throws(LogError) in
      _ = prepared
      cardan_hdf5_silence()
      return try body()
    }
  }
}
