import CHDF5
import LogTables

extension HDF5File {
  /// Opens a member of a group, by calls of the library. Throws if it is unreadable, if it or its numbers are in other files, which may be
  /// any files of the reader's, and if a chunk would fill the memory.
  ///
  /// libhdf5 unpacks a chunk again for every read of a part of it, unless the chunk fits into its cache: with `cachesChunks` a row
  /// of chunks does.
  func open(_ name: String, in group: hid_t, cachesChunks: Bool = false) throws(LogError) -> hid_t {
    let isElsewhere = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
    isElsewhere.initialize(to: false)
    let access = H5Pcreate(cardan_hdf5_dataset_access())
    defer {
      H5Pclose(access)
      isElsewhere.deallocate()
    }
    cardan_hdf5_refuse_external_links(access, isElsewhere)
    let object = H5Oopen(group, name, access)
    let creation = object >= 0 && H5Iget_type(object) == H5I_DATASET ? H5Dget_create_plist(object) : -1
    defer { if creation >= 0 { H5Pclose(creation) } }
    if creation >= 0 {
      isElsewhere.pointee = H5Pget_external_count(creation) != 0 || H5Pget_layout(creation) == Int32(H5D_VIRTUAL)
    }
    let chunk = creation >= 0 ? Self.chunk(of: object, creation) : nil
    let isLarge = (chunk?.bytes ?? 0) > mostMemory / 2
    guard object >= 0, !isElsewhere.pointee, !isLarge else {
      if object >= 0 { H5Oclose(object) }
      let problem =
        isElsewhere.pointee
        ? "the numbers are in another file, which is not read"
        : isLarge ? "chunks of more than \(mostMemory >> 21) MB, which a log of its size may not take" : "unreadable"
      throw LogError(path: path, name: name, message: problem)
    }
    // The five data sets of a trial have a cache each.
    guard cachesChunks, let chunk, chunk.rowOfChunks > 1 << 20, chunk.rowOfChunks <= mostMemory / 8 else {
      return object
    }
    H5Pset_chunk_cache(access, 521, chunk.rowOfChunks, 1)
    H5Oclose(object)
    return H5Dopen2(group, name, access)
  }

  /// The bytes of a chunk of a data set, and those of the chunks beside one another with all columns; nil for one without chunks.
  private static func chunk(of dataset: hid_t, _ creation: hid_t) -> (bytes: Int, rowOfChunks: Int)? {
    var sizes = [hsize_t](repeating: 1, count: 32)
    let rank = Int(H5Pget_chunk(creation, Int32(sizes.count), &sizes))
    guard rank > 0 else { return nil }
    let type = H5Dget_type(dataset)
    defer { H5Tclose(type) }
    let width = max(1, H5Tget_size(type))
    func product(_ factors: some Sequence<Int>) -> Int {
      factors.reduce(1) { $0.multipliedReportingOverflow(by: $1).overflow ? .max : $0 &* $1 }
    }
    return (
      product([width] + sizes.prefix(rank).map { Int(clamping: $0) }), product([Int(clamping: sizes[0]), 4, width])
    )
  }
}
