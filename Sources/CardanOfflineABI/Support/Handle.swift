/// A value behind a handle of C.
final class Handle<Value> {
  /// The value.
  var value: Value

  private init(_ value: Value) { self.value = value }

  /// Puts a value behind a new handle.
  static func make(_ value: Value) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(Handle(value)).toOpaque())
  }

  /// What is behind a handle.
  static func of(_ handle: OpaquePointer) -> Handle<Value> {
    Unmanaged.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  /// Gives up a handle.
  static func free(_ handle: OpaquePointer?) {
    guard let handle else { return }
    Unmanaged<Handle<Value>>.fromOpaque(UnsafeRawPointer(handle)).release()
  }
}
