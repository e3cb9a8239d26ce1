// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardanOffline

@c @implementation
public func cardan_document_text(
  _ document: OpaquePointer?, _ length: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
  guard let document else { return nil }
  let content = Handle<Document>.of(document).value
  length?.pointee = content.length
  return content.text
}

@c @implementation
public func cardan_document_free(_ document: OpaquePointer?) { Handle<Document>.free(document) }

/// A text with a terminating zero.
final class Document {
  private let bytes: UnsafeMutableBufferPointer<CChar>

  init(_ text: String) {
    let source = Array(text.utf8)
    bytes = .allocate(capacity: source.count + 1)
    for (index, byte) in source.enumerated() { bytes.initializeElement(at: index, to: CChar(bitPattern: byte)) }
    bytes.initializeElement(at: source.count, to: 0)
  }

  deinit { bytes.deallocate() }

  /// The text; it lives as long as the document.
  var text: UnsafePointer<CChar>? { UnsafePointer(bytes.baseAddress) }
  /// The number of bytes without the zero.
  var length: Int { bytes.count - 1 }
}

/// A value behind a handle of C.
final class Handle<Value> {
  let value: Value

  private init(_ value: Value) { self.value = value }

  /// A new handle for a value.
  static func make(_ value: Value) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(Handle(value)).toOpaque())
  }

  /// The value behind a handle.
  static func of(_ handle: OpaquePointer) -> Handle<Value> {
    Unmanaged.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  /// Frees a handle.
  static func free(_ handle: OpaquePointer?) {
    guard let handle else { return }
    Unmanaged<Handle<Value>>.fromOpaque(UnsafeRawPointer(handle)).release()
  }
}
