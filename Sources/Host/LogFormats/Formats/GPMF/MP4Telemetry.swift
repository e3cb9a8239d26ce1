import FileAccess
import LogTables

/// A code of four letters: the kind of a box in MP4, or a key of GPMF.
struct LetterCode: Hashable, ExpressibleByStringLiteral, Sendable {
  /// The letters, the first in the highest bits.
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(stringLiteral letters: StaticString) {
    var value: UInt32 = 0
    for index in 0..<letters.utf8CodeUnitCount { value = value << 8 | UInt32(letters.utf8Start[index]) }
    rawValue = value
  }

  /// The bytes as they are in a file.
  var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0)) } }
}

/// The samples of the telemetry track of an MP4 file, the track of the type `gpmd`.
///
/// Source: ISO/IEC 14496-12, "ISO base media file format".
struct MP4Telemetry {
  /// A sample: its place in the file, and its time from the start of the track in ns.
  struct Sample {
    var range: Range<Int>
    var time: Int64
  }

  /// The samples in the order of time; empty without such a track, or without an index.
  private(set) var samples: [Sample] = []
  /// Whether the file has an index, which is at the end of most files.
  private(set) var hasIndex = false
  /// Whether the index names more bytes than the file has: one place many times.
  private(set) var isOverfull = false

  private let file: BlockFile

  private static let mostBoxes = 4096
  /// The longest table of the index that is read.
  private static let longestTable = 1 << 24

  /// Whether a file begins like an MP4 file; one letter may be damaged.
  static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
    head.count >= 16 && zip(head[4..<8], ("ftyp" as LetterCode).bytes).count(where: !=) <= 1
  }

  /// Reads the index of a file. Damaged boxes end their level.
  init(_ file: BlockFile) throws(LogError) {
    self.file = file
    for movie in try boxes("moov", in: 0..<file.size) {
      hasIndex = true
      for track in try boxes("trak", in: movie) {
        for media in try boxes("mdia", in: track) { try take(media) }
      }
    }
  }

  /// Takes the samples of a track.
  private mutating func take(_ media: Range<Int>) throws(LogError) {
    guard samples.isEmpty, let information = try boxes("minf", in: media).first,
      let table = try boxes("stbl", in: information).first,
      try words("stsd", in: table).dropFirst(2).first == ("gpmd" as LetterCode).rawValue
    else { return }
    let header = try words("mdhd", in: media)
    // Times of 64 bits in version 1.
    let isLong = try boxes("mdhd", in: media).first.map { place throws(LogError) in
      try file.bytes(at: place.lowerBound, count: 1).first == 1
    }
    let scale = Int64(header.dropFirst(isLong == true ? 4 : 2).first ?? 0)
    let sizes = try self.sizes(in: table)
    let runs = try words("stsc", in: table).dropFirst().map(Int.init)
    var durations = RunLengths(try words("stts", in: table).dropFirst())
    var (run, time, next, total) = (0, Int64(0), 0, 0)
    for (chunk, offset) in try chunks(in: table).enumerated() {
      // Of three numbers each: the first chunk from 1, samples in each chunk, description.
      while run + 3 < runs.count, runs[runs.startIndex + run + 3] <= chunk + 1 { run += 3 }
      guard run + 1 < runs.count else { return }
      var place = offset
      for _ in 0..<min(runs[run + 1], sizes.count - next) {
        let end = place.addingReportingOverflow(sizes[next]).partialValue
        if place >= 0, place < end, end <= file.size {
          total += end - place
          guard total <= file.size else {
            (samples, isOverfull) = ([], true)
            return
          }
          samples.append(Sample(range: place..<end, time: scale > 0 ? time * 1_000_000_000 / scale : 0))
        }
        place = end
        next += 1
        time += Int64(durations.next())
        guard time < 1 << 33 else { return }
      }
    }
  }

  /// The size of each sample, which has a byte at least.
  private func sizes(in table: Range<Int>) throws(LogError) -> [Int] {
    let words = try words("stsz", in: table)
    guard words.count >= 2 else { return [] }
    if words[0] == 0 { return words[2...].map(Int.init) }
    return [Int](repeating: Int(words[0]), count: min(Int(words[1]), file.size, Self.longestTable / 4))
  }

  /// The place of each chunk in the file.
  private func chunks(in table: Range<Int>) throws(LogError) -> [Int] {
    let short = try words("stco", in: table)
    if !short.isEmpty { return short.dropFirst().map(Int.init) }
    let long = Array(try words("co64", in: table).dropFirst())
    return stride(from: 0, to: long.count - 1, by: 2).map {
      Int(clamping: UInt64(long[$0]) << 32 | UInt64(long[$0 + 1]))
    }
  }

  /// The numbers of the first box of a kind, behind its version and flags.
  private func words(_ kind: LetterCode, in range: Range<Int>) throws(LogError) -> [UInt32] {
    guard let box = try boxes(kind, in: range).first, box.count > 4 else { return [] }
    let bytes = ByteCursor(try file.bytes(at: box.lowerBound + 4, count: min(box.count - 4, Self.longestTable)))
    return (0..<(bytes.remaining / 4)).map { bytes.integer(at: 4 * $0, as: UInt32.self)?.byteSwapped ?? 0 }
  }

  /// The contents of the boxes of a kind within a range.
  private func boxes(_ kind: LetterCode, in range: Range<Int>) throws(LogError) -> [Range<Int>] {
    var (place, found) = (range.lowerBound, [Range<Int>]())
    for _ in 0..<Self.mostBoxes where place + 8 <= range.upperBound {
      let head = ByteCursor(try file.bytes(at: place, count: 16))
      guard let short = head.integer(at: 0, as: UInt32.self)?.byteSwapped,
        let code = head.integer(at: 4, as: UInt32.self)?.byteSwapped
      else { break }
      var (size, header) = (Int(short), 8)
      if short == 0 { size = range.upperBound - place }
      if short == 1 {
        size = head.integer(at: 8, as: UInt64.self).map { Int(clamping: $0.byteSwapped) } ?? 0
        header = 16
      }
      guard size >= header, size <= range.upperBound - place else { break }
      if code == kind.rawValue { found.append((place + header)..<(place + size)) }
      place += size
    }
    return found
  }
}

/// Numbers in runs: how often, and which.
private struct RunLengths {
  private var runs: ArraySlice<UInt32>
  private var used: UInt32 = 0

  init(_ runs: ArraySlice<UInt32>) { self.runs = runs }

  /// The next number; 0 at the end.
  mutating func next() -> UInt32 {
    while runs.count >= 2, used >= runs[runs.startIndex] {
      runs.removeFirst(2)
      used = 0
    }
    guard runs.count >= 2 else { return 0 }
    used += 1
    return runs[runs.startIndex + 1]
  }
}
