/// Values over time, reduced to a bounded number of parts.
///
/// A part is a run of rows of which only the least and greatest of each curve, the first of each sample and all flags are
/// kept. When all parts are full, two neighbours become one, so that any number of rows takes the same memory. Up to
/// `capacity` rows every part is one row and nothing is lost.
struct RowReduction {
  /// The largest number of parts, even.
  let capacity: Int
  /// The rows of a full part.
  private(set) var rowsPerPart = 1
  /// The first and the last timestamp of each part, ns.
  private(set) var starts: [Int64] = []
  private(set) var ends: [Int64] = []
  /// The union of the flags of each part.
  private(set) var flags: [UInt16] = []

  /// The values of one part after those of another.
  private var least: [Float] = []
  private var greatest: [Float] = []
  private var samples: [Float] = []
  private var rowsInLast = 0

  private static let curves = ReportCurve.allCases
  private static let (curveCount, sampleCount) = (curves.count, ReportSample.totalWidth)

  init(capacity: Int = 8192) {
    precondition(capacity > 1 && capacity.isMultiple(of: 2), "parts are joined in pairs")
    self.capacity = capacity
  }

  /// The number of parts.
  var count: Int { starts.count }

  /// Adds the next row.
  mutating func add(_ row: borrowing ReportRow, at timestamp: Int64, flags rowFlags: UInt16) {
    if rowsInLast == 0 || rowsInLast == rowsPerPart {
      if count == capacity { halve() }
      if rowsInLast == rowsPerPart || count == 0 {
        rowsInLast = 1
        starts.append(timestamp)
        ends.append(timestamp)
        flags.append(rowFlags)
        least += row.curves
        greatest += row.curves
        samples += row.samples
        return
      }
    }
    rowsInLast += 1
    let last = count - 1
    ends[last] = timestamp
    flags[last] |= rowFlags
    for curve in 0..<Self.curveCount {
      let place = last * Self.curveCount + curve
      let value = row.curves[curve]
      let turn = Self.curves[curve].isCyclic ? Self.turn(from: value, to: least[place]) : 0
      least[place] = Self.least(least[place], value + turn)
      greatest[place] = Self.greatest(greatest[place], value + turn)
    }
    for number in 0..<Self.sampleCount {
      let place = last * Self.sampleCount + number
      if samples[place].isNaN { samples[place] = row.samples[number] }
    }
  }

  /// The least and greatest values of a curve in all parts. A cyclic curve is continuous within a part, so its values may lie
  /// beyond 180 degrees.
  func range(of curve: ReportCurve) -> (least: [Float], greatest: [Float]) {
    let places = stride(from: curve.rawValue, to: least.count, by: Self.curveCount)
    return (places.map { least[$0] }, places.map { greatest[$0] })
  }

  /// The numbers of a sample in all parts, one value after the other.
  func numbers(of sample: ReportSample) -> [Float] {
    (0..<count).flatMap { part in
      let start = part * Self.sampleCount + sample.offset
      return samples[start..<start + sample.width]
    }
  }

  /// Joins the parts in pairs. All parts are full.
  private mutating func halve() {
    let half = count / 2
    for part in 0..<half {
      ends[part] = ends[2 * part + 1]
      starts[part] = starts[2 * part]
      flags[part] = flags[2 * part] | flags[2 * part + 1]
      for curve in 0..<Self.curveCount {
        let (first, place) = (2 * part * Self.curveCount + curve, part * Self.curveCount + curve)
        let second = first + Self.curveCount
        let turn = Self.curves[curve].isCyclic ? Self.turn(from: least[second], to: least[first]) : 0
        (least[place], greatest[place]) = (
          Self.least(least[first], least[second] + turn), Self.greatest(greatest[first], greatest[second] + turn)
        )
      }
      for number in 0..<Self.sampleCount {
        let first = 2 * part * Self.sampleCount + number
        let value = samples[first]
        samples[part * Self.sampleCount + number] = value.isNaN ? samples[first + Self.sampleCount] : value
      }
    }
    starts.removeLast(count - half)
    ends.removeLast(ends.count - half)
    flags.removeLast(flags.count - half)
    least.removeLast(least.count - half * Self.curveCount)
    greatest.removeLast(greatest.count - half * Self.curveCount)
    samples.removeLast(samples.count - half * Self.sampleCount)
    rowsPerPart *= 2
    rowsInLast = rowsPerPart
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
