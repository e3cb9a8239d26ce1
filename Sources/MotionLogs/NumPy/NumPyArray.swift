/// An array of NumPy on disk, read in place: `.npy` files, structured or plain with one or two dimensions.
///
/// Numbers are little-endian: `f4`, `f8`, `i1` to `i8`, `u1` to `u8`, `b1`, and `datetime64`. What is of another type
/// (text, for example) is passed over. The file is mapped into memory and must not be cut off while it is read.
public struct NumPyArray: @unchecked Sendable {
  /// A named part of each row.
  public struct Field: Equatable, Sendable {
    /// Its name; empty for a plain array.
    public let name: String
    /// How many numbers it has: 1 for a scalar, 3 for a vector; for a plain array, its columns.
    public let count: Int

    let element: NumPyElement
    let offset: Int
    let rowStride: Int
    let stride: Int

    /// Whether its numbers can be read.
    public var isNumber: Bool { element.kind != .opaque }
  }

  /// Rows.
  public let rowCount: Int
  /// The parts of a row, in the order of the file.
  public let fields: [Field]

  private let file: MappedFile
  private let range: Range<Int>
  /// The first row; nobody writes there.
  private let start: UnsafeRawPointer?

  /// Opens a `.npy` file. Throws where it cannot be read or is none.
  public init(path: String) throws(LogError) {
    let file = try MappedFile(path: path)
    try self.init(file, file.bytes.indices, path: path)
  }

  /// An array within a file.
  init(_ file: MappedFile, _ range: Range<Int>, path: String) throws(LogError) {
    let header = try NumPyHeader(UnsafeRawBufferPointer(rebasing: file.bytes[range]), path: path)
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

  /// The number at a row, of a field and its component; not-a-number where it is no number.
  @inline(__always)
  public func number(_ field: Field, component: Int = 0, row: Int) -> Double {
    address(field, component, row).map(field.element.layout.number) ?? .nan
  }

  /// The whole number at a row; nil where it is none, or above 2^63.
  @inline(__always)
  public func integer(_ field: Field, component: Int = 0, row: Int) -> Int64? {
    address(field, component, row).flatMap(field.element.layout.integer)
  }

  @inline(__always)
  private func address(_ field: Field, _ component: Int, _ row: Int) -> UnsafeRawPointer? {
    precondition(row >= 0 && row < rowCount && component >= 0 && component < field.count, "outside of the array")
    return start.map { $0 + field.offset + row * field.rowStride + component * field.stride }
  }

  /// The numbers of a component from row to row, without the checks: for a loop over rows that keeps the array; nil where
  /// there are no rows.
  func column(_ field: Field, component: Int) -> Column? {
    guard rowCount > 0, let first = address(field, component, 0) else { return nil }
    return Column(first: first, stride: field.rowStride, element: field.element)
  }

  /// See `column`.
  struct Column {
    let first: UnsafeRawPointer
    let stride: Int
    let element: NumPyElement.Layout

    init(first: UnsafeRawPointer, stride: Int, element: NumPyElement) {
      self.first = first
      self.stride = stride
      self.element = element.layout
    }

    /// The number of a row, which must be below the row count of the array.
    @inline(__always)
    func number(_ row: Int) -> Double { element.number(at: first + row * stride) }

    /// The whole number of a row; nil where it is none, or above 2^63.
    @inline(__always)
    func integer(_ row: Int) -> Int64? { element.integer(at: first + row * stride) }
  }

  /// Gives back the memory of rows that have been read; of an array in column order nothing, since its rows are scattered.
  func release(_ rows: Range<Int>) {
    guard let field = fields.first, field.stride == field.element.size else { return }
    file.release(
      (range.lowerBound + rows.lowerBound * field.rowStride)..<(range.lowerBound + rows.upperBound * field.rowStride))
  }
}

/// How NumPy stores one number: the type strings `<f8`, `|u1` ... of its array interface.
struct NumPyElement: Equatable, Sendable {
  /// What the bytes are.
  enum Kind: Equatable, Sendable {
    case float, signed, unsigned
    /// Something that is no number and is passed over.
    case opaque
  }

  /// What the bytes are.
  var kind: Kind
  /// How many bytes there are.
  var size: Int
  /// The unit that belongs to the type: that of `datetime64`, which counts from 1970.
  var unit: String?

  /// The element of a type string; nil where it is not known or of variable size.
  init?(_ text: String) {
    guard let order = text.first, "<>|=".contains(order) else { return nil }
    let type = text.dropFirst()
    let parts = type.dropFirst().split(separator: "[", maxSplits: 1)
    guard let letter = type.first, let digits = parts.first, let count = Int(digits), 0...(1 << 20) ~= count else {
      return nil
    }
    size = count
    switch (letter, count) {
    case ("f", 4), ("f", 8): kind = .float
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

  /// What is needed to read it.
  var layout: Layout { Layout(kind: kind, size: size) }

  /// How the bytes of a number are to be read.
  struct Layout {
    let kind: Kind
    let size: Int

    /// The number at an address; not-a-number for what is none.
    @inline(__always)
    func number(at address: UnsafeRawPointer) -> Double {
      if kind == .float {
        return size == 8
          ? address.loadUnaligned(as: Double.self) : Double(address.loadUnaligned(as: Float.self))
      }
      return integer(at: address).map { Double($0) }
        ?? (kind == .unsigned && size == 8 ? Double(UInt64(bits(at: address))) : .nan)
    }

    /// The whole number at an address; nil for other kinds and above 2^63.
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
