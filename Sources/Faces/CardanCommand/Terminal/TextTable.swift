import LogTables

/// A table of aligned columns: the first one left-aligned, the others right-aligned unless they hold words.
struct TextTable {
  /// A line of the table.
  enum Row {
    case cells([String])
    case rule
  }

  /// The headings.
  var headings: [String]
  /// Whether all columns hold words, and are left-aligned.
  var leftAligned = false
  /// Titles above the headings, each over `columnCount` columns.
  var groups: [(title: String, columnCount: Int)] = []
  /// The lines below the headings, each with one cell a heading.
  var rows: [Row] = []

  /// The table as text that ends with a line feed.
  var text: String {
    // Names of logs are among the cells.
    let rows = rows.map { row in if case .cells(let cells) = row { Row.cells(cells.map(\.printable)) } else { row } }
    var widths = headings.map(\.count)
    for case .cells(let cells) in rows {
      for (column, cell) in cells.enumerated() { widths[column] = max(widths[column], cell.count) }
    }
    let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
    let lines = rows.map { row in
      switch row {
      case .cells(let cells): line(cells, widths)
      case .rule: rule
      }
    }
    let titles = groups.isEmpty ? [] : [groupLine(widths)]
    return (titles + [line(headings, widths), rule] + lines).map { $0 + "\n" }.joined()
  }

  private func groupLine(_ widths: [Int]) -> String {
    var rest = widths[...]
    let spans = groups.map { group in
      let span = rest.prefix(group.columnCount)
      rest = rest.dropFirst(group.columnCount)
      return span.reduce(0, +) + 2 * (span.count - 1)
    }
    return line(groups.map(\.title), spans)
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = cells.enumerated().map { column, cell in
      let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
      return column == 0 || leftAligned ? cell + padding : padding + cell
    }
    let text = padded.joined(separator: "  ")
    return String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)])
  }
}
