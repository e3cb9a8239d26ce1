import CCompression
import LogTables

/// A compression of files and of their parts.
package enum Compression: Sendable {
  case zstd, lz4, bzip2, gzip
  /// Deflate without a header, as in zip archives.
  case deflate

  /// The most bytes that `init(of:)` compares.
  static let signatureSize = 10

  /// The compression of bytes by their signature; nil for others. An LZ4 frame, not a bare block.
  package init?(of head: UnsafeRawBufferPointer) {
    func begins(_ signature: [UInt8]) -> Bool { head.starts(with: signature) }
    if begins([0x28, 0xb5, 0x2f, 0xfd]) {
      self = .zstd
    } else if begins([0x04, 0x22, 0x4d, 0x18]) {
      self = .lz4
    } else if begins([0x1f, 0x8b, 0x08]) {
      self = .gzip
    } else if begins(Array("BZh".utf8)), head.count >= Self.signatureSize,
      head[4..<10].elementsEqual([0x31, 0x41, 0x59, 0x26, 0x53, 0x59])
    {
      self = .bzip2
    } else {
      return nil
    }
  }

  /// The name in messages.
  package var name: String {
    switch self {
    case .zstd: "zstd"
    case .lz4: "LZ4"
    case .bzip2: "bzip2"
    case .gzip: "gzip"
    case .deflate: "deflate"
    }
  }

  private var library: (number: cardan_compression, name: String) {
    switch self {
    case .zstd: (CARDAN_ZSTD, "libzstd")
    case .lz4: (CARDAN_LZ4, "liblz4")
    case .bzip2: (CARDAN_BZIP2, "libbz2")
    case .gzip: (CARDAN_GZIP, "zlib")
    case .deflate: (CARDAN_DEFLATE, "zlib")
    }
  }

  /// A new decoder. Throws if the library is missing; `path` is for the message.
  fileprivate func decoder(path: String, windowLog: Int) throws(LogError) -> OpaquePointer {
    if let problem = cardan_compression_missing(library.number) {
      throw LogError(
        path: path, message: "needs \(library.name), which failed to load: \(String(cString: problem))")
    }
    guard let decoder = cardan_decoder_create(library.number, Int32(windowLog)) else {
      throw LogError(path: path, message: "out of memory for \(library.name)")
    }
    return decoder
  }
}

/// Decompresses one input, forward, in pieces of any size. Memory is that of the library's window, which is limited.
@usableFromInline package final class Decompressor {
  /// What a call came to.
  package enum State {
    /// More input or more room is needed.
    case more
    /// A frame has ended. The next call begins another one.
    case ended
    /// The input is invalid. What was decompressed before is valid.
    case damaged
  }

  /// Whether the input is damaged only in that it needs a larger window than a log of its size may have.
  private(set) var refusesWindow = false

  private let decoder: OpaquePointer

  /// The logarithm of the window of a part of a file: a chunk, a message, a column. Every decoder of zstd must support it
  /// (RFC 8878, 3.1.1.1.2).
  package static let windowLogOfPart = 23
  /// That of zstd without options.
  static let largestWindowLog = 27

  /// A decompressor at the start of a frame, with windows up to a logarithm. Throws if the library is missing; `path` is for the message.
  package init(
    _ compression: Compression, path: String, windowLog: Int = Decompressor.windowLogOfPart
  ) throws(LogError) {
    decoder = try compression.decoder(path: path, windowLog: windowLog)
  }

  deinit { cardan_decoder_free(decoder) }

  /// Decompresses to `output`, and drops from `input` what was used. `count` is the number of bytes decompressed; zero of them
  /// with the state `more` and an empty input is the end of a truncated one.
  package func decompress(
    _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (count: Int, state: State) {
    guard let start = output.baseAddress else { return (0, .more) }
    var (used, count) = (input.count, output.count)
    let state = cardan_decoder_step(decoder, input.baseAddress, &used, start, &count)
    input = UnsafeRawBufferPointer(rebasing: input[used...])
    switch state {
    case CARDAN_DECODER_END: return (count, .ended)
    case CARDAN_DECODER_MORE: return (count, .more)
    case CARDAN_DECODER_WINDOW: refusesWindow = true
    default: break
    }
    return (count, .damaged)
  }
}
