import MotionSamples

/// A column of numbers in little room, packed as they come. `packed.js` reads it.
///
/// Numbers are integers times a quantum, in blocks. The quantum of a block is a power of two between an eighth and a quarter of its
/// median second difference, which is its noise or, where it is smooth, its curvature: less than a picture shows, however large it is
/// drawn. It is at least that of the column, and equal to it where seven of eight differences are zero. What is written is the difference
/// from the number before, or from the line through the two before, in the code of Rice.
///
/// A block begins with two bits:
///
/// | bits | block |
/// |---|---|
/// | 0 | no number at all |
/// | 1 | one number throughout: exponent of the quantum (8 bits, from -128), integer (long) |
/// | 2 | exponent, order of the difference less one (1 bit), k (5 bits), first integer (long), others (Rice) |
/// | 3 | the same, with a bit before each of the places that says whether it has a number |
///
/// Integers are folded: 0, -1, 1, -2 ... are 0, 1, 2, 3.
struct PackedColumn {
  /// The numbers of a full block.
  static let blockSize = 256
  /// The fewest second differences that measure the noise of a block.
  static let fewestDifferences = 16

  /// How many of the units that are written make one of those of a reader: 1, or 1000000 for times in microseconds.
  let divisor: Int
  /// The exponent of the smallest quantum; nil for integers, which are exact.
  private let finestExponent: Int?
  /// The numbers, with those that are absent.
  private(set) var count = 0
  /// Whether there is a number.
  private(set) var hasNumbers = false
  /// The largest magnitude.
  private(set) var largest = 0.0

  private var bits = BitWriter()
  /// The numbers of the block that is not full, NaN where absent.
  private var pending: [Double] = []

  /// A column of numbers of single precision without any. The quantum is at least 2^`finestExponent`.
  init(finestExponent: Int) {
    self.finestExponent = finestExponent
    divisor = 1
    pending.reserveCapacity(Self.blockSize)
  }

  /// A column of integers without any.
  init(integersPer divisor: Int) {
    finestExponent = nil
    self.divisor = divisor
    pending.reserveCapacity(Self.blockSize)
  }

  /// Appends a number; one that is not finite is absent.
  @inline(__always)
  mutating func append(_ number: Double) {
    pending.append(number)
    count += 1
    if pending.count == Self.blockSize { pack() }
  }

  /// The column with its last block packed, which may have fewer numbers; nothing can be appended.
  var finished: Self {
    var column = self
    if !pending.isEmpty { column.pack() }
    return column
  }

  /// The bytes of a finished column.
  var bytes: [UInt8] { bits.finished }

  /// The numbers as a reader gets them, NaN where absent, in the units that are written.
  var numbers: [Double] {
    var (reader, numbers) = (BitReader(finished.bytes), [Double]())
    numbers.reserveCapacity(count)
    while numbers.count < count {
      Self.unpack(min(Self.blockSize, count - numbers.count), from: &reader, into: &numbers)
    }
    return numbers
  }

  /// Writes the numbers that wait as a block.
  private mutating func pack() {
    defer { pending.removeAll(keepingCapacity: true) }
    let hasAll = pending.allSatisfy(\.isFinite)
    let present = hasAll ? pending : pending.filter(\.isFinite)
    guard let first = present.first else { return bits.append(0, count: 2) }
    hasNumbers = true
    let isConstant = hasAll && present.allSatisfy { $0 == first }
    let largest = present.reduce(0) { max($0, abs($1)) }
    self.largest = max(self.largest, largest)
    let exponent = exponent(of: present, largest: largest, isConstant: isConstant)
    let scale = Double(sign: .plus, exponent: -exponent, significand: 1)
    let integers = present.map { Int64(saturating: ($0 * scale).rounded()) }
    bits.append(isConstant ? 1 : hasAll ? 2 : 3, count: 2)
    bits.append(UInt64(exponent + 128), count: 8)
    guard !isConstant else { return bits.appendLong(Self.folded(integers[0])) }
    Self.pack(integers, at: hasAll ? [] : pending, into: &bits)
  }

