import FileAccess
import LogTables

/// The numeric matrices in a MATLAB file of level 5 or of version 7.3, by name; those of structs are `imu.gyr`.
///
/// Version 7.3 is HDF5, see `HDF5File.matrices`. Cells, texts, sparse and complex matrices and objects, such as tables, are skipped and named. The matrices are in memory.
/// Source: MathWorks, "MAT-File Format", chapter 1.
struct MATFile {
  /// A matrix, column by column.
  struct Matrix {
    var name: String
    var rows: Int
    var columns: Int
    var element: NumPyElement.Layout
    /// Its numbers, and the memory that has them.
    var bytes: UnsafeRawBufferPointer
    var memory: Memory
  }

  /// The bytes of an element of the file.
  final class Memory {
    let bytes: UnsafeMutableRawBufferPointer

    /// Room for bytes, which count as memory of the log.
    init(_ count: Int, _ work: WorkBudget) throws(LogError) {
      try work.hold(count)
      bytes = .allocate(byteCount: count, alignment: 16)
    }

    deinit { bytes.deallocate() }
  }

  private typealias Bytes = Slice<UnsafeRawBufferPointer>

  /// The first bytes of a file.
  private static let signature = Array("MATLAB 5.0 MAT-file".utf8)
  /// The first bytes of a file of version 7.3.
  private static let signatureOfHDF5 = Array("MATLAB 7.3 MAT-file".utf8)

  /// Whether a file is one.
  static func matches(_ file: LogFile) throws(LogError) -> Bool {
    if try file.begins(with: signature) { return true }
    return try file.begins(with: signatureOfHDF5)
  }

  private(set) var matrices: [Matrix] = []
  /// The variables that are not numeric matrices, by name.
  private(set) var others: [String] = []
  private let path: String

  private static let headerSize = 128
  private static let deepestNesting = 8
  /// The longest name in bytes; MATLAB's own end at 63 letters.
  private static let longestName = 256

  /// The types of elements.
  private enum Kind {
    static let matrix: UInt32 = 14
    static let compressed: UInt32 = 15
    /// Type of the numbers, by its code.
    static let numbers: [UInt32: String] = [
      1: "|i1", 2: "|u1", 3: "<i2", 4: "<u2", 5: "<i4", 6: "<u4", 7: "<f4", 9: "<f8", 12: "<i8", 13: "<u8",
    ]
  }

  /// Reads a file. Throws if it is damaged, of another byte order, or larger than memory should be.
  init(_ file: LogFile, options: LogOptions) throws(LogError) {
    if try file.begins(with: Self.signatureOfHDF5) {
      try self.init(hdf5: file, options: options)
    } else {
      try self.init(try file.blocks())
    }
  }

  /// Reads a file of version 7.3.
  private init(hdf5 file: LogFile, options: LogOptions) throws(LogError) {
    path = file.path
    guard file.file != "-", !file.reader.isCompressed else { throw LogError(path: file.path, .compressed) }
    guard HDF5Isolation.isIsolated else {
      var (found, names) = ([Matrix](), [String]())
      try HDF5File(path: file.file).matrices(others: &names) { name, rows, columns, values throws(LogError) in
        let memory = try Memory(8 * values.count, file.work)
        values.withUnsafeBytes { memory.bytes.copyMemory(from: $0) }
        found.append(try matrix(name, rows, columns, memory))
        return true
      }
      (matrices, others) = (found, names)
      return
    }
    let child = try HDF5Child(path: file.file, use: HDF5Isolation.matrices, options: options)
    while true {
      let received = try child.receive(path) { (frame: inout BROADFrames.Input) throws(LogError) in
        try frame.matrices { count throws(LogError) in try Memory(count, file.work) }
      }
      guard case .matrix(let name, let rows, let columns, let content) = received else {
        if case .others(let names) = received { others = names }
        return
      }
      matrices.append(try matrix(name, rows, columns, content))
    }
  }

  private func matrix(_ name: String, _ rows: Int, _ columns: Int, _ memory: Memory) throws(LogError) -> Matrix {
    guard let element = NumPyElement("<f8") else { throw damage(0) }
    let bytes = UnsafeRawBufferPointer(rebasing: memory.bytes[..<(8 * rows * columns)])
    return Matrix(name: name, rows: rows, columns: columns, element: element.layout, bytes: bytes, memory: memory)
  }

  private init(_ file: BlockFile) throws(LogError) {
    path = file.path
    let head = Array(try file.bytes(at: 0, count: Self.headerSize))
    guard head.count == Self.headerSize else { throw damage(0) }
    guard head[126] == UInt8(ascii: "I"), head[127] == UInt8(ascii: "M") else {
      throw LogError(path: path, message: "a MATLAB file with big-endian numbers; save it on another computer")
    }
    var offset = Self.headerSize
    while offset + 8 <= file.size {
      let tag = Array(try file.bytes(at: offset, count: 8))
      let (kind, size) = (Self.word(tag, 0), Int(Self.word(tag, 4)))
      guard size <= file.size - offset - 8 else { throw damage(offset) }
      let content = (offset + 8)..<(offset + 8 + size)
      switch kind {
      case Kind.matrix:
        let memory = try Memory(size, file.work)
        guard try file.read(at: content.lowerBound, into: memory.bytes) >= size else { throw damage(offset) }
        try take(UnsafeRawBufferPointer(memory.bytes)[..<size], memory, below: "", depth: 0, at: offset)
      case Kind.compressed:
        if let memory = try inflated(content, of: file, at: offset) {
          try take(UnsafeRawBufferPointer(memory.bytes)[...], memory, below: "", depth: 0, at: offset)
        }
      default: break
      }
      offset += 8 + (kind == Kind.compressed ? size : (size + 7) & ~7)
    }
    if offset < file.size { throw damage(offset) }
  }

