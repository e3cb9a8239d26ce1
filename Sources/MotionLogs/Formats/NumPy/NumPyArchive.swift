/// The arrays in an `.npz` file, a zip archive of `.npy` files as `numpy.savez` and `numpy.savez_compressed` write it.
///
/// Compressed arrays are decompressed into temporary files.
struct NumPyArchive {
  /// The arrays with their names, without `.npy`, in the order of the archive.
  private(set) var arrays: [(name: String, array: NumPyArray)] = []

  /// The most arrays of a recording.
  private static let mostArrays = 1024

  /// Opens an archive. Throws if it is truncated or damaged, or holds anything but arrays.
  init(path: String) throws(LogError) {
    let file = try PagedFile(path: path)
    let archive = try ZipArchive(path, path: path)
    guard archive.members.count <= Self.mostArrays else {
      throw LogError(path: path, message: "more than \(Self.mostArrays) arrays")
    }
    for member in archive.members {
      guard member.name.hasSuffix(".npy") else {
        throw LogError(path: path, message: "expected .npy files in the archive, found \(member.name)")
      }
      let name = "\(path)/\(member.name)"
      let array: NumPyArray
      if member.compression == nil {
        guard member.range.upperBound <= file.bytes.count else {
          throw LogError(path: path, message: "truncated zip archive")
        }
        array = try NumPyArray(file, member.range, path: name)
      } else {
        let decompressed = try DecompressedFile(ByteReader(archive.input(of: member)), path: name)
        if let offset = decompressed.damagedAt {
          throw LogError(path: name, offset: offset, message: "damaged or truncated deflate data")
        }
        let bytes = try PagedFile(decompressed, path: name)
        array = try NumPyArray(bytes, bytes.bytes.indices, path: name)
      }
      arrays.append((String(member.name.dropLast(4)), array))
    }
  }

  /// Whether an archive holds something else, by the name of its first member.
  static func isOther(_ head: UnsafeRawBufferPointer) -> Bool {
    var cursor = ByteCursor(head)
    guard cursor.nextBytes(30) != nil, let length = cursor.integer(at: 26, as: UInt16.self),
      let name = cursor.nextBytes(Int(length))
    else { return false }
    return head.first == 0x50 && !name.suffix(4).elementsEqual(".npy".utf8)
  }
}
