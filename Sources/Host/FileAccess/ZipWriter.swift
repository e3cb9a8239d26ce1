import LogTables

/// A zip archive of uncompressed members, written sequentially; only the check of each member is patched into its header
/// afterwards. The same members give the same bytes: all have the earliest date of the format, 1 January 1980.
///
/// Source: PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", version 6.3.10, sections 4.3 to 4.5.
package struct ZipWriter {
  private struct Member {
    var name: [UInt8]
    var size: Int
    var headerPlace: Int
    var check: UInt32
  }

  private let file: AtomicFile
  private let longest: Int
  private var members: [Member] = []

  /// An archive in an empty regular file. Sizes and positions from `longest` on have 64 bits; the default is the limit of
  /// the format.
  package init(file: AtomicFile, longest: Int = 0xffff_ffff) {
    self.file = file
    self.longest = longest
  }

  /// Writes a member of a known size, whose bytes `fill` supplies in pieces.
  package mutating func add(
    _ name: String, size: Int, _ fill: ((UnsafeBufferPointer<UInt8>) throws(LogError) -> Void) throws(LogError) -> Void
  ) throws(LogError) {
    var member = Member(name: Array(name.utf8), size: size, headerPlace: file.position, check: 0)
    let extra = extra(of: member, withPlace: false)
    try file.write(Self.bytes(0x0403_4b50, 4) + common(member, extra) + member.name + extra)
    var (check, count) = (CyclicRedundancyCheck32(), 0)
    try fill { piece throws(LogError) in
      check.update(piece)
      count += piece.count
      try file.write(piece)
    }
    precondition(count == size, "the size of the member differs from `size`")
    member.check = check.value
    try file.overwrite(at: member.headerPlace + 14, with: Self.bytes(Int(check.value), 4))
    members.append(member)
  }

  /// Writes the directory and gives the file its name.
  package mutating func finish() throws(LogError) {
    let directory = file.position
    for member in members {
      let extra = extra(of: member, withPlace: true)
      let place = member.headerPlace < longest ? member.headerPlace : 0xffff_ffff
      try file.write(
        Self.bytes(0x0201_4b50, 4) + Self.bytes(Self.version, 2) + common(member, extra) + Self.bytes(0, 10)
          + Self.bytes(place, 4) + member.name + extra)
    }
    let (end, count) = (file.position, members.count)
    let isLong = directory >= longest
    if isLong {
      try file.write(
        Self.bytes(0x0606_4b50, 4) + Self.bytes(44, 8) + Self.bytes(Self.version, 2) + Self.bytes(Self.version, 2)
          + Self.bytes(0, 8) + Self.bytes(count, 8) + Self.bytes(count, 8) + Self.bytes(end - directory, 8)
          + Self.bytes(directory, 8))
      try file.write(Self.bytes(0x0706_4b50, 4) + Self.bytes(0, 4) + Self.bytes(end, 8) + Self.bytes(1, 4))
    }
    try file.write(
      Self.bytes(0x0605_4b50, 4) + Self.bytes(0, 4) + Self.bytes(count, 2) + Self.bytes(count, 2)
        + Self.bytes(end - directory, 4) + Self.bytes(isLong ? 0xffff_ffff : directory, 4) + Self.bytes(0, 2))
    try file.finish()
  }

  /// Version 4.5, the first with 64 bits.
  private static let version = 45
  /// 1 January 1980.
  private static let date = 1 << 5 | 1

  /// The part that the header of a member and its directory entry have in common, from the version to the length of the
  /// extra field.
  private func common(_ member: Member, _ extra: [UInt8]) -> [UInt8] {
    let size = member.size < longest ? member.size : 0xffff_ffff
    return Self.bytes(Self.version, 2) + Self.bytes(0, 2) + Self.bytes(0, 2) + Self.bytes(0, 2)
      + Self.bytes(Self.date, 2) + Self.bytes(Int(member.check), 4) + Self.bytes(size, 4) + Self.bytes(size, 4)
      + Self.bytes(member.name.count, 2) + Self.bytes(extra.count, 2)
  }

  /// The extra field 1 with the values that need 64 bits: both sizes, then the position.
  private func extra(of member: Member, withPlace: Bool) -> [UInt8] {
    let sizes = member.size < longest ? [] : Self.bytes(member.size, 8) + Self.bytes(member.size, 8)
    let place = withPlace && member.headerPlace >= longest ? Self.bytes(member.headerPlace, 8) : []
    let content = sizes + place
    return content.isEmpty ? [] : Self.bytes(1, 2) + Self.bytes(content.count, 2) + content
  }

  /// A number, the lowest byte first.
  private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }
}