  private func damage(_ offset: Int) -> LogError {
    LogError(path: path, offset: offset, message: "damaged or truncated MATLAB file")
  }

  private static func word(_ bytes: some RandomAccessCollection<UInt8>, _ place: Int) -> UInt32 {
    bytes.dropFirst(place).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The content of the matrix in a compressed element, nil for an empty one: two bytes of zlib's header, deflate, a checksum.
  private func inflated(_ range: Range<Int>, of file: BlockFile, at offset: Int) throws(LogError) -> Memory? {
    let decompressor = try Decompressor(.deflate, path: path)
    var next = range.lowerBound + 2
    /// Fills all of `output`.
    func fill(_ output: UnsafeMutableRawBufferPointer) throws(LogError) {
      var filled = 0
      while filled < output.count {
        guard next < range.upperBound else { throw damage(offset) }
        var input = try file.bytes(at: next, count: min(1 << 18, range.upperBound - next))
        let available = input.count
        let (count, state) = decompressor.decompress(
          &input, into: UnsafeMutableRawBufferPointer(rebasing: output[filled...]))
        try file.work.expand(count)
        next += available - input.count
        filled += count
        if filled < output.count, state != .more || (count == 0 && available == input.count) { throw damage(offset) }
      }
    }
    let tag = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 8)
    defer { tag.deallocate() }
    try fill(tag)
    guard Self.word(tag, 0) == Kind.matrix else { throw damage(offset) }
    let size = Int(Self.word(tag, 4))
    guard size > 0 else { return nil }
    let memory = try Memory(size, file.work)
    try fill(memory.bytes)
    return memory
  }

  /// An element: its type, its content, and what follows it.
  private struct Element {
    var kind: UInt32
    var content: Bytes
  }

  /// Takes the next element of `rest`; nil at its end.
  private static func next(_ rest: inout Bytes) -> Element? {
    guard rest.count >= 8 else { return nil }
    let first = word(rest, 0)
    // Short elements have their size beside their type.
    if first >> 16 != 0 {
      let size = Int(first >> 16)
      guard size <= 4 else { return nil }
      defer { rest = rest.dropFirst(8) }
      return Element(kind: first & 0xffff, content: rest.dropFirst(4).prefix(size))
    }
    let size = Int(word(rest, 4))
    guard size <= rest.count - 8 else { return nil }
    defer { rest = rest.dropFirst(8 + (size + 7) & ~7) }
    return Element(kind: first, content: rest.dropFirst(8).prefix(size))
  }

  /// Takes a matrix, or those of a struct, from its subelements.
  private mutating func take(
    _ bytes: Bytes, _ memory: Memory, below prefix: String, field: String? = nil, depth: Int, at offset: Int
  ) throws(LogError) {
    var rest = bytes
    // An empty matrix has no content.
    guard !rest.isEmpty else { return }
    guard let flags = Self.next(&rest), flags.content.count == 8, let size = Self.next(&rest),
      size.content.count % 4 == 0, let text = Self.next(&rest)
    else { throw damage(offset) }
    let (flagWord, dimensions) = (
      Self.word(flags.content, 0), (0..<size.content.count / 4).map { Int(Self.word(size.content, 4 * $0)) }
    )
    guard text.content.count <= Self.longestName, field?.utf8.count ?? 0 <= Self.longestName else {
      throw damage(offset)
    }
    let own = field ?? String(decoding: text.content, as: UTF8.self)
    let name = prefix.isEmpty ? own : "\(prefix).\(own)"
    switch flagWord & 0xff {
    case 2 where dimensions.allSatisfy({ $0 == 1 }) && depth < Self.deepestNesting:
      guard let length = Self.next(&rest), case let width = Int(Self.word(length.content, 0)), width > 0,
        let names = Self.next(&rest)
      else { throw damage(offset) }
      for start in stride(from: 0, to: names.content.count, by: width) {
        guard let member = Self.next(&rest), member.kind == Kind.matrix else { throw damage(offset) }
        let letters = names.content.dropFirst(start).prefix(width).prefix { $0 != 0 }
        try take(
          member.content, memory, below: name, field: String(decoding: letters, as: UTF8.self), depth: depth + 1,
          at: offset)
      }
    case 6...15 where dimensions.count == 2 && flagWord & 0x800 == 0:
      guard let data = Self.next(&rest), let element = Kind.numbers[data.kind].flatMap(NumPyElement.init),
        case let (count, overflows) = dimensions[0].multipliedReportingOverflow(by: dimensions[1]), !overflows,
        data.content.count / element.size == count
      else { throw damage(offset) }
      matrices.append(
        Matrix(
          name: name, rows: dimensions[0], columns: dimensions[1], element: element.layout,
          bytes: UnsafeRawBufferPointer(rebasing: data.content), memory: memory))
    default: others.append(name)
    }
  }
}
