import FileAccess
import LogTables

/// The numbers of a message, nested types resolved.
struct ULogLayout {
  /// The number of bytes.
  private(set) var size = 0
  /// The number of bytes without padding at the end, which messages may leave out.
  private(set) var sizeWithoutPadding = 0
  /// A number: its place and type.
  struct Number {
    var offset: Int
    var type: NumberType
  }

  /// The numbers in order.
  private(set) var numbers: [Number] = []
  /// The index of each number by its name: `q[0]`, `position.x`.
  private(set) var indices: [String: Int] = [:]

  /// A layout without numbers.
  init() {}

  /// The largest message.
  private static let mostBytes = 65_533
  /// The deepest nesting of types.
  private static let mostLevels = 8

  /// The work of a number, and of a byte of its name: both stay in memory, the name in a table.
  private static let workOfNumber = 512
  private static let workOfNameByte = 8

  /// A layout, whose work is charged; nil if a type is unknown or nested in itself, or if the message is larger than any can be.
  /// `formats` are the fields of each type: `type name;type[n] name;`. Throws if the file has no more work.
  init?(_ format: String, in formats: [String: String], work: WorkBudget) throws(LogError) {
    var steps = 0
    guard try append(format, in: formats, prefix: "", level: 0, steps: &steps, work), size > 0 else { return nil }
  }

  private mutating func append(
    _ format: String, in formats: [String: String], prefix: String, level: Int, steps: inout Int, _ work: WorkBudget
  ) throws(LogError) -> Bool {
    guard level < Self.mostLevels, let fields = formats[format] else { return false }
    try work.charge(fields.utf8.count)
    for field in fields.split(separator: ";") {
      let words = field.split(separator: " ")
      guard words.count == 2, let (type, count) = Self.array(words[0]) else { return false }
      for index in 0..<(count ?? 1) {
        steps += 1
        guard steps <= Self.mostBytes, size <= Self.mostBytes else { return false }
        let name = "\(prefix)\(words[1])" + (count == nil ? "" : "[\(index)]")
        try work.charge(Self.workOfNumber + Self.workOfNameByte * name.utf8.count)
        if let number = NumberType(rawValue: type) {
          if !words[1].hasPrefix("_padding") {
            indices[name] = numbers.count
            numbers.append(Number(offset: size, type: number))
            sizeWithoutPadding = size + number.size
          }
          size += number.size
        } else if try !append(type, in: formats, prefix: "\(name).", level: level + 1, steps: &steps, work) {
          return false
        }
      }
    }
    return size <= Self.mostBytes
  }

  /// Splits `float[3]` into its type and count.
  private static func array(_ text: Substring) -> (type: String, count: Int?)? {
    guard text.hasSuffix("]"), let open = text.firstIndex(of: "[") else { return (String(text), nil) }
    guard let count = Int(text[text.index(after: open)..<text.index(before: text.endIndex)]), count >= 0 else {
      return nil
    }
    return (String(text[..<open]), count)
  }
}
