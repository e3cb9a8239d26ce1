import CSystemBus

/// A value on the bus.
enum SystemBusValue: Equatable, Sendable {
  case boolean(Bool)
  case double(Double)
  case string(String)

  /// Its type in signatures.
  var type: Character {
    switch self {
    case .boolean: "b"
    case .double: "d"
    case .string: "s"
    }
  }
}

/// A message that is being written. After an error the following calls do nothing, and it is not sent.
struct SystemBusMessage: ~Copyable {
  private let message: OpaquePointer?
  private var status: Int32

  /// A reply to a call.
  init(replyTo call: OpaquePointer) {
    var message: OpaquePointer?
    status = sd_bus_message_new_method_return(call, &message)
    self.message = message
  }

  /// A signal to one receiver.
  init(bus: OpaquePointer, path: String, interface: String, signal: String, to receiver: String) {
    var message: OpaquePointer?
    status = sd_bus_message_new_signal(bus, &message, path, interface, signal)
    self.message = message
    append { sd_bus_message_set_destination($0, receiver) }
  }

  deinit { _ = sd_bus_message_unref(message) }

  private mutating func append(_ call: (OpaquePointer) -> Int32) {
    guard status >= 0, let message else { return }
    status = call(message)
  }

  /// Appends a string.
  mutating func append(_ text: String) {
    append { message in text.withCString { sd_bus_message_append_basic(message, code("s"), $0) } }
  }

  /// Appends a value as a variant.
  mutating func append(variant value: SystemBusValue) {
    container("v", String(value.type)) { message in
      switch value {
      case .boolean(let truth):
        var number: Int32 = truth ? 1 : 0
        message.append { sd_bus_message_append_basic($0, code("b"), &number) }
      case .double(var number): message.append { sd_bus_message_append_basic($0, code("d"), &number) }
      case .string(let text): message.append(text)
      }
    }
  }

  /// Appends properties as a dictionary of variants.
  mutating func append(_ properties: [(name: String, value: SystemBusValue)]) {
    container("a", "{sv}") { message in
      for (name, value) in properties {
        message.container("e", "sv") { entry in
          entry.append(name)
          entry.append(variant: value)
        }
      }
    }
  }

  /// Appends an empty list of strings.
  mutating func appendNoStrings() { container("a", "s") { _ in } }

  private mutating func container(_ kind: Character, _ contents: String, _ body: (inout SystemBusMessage) -> Void) {
    append { sd_bus_message_open_container($0, code(kind), contents) }
    body(&self)
    append { sd_bus_message_close_container($0) }
  }

  /// Sends it. Returns 1, or a negative errno.
  consuming func send() -> Int32 {
    append { sd_bus_send(nil, $0, nil) }
    return status < 0 ? status : 1
  }
}

private func code(_ character: Character) -> CChar { CChar(character.asciiValue ?? 0) }
