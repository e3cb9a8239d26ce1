import LogTables

/// The members of a zip archive, stored or deflated.
///
/// Source: PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", version 6.3.10, sections 4.3 to 4.5.
package struct ZipArchive {
  /// A member by its entry in the directory.
  package struct Member {
    /// The name with its folders.
    package var name: String
    /// The bytes in the archive.
    package var range: Range<Int>
    /// The number of bytes when decompressed.
    package var size: Int
    /// Nil for a stored member.
    package var compression: Compression?
  }

  /// The members in the order of the directory, without folders and members that are encrypted or compressed otherwise.
  package private(set) var members: [Member] = []

  private let file: String
  private let path: String
  private let work: WorkBudget
  /// The place of the first member of each name.
  private var places: [String: Int] = [:]

  /// The most members.
  private static let mostMembers = 1 << 16

  /// The first bytes of an archive.
  package static let signature: [UInt8] = [0x50, 0x4b, 0x03, 0x04]

  /// Reads the directory of an archive. `path` is for messages. Throws if it is truncated.
  package init(_ file: String, path: String, work: WorkBudget? = nil) throws(LogError) {
    self.file = file
    self.path = path
    let blocks = try BlockFile(file, path: path, work: work)
    self.work = blocks.work
    func truncated() -> LogError { LogError(path: path, message: "truncated zip archive") }
    func damaged() -> LogError { LogError(path: path, message: "damaged directory of the zip archive") }
    guard let end = try Self.endOfDirectory(blocks) else { throw truncated() }
    var (count, position) = (try Self.number(blocks, at: end + 10, 2), try Self.number(blocks, at: end + 16, 4))
    if position == 0xffff_ffff, try Self.number(blocks, at: end - 20, 4) == 0x0706_4b50 {
      let end64 = try Self.number(blocks, at: end - 12, 8)
      (count, position) = (try Self.number(blocks, at: end64 + 32, 8), try Self.number(blocks, at: end64 + 48, 8))
    }
    guard count >= 0 else { throw damaged() }
    // The place of a member's own header, and what the directory says of it.
    var entries: [(header: Int, member: Member)] = []
    for _ in 0..<min(count, Self.mostMembers) {
      guard position >= 0, try Self.number(blocks, at: position, 4) == 0x0201_4b50 else { throw damaged() }
      let header = ByteCursor(try blocks.bytes(at: position, count: 46))
      guard let flags = header.integer(at: 8, as: UInt16.self), let method = header.integer(at: 10, as: UInt16.self),
        let nameLength = header.integer(at: 28, as: UInt16.self), let extra = header.integer(at: 30, as: UInt16.self),
        let comment = header.integer(at: 32, as: UInt16.self)
      else { throw damaged() }
      let sizes = [20, 24, 42].map { Int(header.integer(at: $0, as: UInt32.self) ?? 0) }
      let rest = try blocks.bytes(at: position + 46, count: Int(nameLength) + Int(extra))
      guard rest.count == Int(nameLength) + Int(extra) else { throw damaged() }
      let name = String(decoding: rest[..<Int(nameLength)], as: UTF8.self)
      let long = Self.long(sizes, in: UnsafeRawBufferPointer(rebasing: rest[Int(nameLength)...]))
      position += 46 + Int(nameLength) + Int(extra) + Int(comment)
      // Bit 0: encrypted.
      guard !name.hasSuffix("/"), method == 0 || method == 8, flags & 1 == 0 else { continue }
      guard long[0] >= 0, long[1] >= 0, long[0] <= blocks.size else { throw truncated() }
      let member = Member(
        name: name, range: 0..<long[0], size: long[1], compression: method == 8 ? .deflate : nil)
      entries.append((long[2], member))
    }
    try locate(&entries, in: blocks)
    members = entries.map(\.member)
    for (place, member) in members.enumerated() where places[member.name] == nil { places[member.name] = place }
  }

  /// Completes the ranges of members by their own headers, in the order of the file: going back and forth between them and the
  /// directory would read a block for each.
  private func locate(_ entries: inout [(header: Int, member: Member)], in blocks: BlockFile) throws(LogError) {
    func truncated() -> LogError { LogError(path: path, message: "truncated zip archive") }
    var stored = 0
    for index in entries.indices.sorted(by: { entries[$0].header < entries[$1].header }) {
      let (header, count) = (entries[index].header, entries[index].member.range.count)
      guard try Self.number(blocks, at: header, 4) == 0x0403_4b50 else { throw truncated() }
      let start = try header + 30 + Self.number(blocks, at: header + 26, 2) + Self.number(blocks, at: header + 28, 2)
      guard start <= blocks.size, count <= blocks.size - start else { throw truncated() }
      // Members that share bytes would let a small archive decompress to any size.
      stored += count
      guard stored <= blocks.size else {
        throw LogError(path: path, message: "damaged directory of the zip archive")
      }
      entries[index].member.range = start..<(start + count)
    }
  }

  /// The first member of a name; nil without one.
  package func member(named name: String) -> Member? { places[name].map { members[$0] } }

  /// The bytes of a member, decompressed. Its name is part of the path in messages.
  package func input(of member: Member) throws(LogError) -> ByteInput {
    try ByteInput(
      file, path: "\(path)/\(member.name)", range: member.range, compression: member.compression, work: work)
  }

  /// Compressed size, size and position of 64 bits, from the extra field 1; each is present only if its 32 bits are all ones.
  private static func long(_ short: [Int], in extra: UnsafeRawBufferPointer) -> [Int] {
    var result = short
    var cursor = ByteCursor(extra)
    while let kind = cursor.next(UInt16.self), let length = cursor.next(UInt16.self),
      let field = cursor.nextBytes(Int(length))
    {
      guard kind == 1 else { continue }
      var values = ByteCursor(field)
      // In the field, the size comes before the compressed size.
      for index in [1, 0, 2] where short[index] == 0xffff_ffff {
        result[index] = values.next(UInt64.self).flatMap { $0 < 1 << 60 ? Int($0) : nil } ?? -1
      }
    }
    return result
  }

  /// The position of the end record: 22 bytes before the end, or more with a comment.
  private static func endOfDirectory(_ blocks: BlockFile) throws(LogError) -> Int? {
    let last = blocks.size - 22
    guard last >= 0 else { return nil }
    let first = max(0, last - 0xffff)
    let tail = ByteCursor(try blocks.bytes(at: first, count: blocks.size - first))
    return stride(from: last, through: first, by: -1).first {
      tail.integer(at: $0 - first, as: UInt32.self) == 0x0605_4b50
    }
  }

  /// A little-endian number; -1 outside of the file and from 2^60 on, which is not a valid position.
  private static func number(_ blocks: BlockFile, at position: Int, _ size: Int) throws(LogError) -> Int {
    guard position >= 0, position <= blocks.size - size else { return -1 }
    let bytes = try blocks.bytes(at: position, count: size)
    guard bytes.count == size else { return -1 }
    let value = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return value < 1 << 60 ? Int(value) : -1
  }
}
