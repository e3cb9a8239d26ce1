import CHDF5
import FileAccess
import LogTables

// The matrices of MATLAB 7.3, which are data sets of HDF5 behind 512 bytes of MATLAB's own; structs are groups. The sizes of a data
// set are those of MATLAB in the other order, so that its numbers are column by column, too.
// Source: MathWorks, "MAT-File Versions"; files of MATLAB and of h5py.

extension HDF5File {
  /// The deepest struct.
  private static let deepestNesting = 8
  /// The most variables and fields.
  private static let mostMembers = 4096

  /// Calls `take` with the name, the rows, the columns and the numbers of each numeric matrix; false ends the search. `others` receives
  /// the names of what is no such matrix.
  func matrices(
    others: inout [String], _ take: (String, Int, Int, [Double]) throws(LogError) -> Bool
  ) throws(LogError) {
    var budget = Self.mostMembers
    _ = try matrices(in: identifier, below: "", depth: 0, &budget, &others, take)
  }

  private func matrices(
    in group: hid_t, below prefix: String, depth: Int, _ budget: inout Int, _ others: inout [String],
    _ take: (String, Int, Int, [Double]) throws(LogError) -> Bool
  ) throws(LogError) -> Bool {
    for name in try names(in: group) {
      budget -= 1
      guard budget >= 0 else { throw LogError(path: path, message: "more than \(Self.mostMembers) variables") }
      // MATLAB's own groups.
      if name.hasPrefix("#") { continue }
      let whole = prefix.isEmpty ? name : "\(prefix).\(name)"
      let object = try HDF5Library.call { () throws(LogError) in try open(name, in: group) }
      defer { try? HDF5Library.call { () throws(LogError) in _ = H5Oclose(object) } }
      switch try HDF5Library.call({ () throws(LogError) in H5Iget_type(object) }) {
      case H5I_GROUP where depth < Self.deepestNesting:
        guard try matrices(in: object, below: whole, depth: depth + 1, &budget, &others, take) else {
          return false
        }
      case H5I_DATASET:
        guard let (rows, columns, values) = try matrix(object, whole) else {
          others.append(whole)
          continue
        }
        guard try take(whole, rows, columns, values) else { return false }
      default: others.append(whole)
      }
    }
    return true
  }

  private func names(in group: hid_t) throws(LogError) -> [String] {
    try HDF5Library.call { () throws(LogError) in
      var info = H5G_info_t()
      guard H5Gget_info(group, &info) >= 0 else { return [] }
      return (0..<min(info.nlinks, hsize_t(Self.mostMembers) + 1)).compactMap { index in
        var letters = [CChar](repeating: 0, count: 256)
        let length = H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, index, &letters, letters.count, 0)
        guard length > 0, length < letters.count else { return nil }
        return String(decoding: letters.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
    }
  }

  /// A matrix of real numbers; nil for texts, cells, complex numbers and empty ones.
  private func matrix(_ dataset: hid_t, _ name: String) throws(LogError) -> (rows: Int, columns: Int, [Double])? {
    let (path, mostMemory) = (path, mostMemory)
    return try HDF5Library.call { () throws(LogError) -> (rows: Int, columns: Int, [Double])? in
      let (type, space) = (H5Dget_type(dataset), H5Dget_space(dataset))
      defer {
        H5Tclose(type)
        H5Sclose(space)
      }
      let kind = H5Tget_class(type)
      guard kind == H5T_INTEGER || kind == H5T_FLOAT, H5Aexists(dataset, "MATLAB_empty") <= 0,
        1...2 ~= H5Sget_simple_extent_ndims(space)
      else { return nil }
      var sizes: [hsize_t] = [1, 1]
      H5Sget_simple_extent_dims(space, &sizes, nil)
      let (rows, columns) = (Int(clamping: sizes[1]), Int(clamping: sizes[0]))
      let (count, overflows) = rows.multipliedReportingOverflow(by: columns)
      guard !overflows, count <= mostMemory / 16,
        count / Self.densestNumbers <= Int(clamping: H5Dget_storage_size(dataset))
      else {
        throw LogError(path: path, name: name, message: "\(rows) x \(columns) numbers, more than are in the file")
      }
      var values = [Double](repeating: 0, count: count)
      let status = values.withUnsafeMutableBytes {
        H5Dread(dataset, cardan_hdf5_native_double(), 0, 0, 0, $0.baseAddress)
      }
      guard status >= 0 else {
        throw LogError(path: path, name: name, message: "unreadable numbers; the file is truncated or damaged")
      }
      return (rows, columns, values)
    }
  }
}
