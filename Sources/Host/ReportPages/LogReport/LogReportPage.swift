// ReportPages: pages about logs and comparisons, and charts as SVG.
// Files that load nothing and have the same bytes for the same input. What a log shows is decided in LogDiagnosis and
// LogProcessing.

import AttitudeFilters
import JSONCoding
import LogDiagnosis
import LogProcessing
import LogTables
import Rotations

/// The report of a log as a page in one file, which opens from disk and loads nothing.
package struct LogReportPage {
  let recorder: LogReportRecorder
  let intervals: IntervalStatistics
  let facts: LogReportFacts

  /// The page of what a recorder has collected, with the intervals between the rows.
  package init(_ recorder: LogReportRecorder, intervals: IntervalStatistics, facts: LogReportFacts) {
    self.recorder = recorder
    self.intervals = intervals
    self.facts = facts
  }

  /// The page.
  package var html: String {
    let reduction = recorder.reduction.finished
    let columns = ReportColumns(reduction)
    let content = Content(
      facts: facts, rows: recorder.rowCount, rowsPerPart: reduction.rowsPerPart,
      start: recorder.origin.map { "\($0)" }, columns: columns.columns, flagSets: reduction.flagSets,
      gravity: .standardGravity,
      meanField: meanField, flags: flags,
      intervals: intervals.histogram.map {
        IntervalClass(from: 1000 * $0.limits.lowerBound, to: 1000 * $0.limits.upperBound, rows: $0.count)
      }, notIncreasing: intervals.duplicateCount + intervals.backwardCount, spectra: spectra,
      restRates: recorder.restRates.classes,
      coverage: recorder.coverage.share, velocities: recorder.velocityCount)
    let json = (try? JSON.text(of: content)) ?? "{}"
    return PageParts.log.page(
      title: facts.title, values: [("report", json), ("result", facts.result)], data: columns.bytes)
  }

  /// What the page gets as JSON.
  private struct Content: Encodable {
    var facts: LogReportFacts
    var rows: Int
    var rowsPerPart: Int
    var start: String?
    var columns: [ReportColumns.Column]
    var flagSets: [UInt16]
    var gravity: Double
    var meanField: LogReportFacts.Field?
    var flags: [Flag]
    var intervals: [IntervalClass]
    var notIncreasing: Int
    var spectra: [Spectrum]
    var restRates: [RestRates.Class]
    var coverage: Double
    /// The rows with a velocity.
    var velocities: Int
  }

  /// The rows with an interval between two limits in ms.
  private struct IntervalClass: Encodable {
    var from: Double
    var to: Double
    var rows: Int
  }

  private struct Flag: Encodable {
    var name: String
    var bit: Int
    var rows: Int
  }

  private struct Spectrum: Encodable {
    struct Peak: Encodable {
      var frequency: Double
      var prominence: Double
    }

    var name: String
    var unit: String
    /// The distance of the frequencies in Hz; the first is zero.
    var step: Double
    var segments: Int
    /// The densities of x, y and z.
    var densities: [[Float]]
    var peaks: [Peak]

    init?(name: String, unit: String, _ spectrum: WelchSpectrum) {
      guard spectrum.segmentCount > 0 else { return nil }
      self.name = name
      self.unit = unit
      step = spectrum.frequencies[1]
      segments = spectrum.segmentCount
      let values = spectrum.densities
      densities = (0..<3).map { axis in values.map { Float($0[axis]) } }
      peaks = spectrum.peaks().map { Peak(frequency: $0.frequency, prominence: $0.prominence) }
    }
  }

  private var spectra: [Spectrum] {
    [
      Spectrum(name: "Gyroscope", unit: "(deg/s)²/Hz", recorder.gyroscopeSpectrum),
      Spectrum(name: "Accelerometer", unit: "(m/s²)²/Hz", recorder.accelerometerSpectrum),
    ].compactMap { $0 }
  }

  private var meanField: LogReportFacts.Field? {
    guard let strength = recorder.meanStrength.value, let dip = recorder.meanDip.value else { return nil }
    return LogReportFacts.Field(strength: strength, dip: dip, source: "mean of the undisturbed rows")
  }

  private var flags: [Flag] {
    recorder.flagCounts.enumerated().compactMap { bit, rows in
      guard rows > 0, let name = OutcomeFlags(rawValue: 1 << OutcomeFlags.RawValue(bit)).names.first else { return nil }
      return Flag(name: name, bit: bit, rows: rows)
    }
  }
}

/// The packed columns of a report, one after the other.
struct ReportColumns {
  /// A column and its place in the bytes.
  struct Column: Encodable {
    var name: String
    var unit: String?
    /// What its numbers are divided by; nil for 1.
    var divisor: Int?
    /// Multiples of three, so that its base64 is a text of its own.
    var offset: Int
    var size: Int
    var count: Int
    /// The largest magnitude.
    var largest: Double
  }

  private(set) var columns: [Column] = []
  private(set) var bytes: [UInt8] = []

  /// The columns of a finished reduction that have at least one number.
  init(_ reduction: RowReduction) {
    add("time", unit: "s", reduction.starts)
    if reduction.rowsPerPart > 1 { add("end", unit: "s", reduction.ends) }
    add("flags", unit: nil, reduction.flags)
    // The lengths of rows are those of their coordinates; of longer parts they are not.
    for curve in ReportCurve.allCases where reduction.rowsPerPart > 1 || !curve.isLength {
      for kept in RowReduction.Kept.allCases {
        guard let column = reduction.column(kept, of: curve) else { continue }
        add(reduction.rowsPerPart == 1 ? curve.name : "\(curve.name).\(kept)", unit: curve.unit, column)
      }
    }
  }

  private mutating func add(_ name: String, unit: String?, _ column: PackedColumn) {
    let column = column.finished
    guard column.hasNumbers else { return }
    let packed = column.bytes
    columns.append(
      Column(
        name: name, unit: unit, divisor: column.divisor == 1 ? nil : column.divisor, offset: bytes.count,
        size: packed.count, count: column.count, largest: column.largest / Double(column.divisor)))
    bytes += packed
    bytes += [UInt8](repeating: 0, count: (3 - bytes.count % 3) % 3)
  }
}
