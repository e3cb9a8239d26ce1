import FileAccess
import LogTables

/// The arrays in an `.npz` file, a zip archive of `.npy` files as `numpy.savez` and `numpy.savez_compressed` write it.
///
/// Compressed arrays are decompressed into temporary files.
struct NumPyArchive {
  /// The arrays with their names, without `.npy`, in the order of the archive.
  private(set) var arrays: [(name: String, array: NumPyArray)] = []
  /// What has no rows of numbers, such as a single number or objects, and why it is not read.
  private(set) var others: [(name: String, error: LogError)] = []

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
        throw LogError(
          path: path,
          message: "expected a recording of a phone, one table, or .npy files in the archive, found \(member.name)")
      }
      let name = String(member.name.dropLast(4))
      let (content, range) = try Self.content(of: member, in: archive, file, path: path)
      do throws(LogError) {
        arrays.append((name, try NumPyArray(content, range, path: "\(path)/\(member.name)")))
      } catch {
        others.append((name, error))
      }
    }
  }

  /// The file that holds the bytes of a member, and their place in it.
  private static func content(
    of member: ZipArchive.Member, in archive: ZipArchive, _ file: PagedFile, path: String
  ) throws(LogError) -> (PagedFile, Range<Int>) {
    guard member.compression != nil else {
      guard member.range.upperBound <= file.bytes.count else {
        throw LogError(path: path, message: "truncated zip archive")
      }
      return (file, member.range)
    }
    let name = "\(path)/\(member.name)"
    let decompressed = try DecompressedFile(ByteReader(archive.input(of: member)), path: name)
    if let offset = decompressed.damagedAt {
      throw LogError(path: name, offset: offset, message: "damaged or truncated deflate data")
    }
    let bytes = try PagedFile(decompressed, path: name)
    return (bytes, bytes.bytes.indices)
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
