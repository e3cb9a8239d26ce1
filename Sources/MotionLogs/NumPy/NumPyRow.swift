import Rotations

/// The bytes of one row of a structured array, written one number after the other.
struct NumPyRow {
  /// Where the next byte goes.
  private(set) var end: UnsafeMutablePointer<UInt8>

  /// A row that begins at an address, which need not be aligned.
  @inline(__always)
  init(at start: UnsafeMutablePointer<UInt8>) { end = start }

  /// A whole number in as many bytes as it has.
  @inline(__always)
  mutating func put(_ value: some FixedWidthInteger & BitwiseCopyable) {
    UnsafeMutableRawPointer(end).storeBytes(of: value.littleEndian, as: type(of: value))
    end += value.bitWidth / 8
  }

  /// A number in eight bytes.
  @inline(__always)
  mutating func put(_ value: Double) { put(value.bitPattern) }

  /// Three numbers.
  @inline(__always)
  mutating func put(_ vector: Vector3<Double>) {
    put(vector.x)
    put(vector.y)
    put(vector.z)
  }

  /// Four numbers, the real part first.
  @inline(__always)
  mutating func put(_ quaternion: Quaternion<Double>) {
    put(quaternion.w)
    put(quaternion.vector)
  }
}
