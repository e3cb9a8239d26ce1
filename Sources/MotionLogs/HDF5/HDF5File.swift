import CHDF5

/// An HDF5 file open for reading; closed when it is let go of.
final class HDF5File {
  /// The file as it was named.
  let path: String
  private let identifier: hid_t

  /// Opens a file.
  init(path: String) throws(LogError) {
    self.path = path
    if let problem = cardan_hdf5_missing() {
      throw LogError(
        path: path, message: "is read with libhdf5, which cannot be loaded: \(String(cString: problem))")
    }
    identifier = try HDF5Library.call { () throws(LogError) in H5Fopen(path, cardan_hdf5_read_only(), 0) }
    guard identifier >= 0 else {
      throw LogError(path: path, message: "is not an HDF5 file that can be read; it is cut off or damaged")
    }
  }

  deinit {
    try? HDF5Library.call { () throws(LogError) in _ = H5Fclose(identifier) }
  }

  /// Whether there is a data set of a name at the top of the file.
  func hasDataset(_ name: String) throws(LogError) -> Bool {
    try HDF5Library.call { () throws(LogError) in H5Lexists(identifier, name, 0) > 0 }
  }

  /// A number that is an attribute of the file; nil where there is none.
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

  /// A table of numbers: rows of `columnCount` columns, or a plain list for one column. Throws where there is none of
  /// that shape.
  func dataset(_ name: String, columnCount: Int) throws(LogError) -> HDF5Dataset {
    guard try hasDataset(name) else {
      throw LogError(path: path, column: name, message: "there is no data set of this name")
    }
    return try HDF5Dataset(file: self, in: identifier, name: name, columnCount: columnCount)
  }
}
