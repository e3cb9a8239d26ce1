import FileAccess
import LogTables

/// A NumPy array in a `.npy` file, structured or plain with one or two dimensions.
///
/// Numbers are little-endian: `f2`, `f4`, `f8`, `i1` to `i8`, `u1` to `u8`, `b1`, and `datetime64`. Fields of other types,
/// such as text, are skipped.
public struct NumPyArray: @unchecked Sendable {
  /// A named part of each row.
  public struct Field: Equatable, Sendable {
    /// The name; empty for a plain array.
    public let name: String
    /// The number of components: 1 for a scalar, 3 for a vector; for a plain array, its columns.
    public let count: Int

    let element: NumPyElement
    let offset: Int
    let rowStride: Int
    let stride: Int

    /// Whether its type is numeric.
    public var isNumber: Bool { element.kind != .opaque }
  }

  /// The number of rows.
  public let rowCount: Int
  /// The fields of a row, in the order of the file.
  public let fields: [Field]

  private let file: PagedFile
  private let range: Range<Int>
  /// The first row; read-only.
  private let start: UnsafeRawPointer?

  /// Opens a `.npy` file and reads all of it. Throws if it is unreadable or invalid.
  public init(path: String) throws(LogError) {
    let file = try PagedFile(path: path)
    try self.init(file, file.bytes.indices, path: path)
    try load(0..<rowCount)
  }

  /// An array within a file. Its rows must be loaded before they are read.
  init(_ file: PagedFile, _ range: Range<Int>, path: String) throws(LogError) {
    let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[range])
    try file.load(range.prefix(NumPyHeader.lengthSize))
    try file.load(range.prefix(NumPyHeader.size(bytes)))
    let header = try NumPyHeader(bytes, path: path)
    self.file = file
    self.range = (range.lowerBound + header.dataOffset)..<range.upperBound
    start = file.bytes.baseAddress.map { $0 + range.lowerBound + header.dataOffset }
    rowCount = header.rowCount
    fields = header.fields.map { field in
      Field(
        name: field.name, count: field.count, element: field.element, offset: field.offset,
        rowStride: header.isColumnMajor ? field.element.size : header.rowSize,
        stride: header.isColumnMajor ? field.element.size * header.rowCount : field.element.size)
    }
  }

  /// A component of a field at a row; NaN for a field that is not numeric.
  @inline(__always)
  public func number(_ field: Field, component: Int = 0, row: Int) -> Double {
    address(field, component, row).map(field.element.layout.number) ?? .nan
  }

  /// An integer component of a field at a row; nil for other types and from 2^63 on.
  @inline(__always)
  public func integer(_ field: Field, component: Int = 0, row: Int) -> Int64? {
    address(field, component, row).flatMap(field.element.layout.integer)
  }

  @inline(__always)
  private func address(_ field: Field, _ component: Int, _ row: Int) -> UnsafeRawPointer? {
    precondition(row >= 0 && row < rowCount && component >= 0 && component < field.count, "outside of the array")
    return start.map { $0 + field.offset + row * field.rowStride + component * field.stride }
  }

  /// The numbers of a component from row to row, without bounds checks; nil without rows. Valid as long as the array.
  func column(_ field: Field, component: Int) -> Column? {
    guard rowCount > 0, let first = address(field, component, 0) else { return nil }
    return Column(first: first, stride: field.rowStride, element: field.element.layout)
  }

  /// A column of numbers in memory.
  struct Column {
    let first: UnsafeRawPointer
    let stride: Int
    let element: NumPyElement.Layout

    /// The number at a row, which must be below `rowCount`.
    @inline(__always)
    func number(_ row: Int) -> Double { element.number(at: first + row * stride) }

    /// The integer at a row; nil for other types and from 2^63 on.
    @inline(__always)
    func integer(_ row: Int) -> Int64? { element.integer(at: first + row * stride) }
  }

  /// Bytes of a row.
  var rowSize: Int { fields.reduce(0) { $0 + $1.count * $1.element.size } }

  /// Reads rows into memory. Throws if the file has become shorter.
  func load(_ rows: Range<Int>) throws(LogError) {
    for range in ranges(of: rows) { try file.load(range) }
  }

  /// Releases the memory of rows that have been read.
  func release(_ rows: Range<Int>) {
    for range in ranges(of: rows) { file.release(range) }
  }

  /// The bytes of rows: one range, or in column order one for each column.
  private func ranges(of rows: Range<Int>) -> [Range<Int>] {
    guard let field = fields.first, !rows.isEmpty else { return [] }
    let starts = field.stride == field.element.size ? [0] : (0..<field.count).map { $0 * field.stride }
    return starts.map { start in
      let first = range.lowerBound + start
      return (first + rows.lowerBound * field.rowStride)..<(first + rows.upperBound * field.rowStride)
    }
  }
}

