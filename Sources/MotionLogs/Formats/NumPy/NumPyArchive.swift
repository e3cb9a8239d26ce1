/// The arrays in an `.npz` file, a zip archive of uncompressed `.npy` files as `numpy.savez` writes it.
///
/// Source: PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", version 6.3.10, sections 4.3 and 4.5.
struct NumPyArchive {
  /// The arrays with their names, without `.npy`, in the order of the archive.
  private(set) var arrays: [(name: String, array: NumPyArray)] = []

  private let file: PagedFile
  private let path: String

  /// The most arrays of a recording.
  private static let mostArrays = 1024

  /// Opens an archive. Throws if it is truncated, compressed, or holds anything but arrays.
  init(path: String) throws(LogError) {
    self.path = path
    file = try PagedFile(path: path)
    guard let end = try endOfDirectory() else { throw error("truncated zip archive") }
    var count = try number(at: end + 10, 2)
    var position = try number(at: end + 16, 4)
    let locator = end - 20
    if position == 0xffff_ffff, locator >= 0, try number(at: locator, 4) == 0x0706_4b50 {
      let end64 = try number(at: locator + 8, 8)
      (count, position) = (try number(at: end64 + 32, 8), try number(at: end64 + 48, 8))
    }
    guard 0...Self.mostArrays ~= count else {
      throw error(count < 0 ? "damaged end of the zip archive" : "more than \(Self.mostArrays) arrays")
    }
    for _ in 0..<count { try takeMember(at: &position) }
  }

  /// Whether an archive holds something else, by the name of its first member.
  static func isOther(_ head: UnsafeRawBufferPointer) -> Bool {
    var cursor = ByteCursor(head)
    guard cursor.nextBytes(30) != nil, let length = cursor.integer(at: 26, as: UInt16.self),
      let name = cursor.nextBytes(Int(length))
    else { return false }
    return head.first == 0x50 && !name.suffix(4).elementsEqual(".npy".utf8)
  }

  /// Reads the member whose directory entry is at `position`, and advances to the next entry.
  private mutating func takeMember(at position: inout Int) throws(LogError) {
    guard try number(at: position, 4) == 0x0201_4b50, position <= file.bytes.count - 46 else {
      throw error("damaged directory of the zip archive")
    }
    let (method, nameLength, extraLength) = (
      try number(at: position + 10, 2), try number(at: position + 28, 2), try number(at: position + 30, 2)
    )
    var (size, header) = (try number(at: position + 24, 4), try number(at: position + 42, 4))
    let name = try text(at: position + 46, nameLength)
    let commentLength = try number(at: position + 32, 2)
    let extra = position + 46 + nameLength
    (size, header) = try long(size, header, inExtra: extra..<(extra + extraLength))
    position = extra + extraLength + commentLength
    guard method == 0 else {
      throw error("compressed archive; save it with numpy.savez instead of numpy.savez_compressed")
    }
    guard name.hasSuffix(".npy"), try number(at: header, 4) == 0x0403_4b50 else {
      throw error("expected .npy files in the archive, found \(name)")
    }
    let start = try header + 30 + number(at: header + 26, 2) + number(at: header + 28, 2)
    guard size >= 0, start >= 0, start <= file.bytes.count, size <= file.bytes.count - start else {
      throw error("truncated zip archive")
    }
    arrays.append((String(name.dropLast(4)), try NumPyArray(file, start..<(start + size), path: "\(path)/\(name)")))
  }

  /// Size and position of 64 bits, from the extra field 1; each is present only if its 32 bits are all ones.
  private func long(
    _ size: Int, _ header: Int, inExtra range: Range<Int>
  ) throws(LogError) -> (size: Int, header: Int) {
    var (size, header, position) = (size, header, range.lowerBound)
    while position + 4 <= range.upperBound {
      let length = try number(at: position + 2, 2)
      if try number(at: position, 2) == 1 {
        var value = position + 4
        if size == 0xffff_ffff {
          size = try number(at: value, 8)
          // The compressed size follows, which is the same.
          value += 16
        }
        if header == 0xffff_ffff { header = try number(at: value, 8) }
      }
      position += 4 + length
    }
    return (size, header)
  }

  /// The position of the end record: 22 bytes before the end, or more with a comment.
  private func endOfDirectory() throws(LogError) -> Int? {
    let last = file.bytes.count - 22
    guard last >= 0 else { return nil }
    let first = max(0, last - 0xffff)
    try file.load(first..<file.bytes.count)
    return stride(from: last, through: first, by: -1).first {
      file.bytes[$0..<($0 + 4)].elementsEqual([0x50, 0x4b, 0x05, 0x06])
    }
  }

  /// A little-endian number; -1 outside of the file and from 2^60 on, which is not a valid position.
  private func number(at position: Int, _ size: Int) throws(LogError) -> Int {
    guard position >= 0, position <= file.bytes.count - size else { return -1 }
    try file.load(position..<(position + size))
    let value = file.bytes[position..<(position + size)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return value < 1 << 60 ? Int(value) : -1
  }

  private func text(at position: Int, _ length: Int) throws(LogError) -> String {
    guard length >= 0, position >= 0, position <= file.bytes.count - length else { return "" }
    try file.load(position..<(position + length))
    return String(decoding: file.bytes[position..<(position + length)], as: UTF8.self)
  }

  private func error(_ message: String) -> LogError { LogError(path: path, message: message) }
}
