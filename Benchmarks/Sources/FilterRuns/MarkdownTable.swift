/// A table in Markdown whose columns line up also in a terminal.
public struct MarkdownTable {
  private let header: [String]
  private var rows: [[String]] = []
  /// The number of leading columns that hold words; the others hold numbers.
  private let wordColumns: Int

  public init(_ header: [String], wordColumns: Int) {
    self.header = header
    self.wordColumns = wordColumns
  }

  /// Adds a row; as many fields as the header.
  public mutating func add(_ fields: [String]) { rows.append(fields) }

  public var text: String {
    let widths = header.indices.map { column in
      max(3, ([header] + rows).map { $0[column].count }.max() ?? 0)
    }
    let rule = widths.indices.map { column in
      String(repeating: "-", count: widths[column] - 1) + (column < wordColumns ? "-" : ":")
    }
    return ([header, rule] + rows).map { line($0, widths) }.joined(separator: "\n")
  }

  private func line(_ fields: [String], _ widths: [Int]) -> String {
    let padded = fields.indices.map { column in
      let padding = String(repeating: " ", count: widths[column] - fields[column].count)
      return column < wordColumns ? fields[column] + padding : padding + fields[column]
    }
    return "| " + padded.joined(separator: " | ") + " |"
  }
}
