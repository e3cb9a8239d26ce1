import Foundation

/// A video with a telemetry track, written by the rules of MP4 and GPMF.
struct GPMFFile {
  /// The payloads, one second each.
  var payloads: [[UInt8]] = []
  /// Whether the index has offsets of 64 bits and the media data a size of 64 bits.
  var isLong = false

  /// A key with values of `size` bytes each.
  static func item(_ key: String, _ type: Character?, size: Int, _ values: [UInt8]) -> [UInt8] {
    let count = values.count / max(size, 1)
    let padding = [UInt8](repeating: 0, count: (4 - values.count % 4) % 4)
    return Array(key.utf8) + [type?.asciiValue ?? 0, UInt8(size)] + big(UInt16(count)) + values + padding
  }

  /// A key with other keys in it.
  static func nest(_ key: String, _ items: [[UInt8]]) -> [UInt8] { item(key, nil, size: 1, items.flatMap { $0 }) }

  static func text(_ key: String, _ text: String) -> [UInt8] { item(key, "c", size: 1, Array(text.utf8)) }

  static func numbers(_ key: String, _ values: [Int16], perValue: Int = 1) -> [UInt8] {
    item(key, "s", size: 2 * perValue, values.flatMap { big($0) })
  }

  static func big(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian, Array.init)
  }

  /// A stream of vectors with its divisor; its time in µs, or in ms.
  static func sensor(
    _ key: String, _ rows: [[Int16]], divisor: Int16 = 100, order: String? = nil, fineTime: UInt64? = nil,
    coarseTime: UInt32? = nil, temperature: Float? = nil
  ) -> [UInt8] {
    var items: [[UInt8]] = []
    if let fineTime { items.append(item("STMP", "J", size: 8, big(fineTime))) }
    if let coarseTime { items.append(item("TICK", "L", size: 4, big(coarseTime))) }
    if let order { items.append(text("ORIN", order)) }
    if let temperature { items.append(item("TMPC", "f", size: 4, big(temperature.bitPattern))) }
    items += [numbers("SCAL", [divisor]), numbers(key, rows.flatMap { $0 }, perValue: 3)]
    return nest("STRM", items)
  }

  /// A device with its streams.
  static func device(number: UInt32 = 1, name: String = "Camera", _ streams: [[UInt8]]) -> [UInt8] {
    nest("DEVC", [item("DVID", "L", size: 4, big(number)), text("DVNM", name)] + streams)
  }

  /// The file.
  var data: Data {
    func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
      Self.big(UInt32(content.count + 8)) + Array(kind.utf8) + content
    }
    func table(_ kind: String, _ numbers: [Int]) -> [UInt8] {
      box(kind, [0, 0, 0, 0] + numbers.flatMap { Self.big(UInt32($0)) })
    }
    var bytes = box("ftyp", Array("mp41".utf8) + [0, 0, 0, 0] + Array("mp41".utf8))
    let size = payloads.reduce(0) { $0 + $1.count }
    bytes +=
      isLong
      ? Self.big(UInt32(1)) + Array("mdat".utf8) + Self.big(UInt64(size + 16))
      : Self.big(UInt32(size + 8)) + Array("mdat".utf8)
    var offsets: [Int] = []
    for payload in payloads {
      offsets.append(bytes.count)
      bytes += payload
    }
    let places =
      isLong
      ? box("co64", [0, 0, 0, 0] + Self.big(UInt32(offsets.count)) + offsets.flatMap { Self.big(UInt64($0)) })
      : table("stco", [offsets.count] + offsets)
    let description = [0, 0, 0, 0] + Self.big(UInt32(1)) + Self.big(UInt32(16)) + Array("gpmd".utf8)
    let samples =
      box("stsd", description + [UInt8](repeating: 0, count: 8)) + table("stts", [1, payloads.count, 1000])
      + table("stsc", [1, 1, 1, 1]) + table("stsz", [0, payloads.count] + payloads.map(\.count)) + places
    let header = table("mdhd", [0, 0, 1000, 1000 * payloads.count, 0])
    return Data(bytes + box("moov", box("trak", box("mdia", header + box("minf", box("stbl", samples))))))
  }
}
