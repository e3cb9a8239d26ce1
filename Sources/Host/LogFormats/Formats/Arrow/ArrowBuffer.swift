import FileAccess
import LogTables

/// The bytes of a buffer of a batch, forward, decompressed if it is compressed. Memory is a small piece and the window of the
/// compression.
final class ArrowBuffer {
  private let file: BlockFile
  private let decompressor: Decompressor?
  /// The place of the next byte, and the end.
  private var range: Range<Int>
  private let piece: UnsafeMutableRawBufferPointer
  private var input = UnsafeRawBufferPointer(start: nil, count: 0)

  private static let pieceSize = 1 << 15

  /// A buffer of at least `size` bytes; nil if it is shorter. Throws if a library is missing.
  init?(_ file: BlockFile, _ range: Range<Int>, _ compression: Compression?, size: Int) throws(LogError) {
    self.file = file
    guard let compression, !range.isEmpty else {
      (self.range, decompressor, piece) = (range, nil, UnsafeMutableRawBufferPointer(start: nil, count: 0))
      if range.count < size { return nil }
      return
    }
    // The size without compression, -1 for a buffer that is stored as it is.
    let head = ByteCursor(try file.bytes(at: range.lowerBound, count: min(8, range.count)))
    guard let whole = head.integer(at: 0, as: Int64.self) else { return nil }
    self.range = (range.lowerBound + 8)..<range.upperBound
    guard whole >= 0 else {
      (decompressor, piece) = (nil, UnsafeMutableRawBufferPointer(start: nil, count: 0))
      if whole != -1 || self.range.count < size { return nil }
      return
    }
    guard whole >= size else { return nil }
    decompressor = try Decompressor(compression, path: file.path)
    piece = .allocate(byteCount: min(Self.pieceSize, max(1, self.range.count)), alignment: 16)
  }

  deinit { piece.deallocate() }

  /// Reads the next bytes; false if the buffer ends before, or is damaged.
  func read(into output: UnsafeMutableRawBufferPointer) throws(LogError) -> Bool {
    guard let decompressor else {
      guard output.count <= range.count else { return false }
      let count = try file.read(at: range.lowerBound, into: output)
      range = (range.lowerBound + count)..<range.upperBound
      return count == output.count
    }
    var total = 0
    while total < output.count {
      if input.isEmpty, !range.isEmpty {
        let room = UnsafeMutableRawBufferPointer(rebasing: piece[..<min(piece.count, range.count)])
        let count = try file.read(at: range.lowerBound, into: room)
        if count == 0 { return false }
        range = (range.lowerBound + count)..<range.upperBound
        input = UnsafeRawBufferPointer(rebasing: piece[..<count])
      }
      let isAtEnd = input.isEmpty
      let result = decompressor.decompress(&input, into: UnsafeMutableRawBufferPointer(rebasing: output[total...]))
      total += result.count
      try file.work.expand(result.count)
      if result.state == .damaged || (result.count == 0 && isAtEnd) { return false }
    }
    return true
  }
}
