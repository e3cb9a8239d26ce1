import Board

/// A line of text that is built and written without the heap.
struct Line {
  private var bytes = InlineArray<96, UInt8>(repeating: 0)
  private var count = 0

  mutating func append(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { append(byte: text.utf8Start[index]) }
  }

  mutating func append(_ number: UInt32) {
    var divisor: UInt32 = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }

  /// A space and a number of -2 to 2 with sign and nine decimals, or `nan` where it is none of them.
  mutating func append(_ number: Float) {
    guard abs(number) < 2 else { return append(" nan") }
    append(number.sign == .minus ? " -" : " +")
    var rest = UInt32(abs(number) * 1e9)
    var divisor: UInt32 = 1_000_000_000
    while divisor > 0 {
      append(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
      if divisor == 1_000_000_000 { append(".") }
      rest %= divisor
      divisor /= 10
    }
  }

  /// Writes the line and its end.
  mutating func write() {
    append("\n")
    bytes.span.withUnsafeBufferPointer { board_write($0.baseAddress, UInt32(count)) }
    count = 0
  }

  private mutating func append(byte: UInt8) {
    guard count < 96 else { return }
    bytes[count] = byte
    count += 1
  }
}
