import FileAccess
import LogTables
import Rotations

/// Writes the fields of one row into reserved memory.
struct RowWriter {
  /// The address of the next byte.
  private(set) var end: UnsafeMutablePointer<UInt8>
  private let numbers: DecimalWriter
  private let separator: UInt8
  private var isFirst = true

  /// A row at `start`.
  @inline(__always)
  init(at start: UnsafeMutablePointer<UInt8>, numbers: DecimalWriter, separator: UInt8 = UInt8(ascii: ",")) {
    end = start
    self.numbers = numbers
    self.separator = separator
  }

  /// Appends a number with fixed decimals.
  @inline(__always)
  mutating func fixed(_ value: Double, decimals: Int) {
    separate()
    end = numbers.write(value, decimals: decimals, to: end)
  }

  /// Appends x, y, z with fixed decimals.
  @inline(__always)
  mutating func fixed(_ vector: Vector3<Double>, decimals: Int) {
    fixed(vector.x, decimals: decimals)
    fixed(vector.y, decimals: decimals)
    fixed(vector.z, decimals: decimals)
  }

  /// Appends a number in its shortest exact form; an empty field for NaN.
  mutating func exact(_ value: Double) {
    separate()
    if !value.isNaN { end = numbers.writeShortest(value, to: end) }
  }

  /// Appends x, y, z in their shortest exact forms.
  mutating func exact(_ vector: Vector3<Double>) {
    exact(vector.x)
    exact(vector.y)
    exact(vector.z)
  }

  /// Appends nanoseconds as seconds with nine decimals.
  @inline(__always)
  mutating func seconds(nanoseconds: Int64) {
    separate()
    end = numbers.writeSeconds(nanoseconds: nanoseconds, to: end)
  }

  /// Appends an integer.
  @inline(__always)
  mutating func whole(_ value: Int64) {
    separate()
    end = numbers.write(value, to: end)
  }

  /// Appends an empty field.
  @inline(__always)
  mutating func nothing() { separate() }

  /// Appends words separated by `|`.
  mutating func words(_ words: some Sequence<StaticString>) {
    separate()
    let start = end
    for word in words {
      if end > start { put(UInt8(ascii: "|")) }
      end.update(from: word.utf8Start, count: word.utf8CodeUnitCount)
      end += word.utf8CodeUnitCount
    }
  }

  /// Ends the row.
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