/// The type of a number in NumPy's array interface: `<f8`, `|u1` ...
struct NumPyElement: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case float, signed, unsigned
    /// Not numeric; skipped.
    case opaque
  }

  var kind: Kind
  /// Bytes of one number.
  var size: Int
  /// The unit of `datetime64`, which counts from 1970; nil for other types.
  var unit: String?

  /// The element of a type string; nil if the type is unknown or of variable size.
  init?(_ text: String) {
    guard let order = text.first, "<>|=".contains(order) else { return nil }
    let type = text.dropFirst()
    let parts = type.dropFirst().split(separator: "[", maxSplits: 1)
    guard let letter = type.first, let digits = parts.first, let count = Int(digits), 0...(1 << 20) ~= count else {
      return nil
    }
    size = count
    switch (letter, count) {
    case ("f", 2), ("f", 4), ("f", 8): kind = .float
    case ("i", 1), ("i", 2), ("i", 4), ("i", 8): kind = .signed
    case ("u", 1), ("u", 2), ("u", 4), ("u", 8), ("b", 1): kind = .unsigned
    case ("M", 8):
      kind = .signed
      unit = parts.count == 2 ? String(parts[1].dropLast()) : nil
    case ("U", _): (kind, size) = (.opaque, 4 * count)
    case ("S", _), ("V", _), ("f", _), ("c", _), ("m", _): kind = .opaque
    default: return nil
    }
    if order == ">" && kind != .opaque && count > 1 { return nil }
  }

  /// How to read it.
  var layout: Layout { Layout(kind: kind, size: size) }

  /// How to read the bytes of a number.
  struct Layout {
    let kind: Kind
    let size: Int

    /// The number at an address; NaN for other types.
    @inline(__always)
    func number(at address: UnsafeRawPointer) -> Double {
      if kind == .float {
        switch size {
        case 8: return address.loadUnaligned(as: Double.self)
        case 4: return Double(address.loadUnaligned(as: Float.self))
        default: return Double(Float16(bitPattern: address.loadUnaligned(as: UInt16.self)))
        }
      }
      return integer(at: address).map { Double($0) }
        ?? (kind == .unsigned && size == 8 ? Double(UInt64(bits(at: address))) : .nan)
    }

    /// The integer at an address; nil for other types and from 2^63 on.
    @inline(__always)
    func integer(at address: UnsafeRawPointer) -> Int64? {
      switch kind {
      case .signed:
        return Int64(truncatingIfNeeded: bits(at: address) &<< UInt64(64 - 8 * size)) &>> Int64(64 - 8 * size)
      case .unsigned: return Int64(exactly: bits(at: address))
      case .float, .opaque: return nil
      }
    }

    @inline(__always)
    private func bits(at address: UnsafeRawPointer) -> UInt64 {
      switch size {
      case 1: UInt64(address.load(as: UInt8.self))
      case 2: UInt64(address.loadUnaligned(as: UInt16.self))
      case 4: UInt64(address.loadUnaligned(as: UInt32.self))
      default: address.loadUnaligned(as: UInt64.self)
      }
    }
  }
}
