/// Powers of ten and five for reading and writing numbers, computed at the first use.
///
/// All of it is exact integer arithmetic: the positive powers 5^q, q ≤ 55, fit into 128 bits, and the negative ones are
/// the first 128 bits of the quotient 2^k / 5^n.
package struct DecimalTables: @unchecked Sendable {
  /// The only instance; immutable, never freed.
  package static let shared = DecimalTables()

  /// 10^0 ... 10^22, which are exact as `Double`.
  package let exactPowers: UnsafePointer<Double>
  /// The same, each followed by its negative.
  let signedPowers: UnsafePointer<Double>
  /// 10^0 ... 10^19 as integers.
  package let integerPowers: UnsafePointer<UInt64>
  /// The first 128 bits of 5^q at `q - smallestExponent`, the leading bit set, rounded down.
  let significands: UnsafePointer<UInt128>
  /// The binary exponent of each: 5^q = significand · 2^exponent, or just above.
  package let exponents: UnsafePointer<Int>

  /// 0 to 999 as three digits and a byte of no meaning, the first digit in the lowest byte.
  package let threeDigits: UnsafePointer<UInt32>
  /// Byte masks of the last 0 to 16 of sixteen bytes.
  let lastDigits: UnsafePointer<SixteenBytes>

  /// Sixteen bytes of text.
  struct SixteenBytes {
    /// Bytes 0 to 7, byte 0 lowest.
    package var first: UInt64
    /// Bytes 8 to 15.
    package var last: UInt64
  }

  /// The range of q in `significands`.
  static let smallestExponent = -54
  /// The range of q in `significands`; also the largest q for which 5^q is exact in 128 bits.
  static let largestExponent = 55

  private init() {
    exactPowers = Self.table(23) { index in (0..<index).reduce(1.0) { power, _ in power * 10 } }
    let powers = exactPowers
    signedPowers = Self.table(46) { index in index & 1 == 0 ? powers[index / 2] : -powers[index / 2] }
    integerPowers = Self.table(20) { index in (0..<index).reduce(1) { power, _ in power * 10 } }
    threeDigits = Self.table(1000) { value in
      0x30_3030 | UInt32(value / 100) | UInt32(value / 10 % 10) << 8 | UInt32(value % 10) << 16
    }
    lastDigits = Self.table(17) { count in
      SixteenBytes(first: ~0 << UInt64(8 * min(16 - count, 8)), last: ~0 << UInt64(8 * max(8 - count, 0)))
    }
    let count = Self.largestExponent - Self.smallestExponent + 1
    let fives = (0..<count).map { Self.powerOfFive($0 + Self.smallestExponent) }
    significands = Self.table(count) { fives[$0].significand }
    exponents = Self.table(count) { fives[$0].exponent }
  }

  private static func table<Element>(_ count: Int, _ element: (Int) -> Element) -> UnsafePointer<Element> {
    let pointer = UnsafeMutablePointer<Element>.allocate(capacity: count)
    for index in 0..<count { (pointer + index).initialize(to: element(index)) }
    return UnsafePointer(pointer)
  }

  /// 5^q = significand · 2^exponent with 2^127 ≤ significand < 2^128, rounded down for q < 0, else exact.
  private static func powerOfFive(_ q: Int) -> (significand: UInt128, exponent: Int) {
    let power = (0..<abs(q)).reduce(UInt128(1)) { power, _ in power * 5 }
    guard q < 0 else {
      let shift = power.leadingZeroBitCount
      return (power << UInt128(shift), -shift)
    }
    // Long division of 2^k by 5^n, bit by bit: the remainder stays below 5^54 < 2^126.
    var (quotient, remainder, exponent) = (UInt128(0), UInt128(1), 0)
    while quotient.leadingZeroBitCount > 0 {
      remainder *= 2
      quotient *= 2
      exponent -= 1
      if remainder >= power {
        remainder -= power
        quotient += 1
      }
    }
    return (quotient, exponent)
  }
}