  /// Writes the integers of a block after its exponent. `places` are its numbers, if some are absent.
  private static func pack(_ integers: [Int64], at places: [Double], into bits: inout BitWriter) {
    var (differences, lines) = (LengthCounts(), LengthCounts())
    forEachDifference(of: integers, isLine: false) { differences.add($0) }
    forEachDifference(of: integers, isLine: true) { lines.add($0) }
    let isLine = lines.total < differences.total
    let k = isLine ? lines.parameter : differences.parameter
    bits.append(isLine ? 1 : 0, count: 1)
    bits.append(UInt64(k), count: 5)
    bits.appendLong(folded(integers[0]))
    if places.isEmpty { return forEachDifference(of: integers, isLine: isLine) { bits.appendRice($0, k: k) } }
    // The bits of the absent places before each number and after the last.
    var place = 0
    func appendPlaces(_ bits: inout BitWriter) {
      while place < places.count {
        let isPresent = places[place].isFinite
        bits.append(isPresent ? 1 : 0, count: 1)
        place += 1
        if isPresent { return }
      }
    }
    appendPlaces(&bits)
    forEachDifference(of: integers, isLine: isLine) { difference in
      appendPlaces(&bits)
      bits.appendRice(difference, k: k)
    }
    appendPlaces(&bits)
  }

  /// The differences of integers, folded, from the one before or from the line through the two before.
  @inline(__always)
  private static func forEachDifference(of integers: [Int64], isLine: Bool, _ use: (UInt64) -> Void) {
    var (last, step) = (integers[0], Int64(0))
    for integer in integers.dropFirst() {
      use(folded(integer - last - step))
      if isLine { step = integer - last }
      last = integer
    }
  }

  /// How many numbers have each length in bits.
  private struct LengthCounts {
    private var counts = InlineArray<65, Int>(repeating: 0)
    private var count = 0
    /// The bits of all numbers together.
    private(set) var total = 0

    mutating func add(_ number: UInt64) {
      let length = UInt64.bitWidth - number.leadingZeroBitCount
      counts[length] += 1
      count += 1
      total += length
    }

    /// The parameter of Rice's code: the length of the median less one.
    var parameter: Int {
      var (below, median) = (0, 0)
      while 2 * (below + counts[median]) < count {
        below += counts[median]
        median += 1
      }
      return min(max(median - 1, 0), 24)
    }
  }

  /// The exponent of the quantum for the numbers of a block.
  private func exponent(of numbers: [Double], largest: Double, isConstant: Bool) -> Int {
    guard let finestExponent, largest > 0 else { return 0 }
    // Numbers are of single precision, with 24 bits. What needs no room is exact.
    if isConstant { return min(127, max(-128, Int(largest.exponent) - 23)) }
    let least = max(finestExponent, Int(largest.exponent) - 22)
    // How many second differences have each exponent. Those of readings that are held do not count.
    var counts = InlineArray<64, Int>(repeating: 0)
    var total = 0
    for place in numbers.indices.dropFirst(2) {
      let difference = abs(numbers[place] - 2 * numbers[place - 1] + numbers[place - 2])
      guard difference > 0 else { continue }
      counts[min(63, max(0, Int(difference.exponent) - finestExponent))] += 1
      total += 1
    }
    // A few, or those of a constant with steps or of a line over the edge of an angle, say nothing of the rest.
    guard total >= Self.fewestDifferences, 8 * total >= numbers.count else { return least }
    var (below, median) = (0, 0)
    while 2 * (below + counts[median]) < total {
      below += counts[median]
      median += 1
    }
    return min(127, max(least, median + finestExponent - 2))
  }

  private static func folded(_ integer: Int64) -> UInt64 { UInt64(bitPattern: integer << 1 ^ integer >> 63) }
  private static func unfolded(_ number: UInt64) -> Int64 { Int64(number >> 1) ^ -Int64(number & 1) }

  /// Reads a block of `size` places.
  private static func unpack(_ size: Int, from reader: inout BitReader, into numbers: inout [Double]) {
    let kind = reader.next(2)
    guard kind > 0 else { return numbers += [Double](repeating: .nan, count: size) }
    let quantum = Double(sign: .plus, exponent: Int(reader.next(8)) - 128, significand: 1)
    guard kind > 1 else {
      return numbers += [Double](repeating: Double(unfolded(reader.nextLong())) * quantum, count: size)
    }
    let (order, k) = (reader.next(1), Int(reader.next(5)))
    var (last, step, isFirst) = (unfolded(reader.nextLong()), Int64(0), true)
    for _ in 0..<size {
      guard kind == 2 || reader.next(1) == 1 else {
        numbers.append(.nan)
        continue
      }
      if !isFirst {
        let next = last + step + unfolded(reader.nextRice(k: k))
        step = order == 0 ? 0 : next - last
        last = next
      }
      isFirst = false
      numbers.append(Double(last) * quantum)
    }
  }
}
