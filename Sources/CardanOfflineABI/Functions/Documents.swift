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
