/// Values over time, packed as they come, in a bounded number of parts.
///
/// Up to `capacity` rows every part is one row and no row is lost. Beyond, a part is a run of rows of which only the least, the
/// greatest and the first of each curve and all flags are kept, and there are at most half as many parts; when these are full, two
/// neighbours become one. So any number of rows takes the same memory.
struct RowReduction {
  /// What a part has of each curve.
  enum Kept: Int, CaseIterable {
    case least, greatest, first
  }

  /// The largest number of rows that are parts of their own; a multiple of eight.
  let capacity: Int
  /// The rows of a full part.
  private(set) var rowsPerPart = 1
  /// The different unions of flags that parts have, in the order in which they came.
  private(set) var flagSets: [UInt16] = []

  /// Of the parts that are complete: the first and the last time in µs and the values of the curves by `Kept`. Where parts are rows,
  /// there are only the starts and the least.
  private(set) var starts: PackedColumn = Self.times
  private(set) var ends: PackedColumn = Self.times
  /// The place of the flags of each part in `flagSets`.
  private(set) var flags = PackedColumn(integersPer: 1)
  private var columns: [[PackedColumn]] = [Self.curves.map(Self.column), [], []]

  /// The part that is not complete.
  private var part = Part()
  private var origin: Int64?

  private struct Part {
    var rows = 0
    var start = 0.0
    var end = 0.0
    var flags: UInt16 = 0
    var least = [Float](repeating: .nan, count: RowReduction.curves.count)
    var greatest = [Float](repeating: .nan, count: RowReduction.curves.count)
    var first = [Float](repeating: .nan, count: RowReduction.curves.count)
  }

  private static let curves: [ReportCurve] = ReportCurve.allCases
  private static let cyclic: [Bool] = ReportCurve.allCases.map(\.isCyclic)
  private static var times: PackedColumn { PackedColumn(integersPer: 1_000_000) }
  private static func column(_ curve: ReportCurve) -> PackedColumn {
    PackedColumn(finestExponent: curve.finestExponent)
  }

  init(capacity: Int = 1 << 20) {
    precondition(capacity > 0 && capacity.isMultiple(of: 8), "parts are joined in fours, then in pairs")
    self.capacity = capacity
  }

  /// The number of parts.
  var count: Int { starts.count + (part.rows > 0 ? 1 : 0) }

  /// Adds the next row.
  mutating func add(_ row: borrowing ReportRow, at timestamp: Int64, flags rowFlags: UInt16) {
    let start = origin ?? timestamp
    origin = start
    let time = (Double(timestamp &- start) / 1e3).rounded()
    if rowsPerPart == 1 {
      if starts.count < capacity { return append(row, at: time, flags: rowFlags) }
      join(4)
    }
    if part.rows == rowsPerPart {
      complete()
      if starts.count == capacity / 2 { join(2) }
    }
    part.rows += 1
    part.end = time
    if part.rows == 1 {
      part.start = time
      part.flags = rowFlags
      part.least = row.curves
      part.greatest = row.curves
      part.first = row.curves
      return
    }
    part.flags |= rowFlags
    for curve in Self.curves.indices {
      let value = row.curves[curve]
      let turn = Self.cyclic[curve] ? Self.turn(from: value, to: part.least[curve]) : 0
      part.least[curve] = Self.least(part.least[curve], value + turn)
      part.greatest[curve] = Self.greatest(part.greatest[curve], value + turn)
      if part.first[curve].isNaN { part.first[curve] = value }
    }
  }

  /// The reduction with its last part complete, after the last row.
  var finished: Self {
    var reduction = self
    if part.rows > 0 { reduction.complete() }
    return reduction
  }

  /// The least, greatest or first values of a curve in all complete parts; nil for the greatest and the first where parts are rows, and
  /// for the first of a curve that does not keep it. A cyclic curve is continuous within a part, so its values may lie beyond 180
  /// degrees.
  func column(_ kept: Kept, of curve: ReportCurve) -> PackedColumn? {
    let columns = columns[kept.rawValue]
    return columns.isEmpty || kept == .first && !curve.keepsFirst ? nil : columns[curve.rawValue]
  }

