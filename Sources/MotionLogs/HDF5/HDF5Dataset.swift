import CHDF5

/// A table of numbers in an HDF5 file, read some rows at a time.
final class HDF5Dataset {
  /// The count of rows.
  let rowCount: Int

  private let file: HDF5File
  private let name: String
  private let columnCount: Int
  private let identifier: hid_t

  /// A chunk is unpacked whole, and again for every piece of it that is read, unless it fits into the cache: the cache is
  /// made to hold one, within this bound in bytes.
  private static let largestCache = 32 << 20

  /// Opens a data set of the shape n x columnCount, or n for one column.
  init(file: HDF5File, in parent: hid_t, name: String, columnCount: Int) throws(LogError) {
    self.file = file
    self.name = name
    self.columnCount = columnCount
    let rank = columnCount == 1 ? 1 : 2
    let opened = try HDF5Library.call { () throws(LogError) -> (identifier: hid_t, shape: [hsize_t])? in
      let identifier = Self.open(name, in: parent)
      guard identifier >= 0 else { return nil }
      let space = H5Dget_space(identifier)
      defer { H5Sclose(space) }
      var shape = [hsize_t](repeating: 0, count: max(1, Int(H5Sget_simple_extent_ndims(space))))
      H5Sget_simple_extent_dims(space, &shape, nil)
      return (identifier, shape)
    }
    guard let opened else { throw LogError(path: file.path, column: name, message: "the data set cannot be opened") }
    identifier = opened.identifier
    rowCount = Int(clamping: opened.shape[0])
    guard opened.shape.count == rank, rank == 1 || opened.shape[1] == hsize_t(columnCount) else {
      let shape = opened.shape.map(String.init).joined(separator: " x ")
      let wanted = rank == 1 ? "n" : "n x \(columnCount)"
      throw LogError(path: file.path, column: name, message: "the data set is \(shape), not \(wanted)")
    }
  }

  deinit {
    try? HDF5Library.call { () throws(LogError) in _ = H5Dclose(identifier) }
  }

  /// Reads rows as numbers into the front of `values`.
  func read(rows: Range<Int>, into values: inout [Double]) throws(LogError) {
    try read(rows: rows, as: cardan_hdf5_native_double, into: &values)
  }

  /// Reads rows as small whole numbers or truth values into the front of `values`.
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
        path: file.path, line: rows.lowerBound + 1, column: name,
        message: "rows \(rows.lowerBound + 1) to \(rows.upperBound) cannot be read; the file is cut off or damaged")
    }
  }

  /// Opens a data set with a cache that holds one row of its chunks.
  private static func open(_ name: String, in parent: hid_t) -> hid_t {
    let plain = H5Dopen2(parent, name, 0)
    guard plain >= 0 else { return plain }
    let creation = H5Dget_create_plist(plain)
    defer { H5Pclose(creation) }
    var chunk: [hsize_t] = [0, 1]
    guard H5Pget_chunk(creation, 2, &chunk) > 0 else { return plain }
    let type = H5Dget_type(plain)
    let rowBytes = 4 * max(1, H5Tget_size(type))
    H5Tclose(type)
    let needed = Int(clamping: chunk[0]).multipliedReportingOverflow(by: rowBytes)
    guard !needed.overflow, needed.partialValue > 1 << 20, needed.partialValue <= largestCache else { return plain }
    let access = H5Pcreate(cardan_hdf5_dataset_access())
    defer { H5Pclose(access) }
    H5Pset_chunk_cache(access, 521, needed.partialValue, 1)
    H5Dclose(plain)
    return H5Dopen2(parent, name, access)
  }
}
