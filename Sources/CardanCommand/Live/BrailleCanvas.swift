/// A picture of dots in characters of Braille, of which each has two columns and four rows.
struct BrailleCanvas {
  private let columns: Int
  private var cells: [UInt8]

  /// An empty picture of so many characters.
  init(columns: Int, rows: Int) {
    self.columns = columns
    cells = Array(repeating: 0, count: columns * rows)
  }

  /// The bits of the dots of a character, row by row (Unicode, U+2800).
  private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

  /// Sets the dot at x from the left and y from the top; outside of the picture nothing.
  mutating func set(_ x: Int, _ y: Int) {
    let cell = y / 4 * columns + x / 2
    guard x >= 0, y >= 0, x < 2 * columns, cells.indices.contains(cell) else { return }
    cells[cell] |= Self.bits[y % 4 * 2 + x % 2]
  }

  /// The lines, from the top.
  var lines: [String] {
    stride(from: 0, to: cells.count, by: columns).map { start in
      String(
        String.UnicodeScalarView(cells[start..<start + columns].compactMap { Unicode.Scalar(0x2800 + UInt32($0)) }))
    }
  }
}
