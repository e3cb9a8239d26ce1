import Rotations

/// Fields of one row, written one after the other into room that was reserved for them.
struct RowWriter {
  /// Where the next byte goes.
  private(set) var end: UnsafeMutablePointer<UInt8>
  private let numbers: DecimalWriter
  private let separator: UInt8
  private var isFirst = true

  /// A row that begins at `start`, with `separator` between the fields.
  @inline(__always)
  init(at start: UnsafeMutablePointer<UInt8>, numbers: DecimalWriter, separator: UInt8 = UInt8(ascii: ",")) {
    end = start
    self.numbers = numbers
    self.separator = separator
  }

  /// A number with fixed decimals.
  @inline(__always)
  mutating func fixed(_ value: Double, decimals: Int) {
    separate()
    end = numbers.write(value, decimals: decimals, to: end)
  }

  /// Three numbers with fixed decimals.
  @inline(__always)
  mutating func fixed(_ vector: Vector3<Double>, decimals: Int) {
    fixed(vector.x, decimals: decimals)
    fixed(vector.y, decimals: decimals)
    fixed(vector.z, decimals: decimals)
  }

  /// A number so that it reads back to the same; an empty field where it is not a number.
  mutating func exact(_ value: Double) {
    separate()
    if !value.isNaN { end = numbers.writeShortest(value, to: end) }
  }

  /// Three numbers so that they read back to the same.
  mutating func exact(_ vector: Vector3<Double>) {
    exact(vector.x)
    exact(vector.y)
    exact(vector.z)
  }

  /// Nanoseconds as seconds with nine decimals.
  @inline(__always)
  mutating func seconds(nanoseconds: Int64) {
    separate()
    end = numbers.writeSeconds(nanoseconds: nanoseconds, to: end)
  }

  /// A whole number.
  @inline(__always)
  mutating func whole(_ value: Int64) {
    separate()
    end = numbers.write(value, to: end)
  }

  /// An empty field.
  @inline(__always)
  mutating func nothing() { separate() }

  /// Words with `|` between them.
  mutating func words(_ words: some Sequence<StaticString>) {
    separate()
    let start = end
    for word in words {
      if end > start { put(UInt8(ascii: "|")) }
      end.update(from: word.utf8Start, count: word.utf8CodeUnitCount)
      end += word.utf8CodeUnitCount
    }
  }

  /// The end of the row.
  @inline(__always)
  mutating func newline() { put(UInt8(ascii: "\n")) }

  @inline(__always)
  private mutating func separate() {
    if !isFirst { put(separator) }
    isFirst = false
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    end.pointee = byte
    end += 1
  }
}
