/// Bits one after the other, the most significant of each number and byte first.
struct BitWriter {
  /// The bytes that are complete.
  private(set) var bytes: [UInt8] = []
  /// The bits after them, the first one highest of `pendingCount`.
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// Appends the lowest `count` bits of a number, at most 32.
  @inline(__always)
  mutating func append(_ number: UInt64, count: Int) {
    pending = pending << UInt64(count) | number & (1 << UInt64(count) - 1)
    pendingCount += count
    while pendingCount >= 8 {
      pendingCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount)))
    }
  }

  /// Appends any number: its length in six bits, and its bits. Numbers from 2^63 on have no length.
  mutating func appendLong(_ number: UInt64) {
    let length = UInt64.bitWidth - number.leadingZeroBitCount
    append(UInt64(length), count: 6)
    if length > 32 { append(number >> 32, count: length - 32) }
    append(number, count: min(length, 32))
  }

  /// The ones that say that a number follows in full.
  private static let escape = 24

  /// Appends a number by the code of Rice (IEEE Trans. Commun. 19, 1971): ones for its multiples of 2^k, a zero, and the k bits of
  /// the rest; a number of many multiples in full.
  @inline(__always)
  mutating func appendRice(_ number: UInt64, k: Int) {
    let quotient = number >> UInt64(k)
    if quotient < Self.escape {
      let ones = Int(truncatingIfNeeded: quotient)
      append((1 << UInt64(ones) - 1) << 1, count: ones + 1)
      append(number, count: k)
    } else {
      append(1 << UInt64(Self.escape) - 1, count: Self.escape)
      appendLong(number)
    }
  }

  /// The bytes with the last bits, filled up with zeros.
  var finished: [UInt8] {
    pendingCount == 0 ? bytes : bytes + [UInt8(truncatingIfNeeded: pending << UInt64(8 - pendingCount))]
  }
}

/// Reads what a `BitWriter` wrote.
struct BitReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next bits as a number, at most 32.
  mutating func next(_ count: Int) -> UInt64 {
    var number: UInt64 = 0
    for bit in place..<place + count {
      number = number << 1 | UInt64(bytes[bit >> 3] >> UInt8(7 - bit & 7) & 1)
    }
    place += count
    return number
  }

  /// The next number of `BitWriter.appendLong`.
  mutating func nextLong() -> UInt64 {
    let length = Int(next(6))
    let high = length > 32 ? next(length - 32) << 32 : 0
    return high | next(min(length, 32))
  }

  /// The next number of `BitWriter.appendRice`.
  mutating func nextRice(k: Int) -> UInt64 {
    var ones: UInt64 = 0
    while ones < 24, next(1) == 1 { ones += 1 }
    return ones == 24 ? nextLong() : ones << UInt64(k) | next(k)
  }
}
