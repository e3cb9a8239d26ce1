import CIIO

/// How a number lies in the bytes of a scan, the readings that a device took at one moment.
///
/// Source: Linux kernel, `Documentation/ABI/testing/sysfs-bus-iio`, `scan_elements/in_…_type`: `be:u12/16>>4` is an unsigned
/// number of 12 bits in 16, most significant byte first, to be shifted right by 4.
struct ScanElement: Equatable {
  /// How many bytes it takes: 1 to 8.
  var byteCount: Int
  /// How many of their bits are the number, from 1 on.
  var bitCount: Int
  /// How many bits lie behind the number.
  var shift: Int
  var isSigned: Bool
  var isBigEndian: Bool

  /// Where it begins in a scan.
  var offset: Int

  /// The number in a scan.
  func value(in scan: UnsafeRawBufferPointer) -> Int64 {
    var bits: UInt64 = 0
    for index in 0..<byteCount {
      let place = isBigEndian ? index : byteCount - 1 - index
      bits = bits << 8 | UInt64(scan[offset + place])
    }
    // To the top, where the sign is, and back.
    let unused = 64 - bitCount
    let top = (bits >> shift) << unused
    return isSigned ? Int64(bitPattern: top) >> unused : Int64(truncatingIfNeeded: top >> unused)
  }
}

extension ScanElement {
  /// The element of a channel; nil for one that is no number of up to 64 bits.
  init?(_ channel: OpaquePointer, offset: Int) {
    guard let format = iio_channel_get_data_format(channel)?.pointee, format.repeat == 1,
      [8, 16, 32, 64].contains(format.length), (1...format.length).contains(format.bits), format.shift < format.length
    else { return nil }
    self.init(
      byteCount: Int(format.length / 8), bitCount: Int(format.bits), shift: Int(format.shift),
      isSigned: format.is_signed, isBigEndian: format.is_be, offset: offset)
  }
}
