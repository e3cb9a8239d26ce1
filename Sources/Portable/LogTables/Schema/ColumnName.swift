/// A field of a header: the content of the column and its unit.
///
/// `gyro_x [rad/s]`, `Gyroscope X (deg/s)`, `gyro_x_dps`, `GyroX`, `gx`, `w_RS_S_x [rad s^-1]` name the same column, in
/// different units. Columns with unknown names are ignored.
package struct ColumnName: Sendable {
  /// The name in the file, with the unit.
  package let text: String
  /// The content of the column; nil for unknown names.
  package var quantity: Quantity?
  /// The index of the coordinate in its vector.
  package var axis = 0
  /// The unit in the file.
  package var unit: String?
  /// The body that carries the sensor, in tables of several; nil in others.
  package var body: String?
  /// The name without a unit in brackets.
  package let nameWithoutUnit: String
  /// The name without a unit in brackets, in lower case without separators.
  package let foldedName: String
  /// The words of the name without a unit in brackets, in lower case.
  let words: [String]

  /// Parses a field of a header.
  package init(_ text: String) {
    self.text = text
    let (name, bracketed) = Self.splitUnit(text)
    unit = bracketed
    nameWithoutUnit = name.trimmed
    words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    foldedName = words.joined()
    // The longest run of leading words that is a name wins; the rest must be its unit.
    for count in stride(from: min(words.count, Self.longestName), to: 0, by: -1) {
      guard let (quantity, axis) = Self.columns[words[..<count].joined()] else { continue }
      // "timestamp_s" is a name and a unit, and "timestamps" without its separator.
      if count > 1, quantity.axes.isEmpty, Self.columns[words[..<(count - 1)].joined()]?.0 == quantity,
        Self.unit(of: quantity, from: words[(count - 1)...]) != nil
      {
        continue
      }
      if count < words.count {
        guard let suffix = Self.unit(of: quantity, from: words[count...]) else { return }
        unit = bracketed ?? suffix
      }
      // Angles of the same name: "ORIENTATION X (pitch °)".
      if quantity == .attitude, let bracketed, Self.isAngle(bracketed) { return }
      (self.quantity, self.axis) = (quantity, axis)
      return
    }
  }

  /// What a known name holds, in lower case without separators; nil for others.
  static func content(of name: String) -> (Quantity, Int)? { columns[name] }

  /// Splits off a unit in brackets; empty brackets are ignored, and a number in them is an index: `gyroADC[0]`.
  private static func splitUnit(_ text: String) -> (name: String, unit: String?) {
    guard let last = text.last, last == "]" || last == ")",
      let open = text.lastIndex(of: last == "]" ? "[" : "(")
    else { return (text, nil) }
    let unit = text[text.index(after: open)..<text.index(before: text.endIndex)].trimmed
    guard !unit.allSatisfy({ $0.isNumber }) || unit.isEmpty else { return (text, nil) }
    return (String(text[..<open]), unit.isEmpty ? nil : unit)
  }

  private static func isAngle(_ unit: String) -> Bool { unit.contains("°") || unit.lowercased().includes("deg") }

  /// The unit spelt by the words after a name: `dps`, `rad s`, `m s2`, `in ms`.
  private static func unit(of quantity: Quantity, from words: ArraySlice<String>) -> String? {
    let words = words.first == "in" ? words.dropFirst() : words
    return [words.joined(), words.joined(separator: "/")].first { quantity.factor(ofUnit: $0) != nil }
  }

  /// Every known name, in lower case without separators.
  private static let columns: [String: (Quantity, Int)] = {
    var columns: [String: (Quantity, Int)] = [:]
    for quantity in Quantity.all {
      for stem in quantity.stems {
        if quantity.axes.isEmpty { columns[stem] = (quantity, 0) }
        for (index, axis) in quantity.axes.enumerated() { columns["\(stem)\(axis)"] = (quantity, index) }
      }
    }
    return columns
  }()

  /// The length of the longest name: no more words can be one.
  private static let longestName = columns.keys.reduce(0) { max($0, $1.utf8.count) }
}
