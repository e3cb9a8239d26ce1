import FileAccess
import Geomagnetism
import LogDiagnosis
import LogFormats
import LogTables
import MotionSamples
import Rotations

/// Tries advice on the log that it is for: a remedy that does not make the result better is not given.
///
/// What the start of a long log shows too is tried there, at a part of the cost.
struct AdviceTrial {
  /// The rows of the start: minutes of motion.
  private static let rowsOfStart = 100_000

  private let path: String
  private let options: LogOptions
  private let fusion: LogFusion
  private let earthField: GeomagneticField?
  private let before: LogDoctor
  private let findings: [Finding]
  /// The rows that were examined; nil for all.
  private let rowLimit: Int?

  /// A trial of the advice in findings of a log that was examined, or its first rows.
  init(
    _ path: String, _ options: LogOptions, _ fusion: LogFusion, _ earthField: GeomagneticField?, _ doctor: LogDoctor,
    rowLimit: Int? = nil
  ) {
    self.rowLimit = rowLimit
    (self.path, self.options, self.fusion, self.earthField) = (path, options, fusion, earthField)
    (before, findings) = (doctor, doctor.findings(earthField: earthField))
  }

  /// The findings with the remedies that help alone; if none does, with all of them if they help together: of two faults, one alone
  /// may not show in the result.
  var tried: [Finding] {
    let advised = findings.filter { $0.advice?.remedies.isEmpty == false }
    guard !advised.isEmpty, canBeReadAgain else { return findings.untried }
    let start = ofStart
    func doHelp(_ advised: [Finding]) -> Bool {
      if let start, let same = start.same(as: advised) { return start.doHelp(same) }
      return self.doHelp(advised)
    }
    let helpful = advised.filter { doHelp([$0]) }
    if helpful.isEmpty, advised.count > 1, doHelp(advised) { return findings }
    return findings.map { advised.contains($0) && !helpful.contains($0) ? $0.withoutRemedies : $0 }
  }

  /// The trial of the start of a long log; nil for another.
  private var ofStart: AdviceTrial? {
    guard before.rowCount > 2 * Self.rowsOfStart, let base = try? MotionLog.open(path, options: options) else {
      return nil
    }
    var reader: any MotionLogReader = StartReader(base, rowCount: Self.rowsOfStart)
    guard let doctor = try? LogDoctor(reading: &reader, fusion: fusion) else { return nil }
    return AdviceTrial(path, options, fusion, earthField, doctor, rowLimit: Self.rowsOfStart)
  }

  /// The findings that are those of others, with the same remedies; nil if one is missing.
  private func same(as others: [Finding]) -> [Finding]? {
    let same = others.compactMap { other in
      findings.first {
        $0.fact == other.fact && $0.severity == other.severity && $0.advice?.remedies == other.advice?.remedies
      }
    }
    return same.count == others.count ? same : nil
  }

  /// Whether the log is in files; a pipe has lost its rows, or waits for others.
  private var canBeReadAgain: Bool {
    let files = MotionLog.files(of: path) + options.companions
    return !files.isEmpty && files.allSatisfy { FileKind(of: $0) == .file }
  }

  /// Whether the result is better with the remedies of these findings.
  private func doHelp(_ advised: [Finding]) -> Bool {
    var (options, fusion) = (options, fusion)
    for remedy in advised.flatMap({ $0.advice?.remedies ?? [] }) {
      guard remedy.apply(to: &options, &fusion) else { return false }
    }
    guard var reader = try? MotionLog.open(path, options: options) else { return false }
    if let rowLimit { reader = StartReader(reader, rowCount: rowLimit) }
    guard let after = try? LogDoctor(reading: &reader, fusion: fusion), after.rowCount * 100 >= before.rowCount * 99
    else { return false }
    let remaining = after.findings(earthField: earthField)
    let comparison = before.errors(beside: after)
    guard comparison.map({ $0.after <= 1.02 * $0.before }) ?? (Verdict(remaining) <= Verdict(findings)) else {
      return false
    }
    return comparison.map { $0.after < 0.98 * $0.before } ?? false
      || advised.allSatisfy { $0.isLess(in: remaining) || after.explains($0) }
  }
}

/// The first rows of a log.
private struct StartReader: MotionLogReader {
  private var base: any MotionLogReader
  private var left: Int

  init(_ base: any MotionLogReader, rowCount: Int) { (self.base, left) = (base, rowCount) }

  var header: LogHeader { base.header }
  var damage: LogDamage { base.damage }
  var voting: VotingSummary? { base.voting }

