import FileAccess
import LogTables

/// Bytes of a file in ranges, which may overlap.
private struct CoveredBytes {
  private let starts: [Int]
  /// The end of the ranges up to each start.
  private var ends: [Int] = []

  init(_ ranges: [Range<Int>]) {
    let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
    starts = sorted.map(\.lowerBound)
    for range in sorted { ends.append(max(ends.last ?? 0, range.upperBound)) }
  }

  /// Whether one of them overlaps a range.
  func overlap(_ range: Range<Int>) -> Bool {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < range.upperBound { low = middle + 1 } else { high = middle }
    }
    return low > 0 && ends[low - 1] > range.lowerBound
  }
}

/// The payloads of GPMF in a file, by its index and by a search where the index is damaged or missing.
struct GPMFPayloads {
  /// A payload.
  struct Payload {
    var range: Range<Int>
    /// Its time by the track, in ns; nil without an index.
    var time: Int64?
    /// Whether its end is missing.
    var isCut = false
  }

  private(set) var payloads: [Payload] = []
  private(set) var damage = LogDamage()

  /// The longest payload that is found by search: some MB in the fastest modes.
  private static let longestPayload = 1 << 24
  private static let mark = ("DEVC" as LetterCode).bytes + [0]

  /// Whether an MP4 file is one of a GoPro camera with readings.
  static func matches(_ file: BlockFile) throws(LogError) -> Bool {
    let telemetry = try MP4Telemetry(file)
    if !telemetry.isOverfull, !telemetry.samples.isEmpty || telemetry.hasIndex { return !telemetry.samples.isEmpty }
    return try !search(file, from: 0, isFirst: true).isEmpty
  }

  /// Finds the payloads of a file.
  init(_ file: BlockFile) throws(LogError) {
    let telemetry = try MP4Telemetry(file)
    var isDamaged = telemetry.samples.isEmpty
    for sample in telemetry.samples where isDamaged == false {
      isDamaged = try !file.bytes(at: sample.range.lowerBound, count: Self.mark.count).elementsEqual(Self.mark)
    }
    payloads = telemetry.samples.map { Payload(range: $0.range, time: $0.time) }
    guard isDamaged else { return }
    damage.lose(at: telemetry.samples.isEmpty ? file.size : telemetry.samples[0].range.lowerBound)
    let found = try Self.search(file, from: 0)
    let (starts, places) = (Set(found.map(\.range.lowerBound)), CoveredBytes(found.map(\.range)))
    let trusted = payloads.filter { starts.contains($0.range.lowerBound) || !places.overlap($0.range) }
    let taken = CoveredBytes(trusted.map(\.range))
    payloads = trusted + found.filter { !taken.overlap($0.range) }
    payloads.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The payloads from an offset on that begin with the mark; only the first one with `isFirst`.
  private static func search(_ file: BlockFile, from offset: Int, isFirst: Bool = false) throws(LogError) -> [Payload] {
    let blockSize = 1 << 20
    var (place, found, block) = (offset, [Payload](), offset..<offset)
    while place + mark.count <= file.size {
      // A block serves all marks in it.
      if place + GPMFItem.headerSize > block.upperBound, block.isEmpty || block.upperBound < file.size {
        block = place..<min(place + blockSize, file.size)
      }
      let bytes = try file.bytes(at: block.lowerBound, count: block.count)
      guard place < block.lowerBound + bytes.count else { break }
      let rest = UnsafeRawBufferPointer(rebasing: bytes[(place - block.lowerBound)...])
      guard let index = index(of: mark, in: rest) else {
        place += max(1, rest.count - mark.count + 1)
        continue
      }
      place += index
      if place + GPMFItem.headerSize > block.upperBound, block.upperBound < file.size { continue }
      let head = ByteCursor(UnsafeRawBufferPointer(rebasing: rest[index...]))
      guard let item = GPMFItem(head, at: 0) else {
        place += 1
        continue
      }
      let end = place + 8 + item.contentSize
      let isPlausible = item.contentSize % 4 == 0 && item.contentSize <= longestPayload && end > place + 8
      found.append(
        Payload(range: place..<min(isPlausible ? end : place + 8, file.size), isCut: isPlausible && end > file.size))
      if isFirst { return found }
      place = min(isPlausible ? end : place + 8, file.size)
    }
    return found
  }

  /// The first place of a mark.
  private static func index(of mark: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int? {
    var place = 0
    while place + mark.count <= bytes.count {
      guard let next = bytes[place...(bytes.count - mark.count)].firstIndex(of: mark[0]) else { return nil }
      if bytes[next..<(next + mark.count)].elementsEqual(mark) { return next }
      place = next + 1
    }
    return nil
  }
}
