/// A field of a header, understood: what the column holds and the unit that stands with it.
///
/// `gyro_x [rad/s]`, `Gyroscope X (deg/s)`, `gyro_x_dps`, `GyroX`, `gx`, `w_RS_S_x [rad s^-1]` are the same column but for
/// the unit. A name that is not known is no error: the column is left out.
struct ColumnName: Sendable {
  /// The name as it stands in the file, with the unit.
  var text: String
  /// What the column holds; nil where the name is not known.
  var quantity: Quantity?
  /// The place of the coordinate in its vector.
  var axis = 0
  /// The unit as it stands in the file; nil where there is none.
  var unit: String?

  /// Understands a field of a header.
  init(_ text: String) {
    self.text = text
    let (name, bracketed) = Self.splitUnit(text)
    unit = bracketed
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    // The longest run of leading words that is a name wins; what follows must be its unit.
    for count in stride(from: words.count, to: 0, by: -1) {
      guard let (quantity, axis) = Self.columns[words[..<count].joined()] else { continue }
      if count < words.count {
        guard let suffix = Self.unit(of: quantity, from: words[count...]) else { return }
        unit = bracketed ?? suffix
      }
      (self.quantity, self.axis) = (quantity, axis)
      return
    }
  }

  /// Takes the unit in brackets off the end; empty brackets are none.
  private static func splitUnit(_ text: String) -> (name: String, unit: String?) {
    guard let last = text.last, last == "]" || last == ")",
      let open = text.lastIndex(of: last == "]" ? "[" : "(")
    else { return (text, nil) }
    let unit = text[text.index(after: open)..<text.index(before: text.endIndex)].trimmed
    return (String(text[..<open]), unit.isEmpty ? nil : unit)
  }

  /// The unit that words after the name spell: `dps`, `rad s`, `m s2`.
  private static func unit(of quantity: Quantity, from words: ArraySlice<String>) -> String? {
    [words.joined(), words.joined(separator: "/")].first { quantity.factor(ofUnit: $0) != nil }
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
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
