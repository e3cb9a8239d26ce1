// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardanOffline
import SensorCalibration

@c @implementation
public func cardan_document_text(
  _ document: OpaquePointer?, _ length: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
  guard let document, let content = Handle<Document>.value(of: document) else { return nil }
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

/// A value that C has a handle of.
protocol HandledValue {
  /// What the memory of such a handle begins with: letters, other ones for each type.
  static var mark: UInt64 { get }
}

extension Document: HandledValue { static var mark: UInt64 { 0x6361_7264_646f_6373 } }
extension OpenLog: HandledValue { static var mark: UInt64 { 0x6361_7264_6c6f_6773 } }
extension AllanDeviation: HandledValue { static var mark: UInt64 { 0x6361_7264_616c_6c6e } }

/// The memory behind a handle of C. A filter's begins with a mark too, so a handle of another type is refused.
struct Handle<Value: HandledValue> {
  private var mark: UInt64
  private let value: Value

  /// A new handle for a value.
  static func make(_ value: Value) -> OpaquePointer {
    let memory = UnsafeMutablePointer<Handle<Value>>.allocate(capacity: 1)
    memory.initialize(to: Handle(mark: Value.mark, value: value))
    return OpaquePointer(memory)
  }

  /// The value behind a handle; nil if the handle is of another type.
  static func value(of handle: OpaquePointer) -> Value? {
    // Of a handle of another type only the mark is read.
    UnsafeRawPointer(handle).load(as: UInt64.self) == Value.mark ? memory(of: handle).pointee.value : nil
  }

  /// Frees a handle; one of another type stays as it is.
  static func free(_ handle: OpaquePointer?) {
    guard let handle, value(of: handle) != nil else { return }
    memory(of: handle).pointee.mark = 0
    memory(of: handle).deinitialize(count: 1)
    memory(of: handle).deallocate()
  }

  private static func memory(of handle: OpaquePointer) -> UnsafeMutablePointer<Handle<Value>> {
    UnsafeMutablePointer(handle)
  }
}