  /// Packs a row that is a part of its own.
  private mutating func append(_ row: borrowing ReportRow, at time: Double, flags rowFlags: UInt16) {
    starts.append(time)
    flags.append(Double(place(of: rowFlags)))
    let values = row.curves.span
    for curve in values.indices { columns[0][curve].append(Double(values[curve])) }
  }

  /// Packs the part.
  private mutating func complete() {
    starts.append(part.start)
    ends.append(part.end)
    flags.append(Double(place(of: part.flags)))
    for curve in Self.curves.indices {
      columns[0][curve].append(Double(part.least[curve]))
      columns[1][curve].append(Double(part.greatest[curve]))
      if Self.curves[curve].keepsFirst { columns[2][curve].append(Double(part.first[curve])) }
    }
    part.rows = 0
  }

  /// The place of flags in `flagSets`.
  private mutating func place(of flags: UInt16) -> Int {
    if let place = flagSets.firstIndex(of: flags) { return place }
    flagSets.append(flags)
    return flagSets.count - 1
  }

  /// Joins every `factor` neighbours, all of which are complete, into one part.
  private mutating func join(_ factor: Int) {
    let (times, places) = (starts.numbers, flags.numbers)
    let ends = rowsPerPart == 1 ? times : self.ends.numbers
    let heads = Array(stride(from: 0, to: times.count, by: factor))
    starts = Self.times
    self.ends = Self.times
    for head in heads {
      starts.append(times[head])
      self.ends.append(ends[head + factor - 1])
    }
    let old = flagSets
    flagSets = []
    flags = PackedColumn(integersPer: 1)
    for head in heads {
      let union = places[head..<head + factor].reduce(0) { $0 | old[Int(saturating: $1)] }
      flags.append(Double(place(of: union)))
    }
    for curve in Self.curves { join(factor, heads, curve) }
    rowsPerPart *= factor
  }

  private mutating func join(_ factor: Int, _ heads: [Int], _ curve: ReportCurve) {
    let index = curve.rawValue
    let low = columns[0][index].numbers.map { Float($0) }
    let high = rowsPerPart == 1 ? low : columns[1][index].numbers.map { Float($0) }
    let first = rowsPerPart == 1 ? low : columns[2][index].numbers.map { Float($0) }
    var joined = [Self.column(curve), Self.column(curve), Self.column(curve)]
    for head in heads {
      var (least, greatest) = (low[head], high[head])
      for place in head + 1..<head + factor {
        let turn = curve.isCyclic ? Self.turn(from: low[place], to: least) : 0
        least = Self.least(least, low[place] + turn)
        greatest = Self.greatest(greatest, high[place] + turn)
      }
      joined[0].append(Double(least))
      joined[1].append(Double(greatest))
      if curve.keepsFirst {
        joined[2].append(Double(first[head..<head + factor].first { !$0.isNaN } ?? .nan))
      }
    }
    for kept in Kept.allCases {
      if index == 0 && rowsPerPart == 1 && kept != .least { columns[kept.rawValue] = Self.curves.map(Self.column) }
      columns[kept.rawValue][index] = joined[kept.rawValue]
    }
  }

  /// The whole turns in degrees that bring an angle nearest to another; zero for NaN.
  private static func turn(from angle: Float, to other: Float) -> Float {
    let turns = ((other - angle) / 360).rounded()
    return turns.isFinite ? 360 * turns : 0
  }

  /// The lesser and the greater of two numbers; of a number and NaN the number.
  private static func least(_ first: Float, _ second: Float) -> Float {
    second < first || first.isNaN ? second : first
  }
  private static func greatest(_ first: Float, _ second: Float) -> Float {
    second > first || first.isNaN ? second : first
  }
}
