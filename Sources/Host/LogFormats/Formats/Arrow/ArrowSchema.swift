import FileAccess
import LogTables

/// The fields of a table in the Arrow IPC format, from the message that comes first.
///
/// Source: Apache Arrow, "Arrow Columnar Format", version 1.5, and `Schema.fbs`.
struct ArrowSchema {
  /// What a field holds.
  enum Content: Equatable {
    /// Numbers; of a timestamp with their unit.
    case numbers(NumPyElement.Kind, size: Int, unit: String? = nil)
    /// One bit per row.
    case bits
    /// The numbers of the child, as many per row.
    case vector(Int)
    /// Anything else, by its name.
    case other(String)
  }

  /// A field.
  struct Field {
    var name: String
    var unit: String?
    var content: Content
    /// The buffers of the field itself.
    var bufferCount: Int
    /// Whether each batch gives a number of more buffers.
    var isView: Bool
    var children: [Field]

    /// Numbers in a row; nil unless it holds numbers.
    var width: Int? {
      switch content {
      case .numbers, .bits: return 1
      case .vector(let count):
        if case .numbers? = children.first?.content { return count }
        return nil
      case .other: return nil
      }
    }
  }

  /// The fields, in the order of their buffers.
  private(set) var fields: [Field] = []

  /// The most fields, and the longest name of one in bytes.
  private static let (mostFields, longestName) = (4096, 1024)
  /// Children of children are not nested deeper.
  private static let deepest = 16

  /// The schema in the header of a message. Throws if it is damaged.
  init(_ table: FlatTable, path: String) throws(LogError) {
    func failure(_ message: String) -> LogError { LogError(path: path, message: message) }
    guard table.integer(0) == Int16(0) else { throw failure("big-endian numbers; expected little-endian") }
    var left = Self.mostFields
    guard let children = table.tables(1, most: Self.mostFields),
      let fields = Self.fields(children, depth: 0, left: &left)
    else { throw failure("damaged Arrow schema") }
    self.fields = fields
  }

  private static func fields(_ tables: [FlatTable], depth: Int, left: inout Int) -> [Field]? {
    guard depth < deepest else { return nil }
    var fields: [Field] = []
    for table in tables {
      left -= 1
      guard left >= 0, let field = field(table, depth: depth, left: &left) else { return nil }
      fields.append(field)
    }
    return fields
  }

  private static func field(_ table: FlatTable, depth: Int, left: inout Int) -> Field? {
    guard let type: UInt8 = table.integer(2), let children = table.tables(5, most: mostFields),
      let inner = fields(children, depth: depth + 1, left: &left), var layout = layout(of: type, table.table(3))
    else { return nil }
    // The rows of a dictionary are indices.
    if table.table(4) != nil { layout = ("a dictionary", 2, nil) }
    var unit: String?
    for pair in table.tables(6, most: 64) ?? [] where pair.text(0, longest: 16) == "unit" {
      unit = pair.text(1, longest: 32)
    }
    let content = layout.content ?? .other(layout.name)
    if case .numbers(_, _, let own?) = content { unit = own }
    return Field(
      name: table.text(0, longest: longestName) ?? "", unit: unit, content: content, bufferCount: layout.buffers,
      isView: layout.name == "views", children: inner)
  }

  private typealias Layout = (name: String, buffers: Int, content: Content?)

  /// The name of a type, its number of buffers, and its content if that is numbers; nil for an unknown type.
  private static func layout(of type: UInt8, _ table: FlatTable?) -> Layout? {
    func number<Integer: FixedWidthInteger & BitwiseCopyable>(_ field: Int, _ missing: Integer = 0) -> Integer {
      table?.integer(field, missing: missing) ?? missing
    }
    func unit(_ missing: Int16) -> String? { ["s", "ms", "us", "ns"][safe: Int(number(0, missing))] }
    switch type {
    case 1: return ("null", 0, nil)
    case 2:
      let bits: Int32 = number(0)
      guard [8, 16, 32, 64].contains(bits) else { return nil }
      return ("integers", 2, .numbers(number(1, UInt8(0)) == 0 ? .unsigned : .signed, size: Int(bits) / 8))
    case 3:
      let precision: Int16 = number(0)
      return 0...2 ~= precision ? ("numbers", 2, .numbers(.float, size: 2 << Int(precision))) : nil
    case 4, 5: return ("text", 3, nil)
    case 6: return ("bits", 2, .bits)
    case 7: return ("decimals", 2, nil)
    case 8: return ("dates", 2, nil)
    case 9: return ("times of day", 2, nil)
    case 10: return unit(0).map { ("timestamps", 2, .numbers(.signed, size: 8, unit: $0)) }
    case 11: return ("intervals", 2, nil)
    case 12, 17, 21: return ("lists", 2, nil)
    case 13: return ("structures", 1, nil)
    case 14: return ("unions", number(0, Int16(0)) == 0 ? 1 : 2, nil)
    case 15: return ("bytes", 2, nil)
    case 16:
      let count: Int32 = number(0)
      return ("vectors", 1, 0...64 ~= count ? .vector(Int(count)) : nil)
    case 18: return unit(1).map { ("durations", 2, .numbers(.signed, size: 8, unit: $0)) }
    case 19, 20: return ("text", 3, nil)
    case 22: return ("runs", 0, nil)
    case 23, 24: return ("views", 2, nil)
    case 25, 26: return ("lists", 3, nil)
    default: return nil
    }
  }
}
