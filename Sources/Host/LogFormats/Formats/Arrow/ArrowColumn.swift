import FileAccess
import LogTables

/// A column of an Arrow table, and where its numbers are in rows as NumPy has them.
struct ArrowColumn {
  /// The name, without a unit.
  var name: String
  /// The unit, which becomes metadata of the field; nil without.
  var unit: String?
  /// The number in a row.
  var source: NumPyElement.Layout
  var offset: Int

  /// The columns of rows: `header` are the names of text tables for the fields, a list for each, with the units of NumPy's
  /// timestamps.
  static func columns(_ parts: [(header: String, field: NumPyFile.Field)]) -> [ArrowColumn] {
    var (columns, offset) = ([ArrowColumn](), 0)
    for (header, field) in parts {
      guard let element = NumPyElement(field.type) else { preconditionFailure("a type of NumPy") }
      let names = TableHeader.fields(of: header, delimiter: UInt8(ascii: ",")).map(ColumnName.init)
      precondition(names.count == field.count, "a name for each number of a field")
      for (index, name) in names.enumerated() {
        // Timestamps are whole nanoseconds; a column without a unit has that of the first one.
        let unit = name.quantity == .time ? "ns" : names[0].unit
        columns.append(
          ArrowColumn(
            name: name.nameWithoutUnit, unit: unit, source: element.layout, offset: offset + index * element.size))
      }
      offset += field.count * element.size
    }
    return columns
  }

  /// Whether it holds floating-point numbers, whose NaN is written as null.
  var isFloat: Bool { source.kind == .float }

  /// Bytes of a number in the table. Integers have 32 or 64 bits with a sign, as every reader of tables knows them.
  var size: Int { isFloat || source.size == 8 ? 8 : 4 }

  /// The field of the schema.
  var flat: FlatValue {
    let type: FlatValue = isFloat ? .table([.number(Int16(2))]) : .table([.number(Int32(8 * size)), .number(UInt8(1))])
    return .table([
      .text(name), .number(UInt8(isFloat ? 1 : 0)), .number(UInt8(isFloat ? 3 : 2)), type, nil, .list([]),
      unit.map { .list([Self.pair("unit", $0)]) },
    ])
  }

  /// A pair of metadata.
  static func pair(_ key: String, _ value: String) -> FlatValue { .table([.text(key), .text(value)]) }
}
