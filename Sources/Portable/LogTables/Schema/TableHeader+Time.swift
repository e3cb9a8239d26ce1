// Which columns are the time of a row.

extension TableHeader {
  /// Takes for time, in a table without a name of it, the only column whose name is a unit of time, `millis`, or the first with one:
  /// `Zeit [s]`.
  mutating func takeTimeByUnit() {
    guard !columns.contains(where: { $0.quantity == .time || $0.quantity == .counter }) else { return }
    let named = columns.indices.filter { Self.unitOfTime(columns[$0].foldedName) != nil }
    if named.count == 1, columns[named[0]].quantity == nil {
      columns[named[0]].quantity = .time
      columns[named[0]].unit = columns[named[0]].unit ?? Self.unitOfTime(columns[named[0]].foldedName)
    } else if let first = columns.first, first.quantity == nil,
      first.unit.flatMap({ Quantity.time.factor(ofUnit: $0) }) != nil
    {
      columns[0].quantity = .time
    }
  }

  /// The unit that a column is named after: `millis` and `micros` are functions of Arduino. A single letter does not count.
  private static func unitOfTime(_ name: String) -> String? {
    switch name {
    case "millis": "ms"
    case "micros": "us"
    default: name.utf8.count > 1 && Quantity.time.factor(ofUnit: name) != nil ? name : nil
    }
  }

  /// Takes `secs` and `nsecs` for one timestamp; other times are those of arrival.
  mutating func pairSeconds() {
    let names = columns.map { $0.foldedName }
    for (index, name) in names.enumerated() where !name.isEmpty {
      guard let ending = ["nanosecs", "nanosec", "nsecs", "nsec"].first(where: name.hasSuffix) else { continue }
      let stem = name.dropLast(ending.utf8.count)
      guard let seconds = names.firstIndex(where: { $0 == "\(stem)secs" || $0 == "\(stem)sec" }) else { continue }
      for other in columns.indices where columns[other].quantity == .time { columns[other].quantity = nil }
      (columns[seconds].quantity, columns[seconds].unit) = (.time, "s")
      (columns[index].quantity, columns[index].unit) = (.nanoseconds, nil)
      return
    }
  }
}