  mutating func next() throws(LogError) -> LogRecord? {
    guard left > 0 else { return nil }
    left -= 1
    return try base.next()
  }

  mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError) {
    guard left > 0 else { return records.removeAll(keepingCapacity: true) }
    try base.read(into: &records, atMost: min(limit, left))
    left -= records.count
  }
}

extension LogDoctor {
  /// The findings on the log at a path that was examined with these options, with the advice that was tried on it and helps.
  public func findings(
    ofLogAt path: String, _ options: LogOptions, _ fusion: LogFusion = LogFusion(), earthField: GeomagneticField? = nil
  ) -> [Finding] {
    AdviceTrial(path, options, fusion, earthField, self).tried
  }

  fileprivate var rowCount: Int { summary?.rowCount ?? 0 }

  /// The errors against the truth, RMS in rad, before and with a remedy; without a magnetometer in one of them without the
  /// constant offset of the heading. Nil without truth.
  fileprivate func errors(beside other: LogDoctor) -> (before: Double, after: Double)? {
    guard let (old, new) = summary.flatMap({ old in other.summary.map { (old, $0) } }), old.errors.count > 0,
      new.errors.count > 0
    else { return nil }
    let hasHeading = inspection.magnetometer.count > 0 && new.usesMagnetometer
    func error(_ summary: FusionSummary) -> Double {
      let (error, offset) = (summary.errors.rootMeanSquare, summary.errors.bestHeadingOffset)
      return hasHeading ? error.total : (max(0, error.total * error.total - offset * offset)).squareRoot()
    }
    return (error(old), error(new))
  }

  /// Whether the smoother finds the delay between accelerometer and gyroscope.
  fileprivate func explains(_ finding: Finding) -> Bool {
    guard let delay = finding.evidence.first?.value, let lag = summary?.sensorErrors?.accelerometerLag else {
      return false
    }
    return switch finding.fact {
    case .late(.accelerometer): abs(1000 * lag - delay) < 0.5 * delay
    case .gyroscopeLate(against: .accelerometer): abs(1000 * lag + delay) < 0.5 * delay
    default: false
    }
  }
}

extension Finding.Remedy {
  /// Applies it; false for a text that has no such meaning.
  fileprivate func apply(to options: inout LogOptions, _ fusion: inout LogFusion) -> Bool {
    switch self {
    case .unit(let sensor, let symbol): return apply(unit: symbol, of: sensor, to: &options)
    case .axes(let sensor, let text): return apply(axes: SensorAxes(text), of: sensor, to: &options)
    case .mounting(let text):
      guard let axes = try? AxisMapping(text) else { return false }
      fusion.settings.conditioner.axes = axes
    case .rate(let rate): options.samplingRate = Double(rate)
    case .withoutMagnetometer: (options.usesMagnetometer, fusion.settings.conditioner.usesMagnetometer) = (false, false)
    case .withoutVelocity: fusion.usesVelocity = false
    case .smoothing: fusion.smooths = true
    case .allIMUs: options.imus = .all
    }
    return true
  }

  private func apply(unit symbol: String, of sensor: Finding.Sensor, to options: inout LogOptions) -> Bool {
    switch sensor {
    case .timestamps: options.timeUnit = ScaledUnit(spelling: symbol)
    case .gyroscope: options.angularRateUnit = ScaledUnit(spelling: symbol)
    case .accelerometer: options.accelerationUnit = ScaledUnit(spelling: symbol)
    case .magnetometer: options.magneticFieldUnit = ScaledUnit(spelling: symbol)
    }
    return true
  }

  private func apply(axes: SensorAxes?, of sensor: Finding.Sensor, to options: inout LogOptions) -> Bool {
    switch sensor {
    case .timestamps: return false
    case .gyroscope: options.gyroscopeAxes = axes
    case .accelerometer: options.accelerometerAxes = axes
    case .magnetometer: options.magnetometerAxes = axes
    }
    return axes != nil
  }
}

extension Finding {
  fileprivate var withoutRemedies: Finding {
    var finding = self
    finding.advice = advice?.action.map { Advice(action: $0) }
    return finding
  }

  /// Whether these findings hold it no more, or with a smaller number.
  fileprivate func isLess(in remaining: [Finding]) -> Bool {
    let same = remaining.filter { $0.check == check && $0.fact.sensor == fact.sensor && $0.severity >= severity }
    return same.allSatisfy { other in
      guard other.fact == fact,
        let (old, new) = evidence.first.flatMap({ old in other.evidence.first.map { (old, $0) } })
      else { return false }
      return abs(new.value) < 0.9 * abs(old.value)
    }
  }
}
