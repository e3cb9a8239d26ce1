import LogDiagnosis
import LogTables
import MotionSamples
import Rotations

/// The units that the values of a log suggest, from its first rows.
///
/// The time shows in its magnitude and its steps, the accelerometer in gravity, the gyroscope in the turn of gravity. Whole numbers
/// are counts: of 256 to 32 768 for 1 g, and those of data sheets for 1 deg/s.
struct UnitGuess {
  /// A unit by its spelling, and the number of it that stands for the quantity that is known.
  private struct Candidate {
    var symbol: String
    var value: Double
  }

  private static let rowLimit = 20_000
  /// The rate of rows without timestamps in Hz, a factor of seven from those of most logs.
  private static let usualRate = 100.0
  private var records: [LogRecord] = []
  /// Nanoseconds of a unit of the timestamps in `records`.
  private var nanosecondsPerUnit = 1e9

  /// The gaps with what the values suggest, where they do.
  static func filled(
    _ gaps: [LogError.UnitGap], needsRate: Bool, path: String, options: LogOptions
  ) -> [LogError.UnitGap] {
    var options = options
    if needsRate { options.samplingRate = usualRate }
    guard path != "-", let guess = UnitGuess(gaps, path: path, options: options) else { return gaps }
    var found: [LogError.Reading: String] = [:]
    if gaps.contains(where: { $0.reading == .timestamps }) { found[.timestamps] = guess.time }
    found[.accelerometer] = guess.accelerometer
    found[.magnetometer] = guess.magnetometer
    let seconds = found[.timestamps].flatMap { Quantity.time.factor(ofUnit: $0) } ?? 1
    let hasTime =
      options.samplingRate != nil || !gaps.contains { $0.reading == .timestamps } || found[.timestamps] != nil
    if hasTime {
      let isGap = gaps.contains { $0.reading == .timestamps }
      found[.gyroscope] = guess.gyroscope(
        timeScale: isGap ? seconds * 1e9 / guess.nanosecondsPerUnit : 1, hasRate: !needsRate)
    }
    return gaps.map { gap in
      var gap = gap
      gap.guess = found[gap.reading]
      return gap
    }
  }

  /// The first rows of a log whose unknown units are read as SI; nil if it cannot be read so.
  private init?(_ gaps: [LogError.UnitGap], path: String, options: LogOptions) {
    var options = options
    options.assumesUnits = false
    for gap in gaps { options.setUnit(gap.reading.unitSymbols[0], of: gap.reading) }
    if read(path, options) { return }
    // Counts of fine units are beyond 292 years of seconds.
    guard gaps.contains(where: { $0.reading == .timestamps }) else { return nil }
    options.timeUnit = ScaledUnit(.nanoseconds)
    nanosecondsPerUnit = 1
    guard read(path, options) else { return nil }
  }

  private mutating func read(_ path: String, _ options: LogOptions) -> Bool {
    records = []
    guard var reader = try? MotionLog.open(path, options: options) else { return false }
    while records.count < Self.rowLimit, let record = try? reader.next() { records.append(record) }
    return records.count > 1
  }

  /// The unit of the timestamps: of the calendar by their magnitude, of others by the rate that is nearest to a usual one.
  private var time: String? {
    guard let first = records.first?.timestamp, let last = records.last?.timestamp, last > first else { return nil }
    let start = Double(first) / nanosecondsPerUnit
    let step = Double(last &- first) / nanosecondsPerUnit / Double(records.count - 1)
    let units = TimeUnit.allUnits.map {
      (symbol: $0.symbol, rate: 1 / (step * $0.siPerUnit), start: start * $0.siPerUnit)
    }
    let usual = units.filter { (1...20_000).contains($0.rate) }
    // From 2001 to 2064.
    if let ofCalendar = usual.first(where: { (1e9...3e9).contains($0.start) }) { return ofCalendar.symbol }
    func distance(_ rate: Double) -> Double { max(rate / 150, 150 / rate) }
    return usual.min { distance($0.rate) < distance($1.rate) }?.symbol
  }

  private var accelerometer: String? {
    let forces = records.map(\.specificForce).filter(\.isFiniteInLane)
    let whole = Self.areWhole(forces)
    let counts = Threshold.accelerometerCounts.map { Candidate(symbol: "g/\(Int(saturating: $0))", value: $0) }
    let candidates =
      [Candidate(symbol: "mg", value: 1000)]
      + (whole ? counts : [Candidate(symbol: "g", value: 1), Candidate(symbol: "m/s^2", value: 9.80665)])
    return Self.nearest(to: Self.median(forces.map(\.length)), of: candidates, within: 1.2)
  }

  private var magnetometer: String? {
    let fields = records.map(\.magneticField).filter(\.isFiniteInLane)
    // The mean of the Earth's field, a factor of two from its extremes.
    let units = MagneticFieldUnit.allUnits.map { Candidate(symbol: $0.symbol, value: 40 / $0.siPerUnit) }
    return Self.nearest(to: Self.median(fields.map(\.length)), of: units, within: 1.9)
  }

  /// The unit by which the gyroscope turns gravity as the accelerometer shows it.
  private func gyroscope(timeScale: Double, hasRate: Bool) -> String? {
    let rates = records.map(\.angularRate).filter(\.isFiniteInLane)
    var (search, ratio) = (AxisConsistency(), RotationRatio())
    var last: Double?
    for record in records {
      let time = Double(record.timestamp) * timeScale * 1e-9
      defer { last = time }
      guard let last, time > last, time - last < 0.5 else { continue }
      search.add(angularRate: record.angularRate, reading: record.specificForce, interval: time - last)
      ratio.add(angularRate: record.angularRate, specificForce: record.specificForce, interval: time - last)
    }
    let scale = search.fit.flatMap { $0.share > 0.6 ? $0.best.scale : nil } ?? ratio.value.map { 1 / $0.ratio }
    let degree = Double.pi / 180
    let counts = Threshold.gyroscopeCounts.map {
      Candidate(symbol: "deg/s/\($0 == $0.rounded() ? "\(Int(saturating: $0))" : "\($0)")", value: degree / $0)
    }
    let units = AngularRateUnit.allUnits.filter { $0 != .turnsPerMinute }.map {
      Candidate(symbol: $0.symbol, value: $0.siPerUnit)
    }
    let candidates = Self.areWhole(rates) ? counts + units.filter { $0.symbol != "rad/s" } : units
    if let scale, !hasRate {
      return Self.nearest(to: scale, of: units.filter { ["rad/s", "deg/s"].contains($0.symbol) }, within: 7)
    }
    if let scale, let found = Self.nearest(to: scale, of: candidates, within: Self.areWhole(rates) ? 1.1 : 1.6) {
      return found
    }
    // No gyroscope turns by 40 rad/s.
    return !Self.areWhole(rates) && (rates.map(\.largestMagnitude).max() ?? 0) > 40 ? "deg/s" : nil
  }

  private static func nearest(to value: Double?, of candidates: [Candidate], within factor: Double) -> String? {
    guard let value, value > 0, value.isFinite else { return nil }
    func ratio(_ candidate: Candidate) -> Double { max(candidate.value / value, value / candidate.value) }
    return candidates.min { ratio($0) < ratio($1) }.flatMap { ratio($0) < factor ? $0.symbol : nil }
  }

  private static func median(_ values: [Double]) -> Double? { values.sorted()[safe: values.count / 2] }

  private static func areWhole(_ vectors: [Vector3<Double>]) -> Bool {
    vectors.allSatisfy { vector in (0..<3).allSatisfy { vector[$0] == vector[$0].rounded() } }
  }
}
