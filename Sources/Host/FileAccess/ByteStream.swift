import LogTables

/// A range of a file, forward, decompressed if it is compressed. Memory is one window, or the longest piece requested; beyond
/// 4 MB it grows only with bytes that the file yields.
public final class ByteStream {
  /// The number of bytes read so far.
  @exclusivity(unchecked) public private(set) var position = 0
  /// Whether the compressed data are invalid or truncated. All bytes before the damage are read.
  @exclusivity(unchecked) package private(set) var isDamaged = false

  @usableFromInline let file: BlockFile
  @usableFromInline let range: Range<Int>
  private let compression: Compression?
  @exclusivity(unchecked) @usableFromInline var decompressor: Decompressor?
  /// The place in the file of the next compressed byte.
  @exclusivity(unchecked) private var next: Int
  @exclusivity(unchecked) @usableFromInline var window: UnsafeMutableRawBufferPointer
  /// The first byte in the window that is not read, and the end of its valid bytes.
  @exclusivity(unchecked) @usableFromInline var first = 0
  @exclusivity(unchecked) @usableFromInline var filled = 0
  @exclusivity(unchecked) private var hasEnded = false
  @exclusivity(unchecked) private var check: CyclicRedundancyCheck32?

  private static let windowSize = 1 << 18
  /// Compressed bytes per call of a library.
  private var pieceSize: Int
  private static let leastPieceSize = 1 << 16
  /// The largest range that is decompressed in one call.
  private static let largestWhole = 1 << 22

  /// The bytes of a range. With `isChecked`, `checksum` is theirs at the end. `size` is the number of bytes in the range once
  /// decompressed, if the file says so: libzstd needs no copy for a range that fits into the window. Throws if a library is missing.
  package init(
    _ file: BlockFile, _ range: Range<Int>, _ compression: Compression? = nil, size: Int = 0, isChecked: Bool = false
  ) throws(LogError) {
    self.file = file
    self.range = range
    let isWhole = compression == .zstd && max(size, range.count) <= Self.largestWhole
    pieceSize = isWhole ? max(Self.leastPieceSize, range.count) : Self.leastPieceSize
    self.compression = compression
    if let compression {
      decompressor = try Decompressor(compression, path: file.path)
      window = .allocate(byteCount: isWhole ? max(Self.windowSize, size) : Self.windowSize, alignment: 16)
    } else {
      decompressor = nil
      window = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
    next = range.lowerBound
    check = isChecked ? CyclicRedundancyCheck32() : nil
  }

  deinit { window.deallocate() }

  /// The most bytes that can follow; nil if it is unknown.
  package var remaining: Int? { decompressor == nil ? range.count - position : nil }

  /// The checksum of all bytes, once they are read; nil without `isChecked`.
  package var checksum: UInt32? { check?.value }

  /// Up to `count` bytes, from `ahead` bytes after the position on; fewer at the end. Valid until the next call.
  @inlinable @inline(__always)
  public func peek(_ count: Int, ahead: Int = 0) throws(LogError) -> UnsafeRawBufferPointer {
    guard decompressor != nil else {
      return try file.bytes(
        at: range.lowerBound + position + ahead, count: max(0, min(count, range.count - position - ahead)))
    }
    if ahead + count > filled - first { try fill(ahead + count) }
    let start = min(first + ahead, filled)
    return UnsafeRawBufferPointer(rebasing: window[start..<min(start + count, filled)])
  }

  /// Advances by up to `count` bytes; false if fewer are left.
  package func skip(_ count: Int) throws(LogError) -> Bool {
    var left = count
    if decompressor == nil {
      left = min(count, range.count - position)
      if check != nil {
        for place in stride(from: 0, to: left, by: Self.leastPieceSize) {
          update(try file.bytes(at: range.lowerBound + position + place, count: min(Self.leastPieceSize, left - place)))
        }
      }
      position += left
      return left == count
    }
    while left > 0 {
      if first == filled { try fill(1) }
      let step = min(left, filled - first)
      if step == 0 { return false }
      first += step
      position += step
      left -= step
    }
    return true
  }

  private func update(_ bytes: UnsafeRawBufferPointer) { check?.update(bytes.bindMemory(to: UInt8.self)) }

  /// Decompresses until the window has `count` bytes that are not read, or the end is reached.
  @inline(never) @usableFromInline
  func fill(_ count: Int) throws(LogError) {
    guard let start = window.baseAddress else { return }
    if first > 0 {
      start.copyMemory(from: start + first, byteCount: filled - first)
      (first, filled) = (0, filled - first)
    }
    while filled < count, !hasEnded, let decompressor, let compression {
      if filled == window.count { grow() }
      var input = try file.bytes(at: next, count: min(pieceSize, range.upperBound - next))
      let available = input.count
      let result = decompressor.decompress(&input, into: UnsafeMutableRawBufferPointer(rebasing: window[filled...]))
      if result.state == .damaged, result.count == 0, available > 1, available == range.upperBound - next {
        // Of a damaged frame that it has as a whole, libzstd yields nothing; in pieces, what precedes the damage.
        self.decompressor = try Decompressor(compression, path: file.path)
        pieceSize = available / 2
        continue
      }
      next += available - input.count
      // Not where they are read, in shorter pieces.
      if check != nil { update(UnsafeRawBufferPointer(rebasing: window[filled..<(filled + result.count)])) }
      filled += result.count
      try file.work.expand(result.count)
      isDamaged = result.state == .damaged || (result.count == 0 && available == 0)
      hasEnded = isDamaged || (result.state == .ended && next >= range.upperBound)
    }
  }

  /// Doubles the window, which is full.
  private func grow() {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * window.count, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(window))
    window.deallocate()
    window = larger
  }
}
