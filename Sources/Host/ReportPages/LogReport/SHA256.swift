import FileAccess

/// The SHA-256 digest of a stream of bytes (FIPS 180-4), for the content security policy of a page and the identity of a log.
struct SHA256 {
  private var state: [UInt32] = Self.initialState
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0

  /// The digest of bytes.
  static func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(Array(bytes))
    return hash.finish()
  }

  /// The digest of a regular file as a hexadecimal text; nil for anything else and for what is unreadable.
  static func text(ofFile path: String) -> String? {
    guard let file = RegularFile(path) else { return nil }
    var hash = SHA256()
    while true {
      guard let piece = file.read(upTo: 1 << 20) else { return nil }
      if piece.isEmpty { break }
      hash.update(piece)
    }
    return hash.finish().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  mutating func update(_ bytes: [UInt8]) {
    byteCount += UInt64(bytes.count)
    pending += bytes
    let whole = pending.count / 64 * 64
    pending.withUnsafeBufferPointer { buffer in
      for start in stride(from: 0, to: whole, by: 64) { compress(buffer, at: start) }
    }
    pending.removeFirst(whole)
  }

  mutating func finish() -> [UInt8] {
    let bitCount = byteCount * 8
    let padding = (119 - Int(byteCount % 64)) % 64 + 1
    update([0x80] + [UInt8](repeating: 0, count: padding - 1) + bytes(of: bitCount))
    return state.flatMap(bytes)
  }

  private func bytes<Number: FixedWidthInteger>(of number: Number) -> [UInt8] {
    stride(from: Number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private mutating func compress(_ block: UnsafeBufferPointer<UInt8>, at start: Int) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      for word in 0..<16 {
        let place = start + 4 * word
        schedule[word] =
          UInt32(block[place]) << 24 | UInt32(block[place + 1]) << 16 | UInt32(block[place + 2]) << 8
          | UInt32(block[place + 3])
      }
      for word in 16..<64 {
        let (early, late) = (schedule[word - 15], schedule[word - 2])
        let small = Self.turned(early, 7) ^ Self.turned(early, 18) ^ early >> 3
        let large = Self.turned(late, 17) ^ Self.turned(late, 19) ^ late >> 10
        schedule[word] = schedule[word - 16] &+ small &+ schedule[word - 7] &+ large
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      for round in 0..<64 {
        let choice = e & f ^ ~e & g
        let majority = a & b ^ a & c ^ b & c
        let first =
          h &+ (Self.turned(e, 6) ^ Self.turned(e, 11) ^ Self.turned(e, 25)) &+ choice &+ Self.constants[round]
          &+ schedule[round]
        let second = (Self.turned(a, 2) ^ Self.turned(a, 13) ^ Self.turned(a, 22)) &+ majority
        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
      }
      for (place, value) in [a, b, c, d, e, f, g, h].enumerated() { state[place] &+= value }
    }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  private static let primes: [Int] = {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < 64 {
      if !primes.contains(where: { candidate.isMultiple(of: $0) }) { primes.append(candidate) }
      candidate += 1
    }
    return primes
  }()

  /// The first 32 bits of the fraction of the root of degree 2 or 3 of a prime: the largest r with r^n ≤ p 2^(32 n).
  private static func fraction(ofRoot degree: Int, of prime: Int) -> UInt32 {
    var root: UInt64 = 0
    for bit in stride(from: 36, through: 0, by: -1) {
      let candidate = root | 1 << UInt64(bit)
      var power = Wide(candidate)
      for _ in 1..<degree { power = power.times(candidate) }
      if power <= Wide(UInt64(prime)).shifted(by: 32 * degree) { root = candidate }
    }
    return UInt32(truncatingIfNeeded: root)
  }

  private static let constants = primes.map { fraction(ofRoot: 3, of: $0) }
  private static let initialState = primes.prefix(8).map { fraction(ofRoot: 2, of: $0) }
}

/// A natural number below 2^128.
private struct Wide: Comparable {
  var high: UInt64
  var low: UInt64

  init(_ low: UInt64, high: UInt64 = 0) { (self.high, self.low) = (high, low) }

  func times(_ factor: UInt64) -> Wide {
    let product = low.multipliedFullWidth(by: factor)
    return Wide(product.low, high: product.high &+ high &* factor)
  }

  func shifted(by count: Int) -> Wide {
    count >= 64
      ? Wide(0, high: low << UInt64(count - 64)) : Wide(low << UInt64(count), high: low >> UInt64(64 - count))
  }

  static func < (left: Wide, right: Wide) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }
}
