import Rotations

/// Fields of a payload, which are little-endian and not aligned.
struct PayloadReader {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A whole number at a place.
  func value<Number: FixedWidthInteger>(at offset: Int) -> Number {
    bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
  }

  /// Three floating-point numbers of 32 bits.
  func floats(at offset: Int) -> Vector3<Double> {
    func number(_ index: Int) -> Double { Double(Float(bitPattern: value(at: offset + 4 * index))) }
    return Vector3(x: number(0), y: number(1), z: number(2))
  }

  /// Three whole numbers of 16 bits.
  func wholes(at offset: Int) -> Vector3<Double> {
    func number(_ index: Int) -> Double { Double(value(at: offset + 2 * index) as Int16) }
    return Vector3(x: number(0), y: number(1), z: number(2))
  }
}
