import Rotations

/// A visitor of the state of one stream, which also has whole numbers, timestamps and absent values.
public protocol SnapshotVisitor<Scalar>: StateVisitor where Scalar: LaneElement {
  /// Visits a whole number and the range that it must lie in.
  mutating func visit(_ number: inout Int64, with other: Int64, in range: ClosedRange<Int64>)
}

extension SnapshotVisitor {
  /// Visits a count or an index.
  @export(implementation)
  public mutating func visit(_ number: inout Int, with other: Int, in range: ClosedRange<Int>) {
    var wide = Int64(number)
    visit(&wide, with: Int64(other), in: Int64(range.lowerBound)...Int64(range.upperBound))
    number = Int(truncatingIfNeeded: wide)
  }

  /// Visits a count of 32 bits.
  @export(implementation)
  public mutating func visit(_ number: inout UInt32, with other: UInt32) {
    var wide = Int64(number)
    visit(&wide, with: Int64(other), in: 0...Int64(UInt32.max))
    number = UInt32(truncatingIfNeeded: wide)
  }

  /// Visits the number of an enumeration's case.
  @export(implementation)
  public mutating func visit(_ number: inout UInt8, with other: UInt8) {
    var wide = Int64(number)
    visit(&wide, with: Int64(other), in: 0...Int64(UInt8.max))
    number = UInt8(truncatingIfNeeded: wide)
  }

  /// Visits a finite number in double precision, whatever the precision of the stream.
  @export(implementation)
  public mutating func visit(double number: inout Double, with other: Double) {
    var bits = Int64(bitPattern: number.bitPattern)
    visit(&bits, with: Int64(bitPattern: other.bitPattern), in: .min ... .max)
    let value = Double(bitPattern: UInt64(bitPattern: bits))
    check(value.isFinite)
    number = value
  }

  /// Visits a vector in double precision.
  @export(implementation)
  mutating func visit(doubles vector: inout Vector3<Double>, with other: Vector3<Double>) {
    visit(double: &vector.x, with: other.x)
    visit(double: &vector.y, with: other.y)
    visit(double: &vector.z, with: other.z)
  }

  /// Visits a timestamp.
  @export(implementation)
  public mutating func visit(_ timestamp: inout Timestamp, with other: Timestamp) {
    visit(&timestamp.nanoseconds, with: other.nanoseconds, in: .min ... .max)
  }

  /// Visits a timestamp that may be absent.
  @export(implementation)
  public mutating func visit(_ timestamp: inout Timestamp?, with other: Timestamp?) {
    visit(&timestamp, with: other, absent: Timestamp(nanoseconds: 0)) { $0.visit(&$1, with: $2) }
  }

  /// Visits a value that may be absent: whether it is present, then the value, or `absent` in its place.
  @export(implementation)
  public mutating func visit<Value>(
    _ value: inout Value?, with other: Value?, absent: Value,
    _ visitContent: (_ visitor: inout Self, _ content: inout Value, _ other: Value) -> Void
  ) {
    var isPresent = value != nil
    visit(&isPresent, with: other != nil)
    var content = value ?? absent
    visitContent(&self, &content, other ?? absent)
    value = isPresent ? content : nil
  }
}

/// Writes the fields of the other state as bytes, without padding and with the least significant byte first.
@frozen
public struct SnapshotWriter<Scalar: LaneElement>: SnapshotVisitor {
  @usableFromInline let start: UnsafeMutableRawPointer?
  /// The number of bytes so far.
  public private(set) var count = 0

  /// A writer to memory with room for the state; without memory it only counts.
  @export(implementation)
  public init(to start: UnsafeMutableRawPointer?) { self.start = start }

  @export(implementation)
  public mutating func visit(_ number: inout Scalar, with other: Scalar, _ rule: NumberRule) {
    if Scalar.isSinglePrecision {
      append(Float(other.firstLane).bitPattern)
    } else {
      append(other.firstLane.bitPattern)
    }
  }

  @export(implementation)
  public mutating func visit(_ flag: inout Bool, with other: Bool) { append(UInt8(other ? 1 : 0)) }

  @export(implementation)
  public mutating func visit(_ number: inout Int64, with other: Int64, in range: ClosedRange<Int64>) { append(other) }

  @export(implementation)
  public mutating func check(_ isPossible: @autoclosure () -> Bool) {}

  @usableFromInline
  mutating func append<Word: FixedWidthInteger & BitwiseCopyable>(_ word: Word) {
    start?.storeBytes(of: word.littleEndian, toByteOffset: count, as: Word.self)
    count += MemoryLayout<Word>.size
  }
}

/// Reads the fields of a state from the bytes of a `SnapshotWriter` and validates them.
///
/// After any invalid field, or beyond the last byte, `isValid` is false and the state must not be used.
@frozen
public struct SnapshotReader<Scalar: LaneElement>: SnapshotVisitor {
  @usableFromInline let bytes: UnsafeRawBufferPointer
  @usableFromInline var offset = 0
  /// Whether every field so far is possible.
  public private(set) var isValid = true

  /// A reader of a snapshot's bytes.
  @export(implementation)
  public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether the bytes end here.
  @export(implementation)
  public var isAtEnd: Bool { offset == bytes.count }

  @export(implementation)
  public mutating func visit(_ number: inout Scalar, with other: Scalar, _ rule: NumberRule) {
    let value =
      Scalar.isSinglePrecision
      ? Double(Float(bitPattern: next(UInt32.self))) : Double(bitPattern: next(UInt64.self))
    // Not a number fails both comparisons.
    if rule != .any { check(value.magnitude <= NumberRule.largest && (rule == .finite || value >= 0)) }
    number = Scalar(value)
  }

  @export(implementation)
  public mutating func visit(_ flag: inout Bool, with other: Bool) {
    let byte = next(UInt8.self)
    check(byte <= 1)
    flag = byte == 1
  }

  @export(implementation)
  public mutating func visit(_ number: inout Int64, with other: Int64, in range: ClosedRange<Int64>) {
    let value = next(Int64.self)
    check(range.contains(value))
    number = isValid ? value : other
  }

  @export(implementation)
  public mutating func check(_ isPossible: @autoclosure () -> Bool) { if isValid { refuse(unless: isPossible()) } }

  @usableFromInline
  mutating func refuse(unless isPossible: Bool) { isValid = isPossible }

  @usableFromInline
  mutating func next<Word: FixedWidthInteger & BitwiseCopyable>(_ type: Word.Type) -> Word {
    guard bytes.count - offset >= MemoryLayout<Word>.size else {
      isValid = false
      return 0
    }
    defer { offset += MemoryLayout<Word>.size }
    return Word(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Word.self))
  }
}
