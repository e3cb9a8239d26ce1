import FileAccess
import LogTables

/// The numbers of one field of an Arrow table for a block of rows, in memory at a fixed place.
final class ArrowField {
  /// The most rows in a block, a multiple of 8.
  static let blockSize = 4096

  /// The columns of numbers: one, or those of a vector.
  let columns: [ColumnRows.Column]

  /// Bytes of a row.
  var rowSize: Int { width * elementSize }

  private let isBits: Bool
  private let width: Int
  private let elementSize: Int
  private let values: UnsafeMutableRawBufferPointer
  /// For each column a byte per row, zero if it is absent.
  private let presence: UnsafeMutableBufferPointer<UInt8>
  private let bits: UnsafeMutableRawBufferPointer
  private var (valueBytes, validity, childValidity): (ArrowBuffer?, ArrowBuffer?, ArrowBuffer?)

  /// Room for a field of numbers; nil for others.
  init?(_ field: ArrowSchema.Field) {
    guard let width = field.width, width > 0 else { return nil }
    let element: NumPyElement.Layout
    switch (field.content, field.children.first?.content) {
    case (.numbers(let kind, let size, _), _), (.vector, .numbers(let kind, let size, _)):
      element = NumPyElement.Layout(kind: kind, size: size)
      isBits = false
    default:
      element = NumPyElement.Layout(kind: .unsigned, size: 1)
      isBits = true
    }
    (self.width, elementSize) = (width, element.size)
    let values = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.blockSize * width * element.size, alignment: 64)
    let presence = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.blockSize * width)
    presence.initialize(repeating: 1)
    bits = .allocate(byteCount: Self.blockSize * width / 8, alignment: 8)
    columns = (0..<width).map { component in
      ColumnRows.Column(
        numbers: NumPyArray.Column(
          first: UnsafeRawPointer(values.baseAddress! + component * element.size), stride: width * element.size,
          element: element),
        presence: UnsafePointer(presence.baseAddress! + component * Self.blockSize))
    }
    (self.values, self.presence) = (values, presence)
  }

  deinit {
    values.deallocate()
    presence.deallocate()
    bits.deallocate()
  }

  /// Begins the rows of a batch; false if a buffer is too short.
  func begin(_ buffers: ArrowBatch.Buffers, of batch: ArrowBatch, in file: BlockFile) throws(LogError) -> Bool {
    func open(_ range: Range<Int>, size: Int) throws(LogError) -> ArrowBuffer? {
      try ArrowBuffer(file, range, batch.compression, size: size)
    }
    let count = batch.rowCount
    (validity, childValidity) = (nil, nil)
    if !buffers.validity.isEmpty {
      validity = try open(buffers.validity, size: (count + 7) / 8)
      if validity == nil { return false }
    }
    if !buffers.childValidity.isEmpty {
      childValidity = try open(buffers.childValidity, size: (count * width + 7) / 8)
      if childValidity == nil { return false }
    }
    valueBytes = try open(buffers.values, size: isBits ? (count + 7) / 8 : count * width * elementSize)
    return valueBytes != nil
  }

  /// Loads the next rows of the batch; false if a buffer is damaged.
  func load(_ rowCount: Int) throws(LogError) -> Bool {
    guard let valueBytes else { return false }
    let numbers = values.bindMemory(to: UInt8.self)
    if isBits {
      guard try loadBits(valueBytes, rowCount, { numbers[$0] = $1 }) else { return false }
    } else {
      let size = rowCount * width * elementSize
      guard try valueBytes.read(into: UnsafeMutableRawBufferPointer(rebasing: values[..<size])) else { return false }
    }
    presence.update(repeating: 1)
    if let validity {
      let isWhole = try loadBits(validity, rowCount) { row, bit in
        for component in 0..<width { presence[component * Self.blockSize + row] = bit }
      }
      if !isWhole { return false }
    }
    if let childValidity {
      return try loadBits(childValidity, rowCount * width) { index, bit in
        presence[index % width * Self.blockSize + index / width] &= bit
      }
    }
    return true
  }

  /// Reads bits, the lowest of a byte first, and gives each with its index; false if the buffer is damaged.
  private func loadBits(
    _ buffer: ArrowBuffer, _ count: Int, _ take: (_ index: Int, _ bit: UInt8) -> Void
  ) throws(LogError) -> Bool {
    let bytes = UnsafeMutableRawBufferPointer(rebasing: bits[..<((count + 7) / 8)])
    guard try buffer.read(into: bytes) else { return false }
    for index in 0..<count { take(index, bytes[index / 8] >> UInt8(index % 8) & 1) }
    return true
  }
}
