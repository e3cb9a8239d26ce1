/// What is wrong with a calibration file, with the place where it is.
public struct CalibrationFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file as it was named.
  public var path: String
  /// The keys that lead to the place, with points between them; empty for the file as a whole.
  public var keyPath: String
  /// What is wrong.
  public var message: String

  /// An error from its parts.
  public init(path: String, keyPath: String, message: String) {
    self.path = path
    self.keyPath = keyPath
    self.message = message
  }

  /// `file: key.path: message`.
  public var description: String { keyPath.isEmpty ? "\(path): \(message)" : "\(path): \(keyPath): \(message)" }

  /// An error of the decoder in the words of this format.
  init(_ error: DecodingError, path: String) {
    func place(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
      (context.codingPath + (key.map { [$0] } ?? [])).map { $0.intValue.map(String.init) ?? $0.stringValue }
        .joined(separator: ".")
    }
    switch error {
    case .keyNotFound(let key, let context):
      self.init(path: path, keyPath: place(context, key), message: "is missing")
    case .typeMismatch(let type, let context):
      self.init(path: path, keyPath: place(context), message: "is no \(Self.name(of: type))")
    case .valueNotFound(let type, let context):
      self.init(path: path, keyPath: place(context), message: "is null, and should be a \(Self.name(of: type))")
    case .dataCorrupted(let context):
      let isWhole = context.codingPath.isEmpty
      self.init(
        path: path, keyPath: place(context), message: isWhole ? "is no JSON" : context.debugDescription)
    @unknown default:
      self.init(path: path, keyPath: "", message: "cannot be read")
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is Double.Type: "number"
    case is Int.Type: "whole number"
    case is String.Type: "text"
    case is [Double].Type, is [[Double]].Type: "list"
    default: "object"
    }
  }
}
