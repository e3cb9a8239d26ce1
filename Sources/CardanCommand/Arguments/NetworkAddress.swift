/// A port, with or without a host before it: `14550`, `192.168.1.7:14550`, `[::1]:14550`.
struct NetworkAddress: ArgumentValue {
  /// The name or address; nil where there is none.
  var host: String?
  /// The port, from 1 on.
  var port: UInt16

  init?(argument: String) {
    let colon = argument.lastIndex(of: ":")
    let digits = colon.map { argument[argument.index(after: $0)...] } ?? argument[...]
    guard let port = UInt16(digits), port > 0 else { return nil }
    self.port = port
    guard let colon else { return }
    var host = argument[..<colon]
    if host.first == "[", host.last == "]" {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.host = String(host)
  }

  static var expectation: String { "HOST:PORT, such as 127.0.0.1:14550" }
}
