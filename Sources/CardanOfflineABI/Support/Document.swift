/// A text that lives as long as its handle, with a zero behind it.
final class Document {
  private let bytes: UnsafeMutableBufferPointer<CChar>

  init(_ text: String) {
    let source = Array(text.utf8)
    bytes = .allocate(capacity: source.count + 1)
    for (index, byte) in source.enumerated() { bytes.initializeElement(at: index, to: CChar(bitPattern: byte)) }
    bytes.initializeElement(at: source.count, to: 0)
  }

  deinit { bytes.deallocate() }

  /// The text.
  var text: UnsafePointer<CChar>? { UnsafePointer(bytes.baseAddress) }
  /// How many bytes, without the zero.
  var length: Int { bytes.count - 1 }
}
