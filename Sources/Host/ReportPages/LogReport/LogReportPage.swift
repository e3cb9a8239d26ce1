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
    var columns = ReportColumns()
    columns.add(recorder.reduction, origin: recorder.origin ?? 0)
    let content = Content(
      facts: facts, rows: recorder.rowCount, rowsPerPart: recorder.reduction.rowsPerPart,
      start: recorder.origin.map { "\($0)" }, columns: columns.columns, gravity: .standardGravity,
      meanField: meanField, flags: flags,
      intervals: intervals.histogram.map {
        IntervalClass(from: 1000 * $0.limits.lowerBound, to: 1000 * $0.limits.upperBound, rows: $0.count)
      }, notIncreasing: intervals.duplicateCount + intervals.backwardCount, spectra: spectra,
      restRates: recorder.restRates.classes,
      coverage: recorder.coverage.share)
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
    var gravity: Double
    var meanField: LogReportFacts.Field?
    var flags: [Flag]
    var intervals: [IntervalClass]
    var notIncreasing: Int
    var spectra: [Spectrum]
    var restRates: [RestRates.Class]
    var coverage: Double
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

/// The columns of a report as bytes, little-endian, one after the other.
struct ReportColumns {
  /// A column and its place in the bytes.
  struct Column: Encodable {
    var name: String
    var unit: String?
    /// `f64`, `f32` or `u16`.
    var type: String
    /// The numbers of a value. A range has two columns: `yaw.least` and `yaw.greatest`, equal and thus only one where every part
    /// is one row.
    var width: Int
    var offset: Int
    var count: Int
  }

  private(set) var columns: [Column] = []
  private(set) var bytes: [UInt8] = []

  /// Adds everything that has at least one value.
  mutating func add(_ reduction: RowReduction, origin: Int64) {
    // Rounded once: 12340000000 ns are the number that 12.34 is.
    func seconds(_ timestamp: Int64) -> Double { Double(timestamp &- origin) / 1e9 }
    add("time", unit: "s", "f64", reduction.starts.map(seconds)) { $0.bitPattern }
    if reduction.rowsPerPart > 1 { add("end", unit: "s", "f64", reduction.ends.map(seconds)) { $0.bitPattern } }
    add("flags", unit: nil, "u16", reduction.flags) { $0 }
    for curve in ReportCurve.allCases {
      let range = reduction.range(of: curve)
      if reduction.rowsPerPart == 1 {
        addNumbers(curve.name, unit: curve.unit, range.least)
      } else {
        addNumbers("\(curve.name).least", unit: curve.unit, range.least)
        addNumbers("\(curve.name).greatest", unit: curve.unit, range.greatest)
      }
    }
    for sample in ReportSample.allCases {
      addNumbers(sample.name, unit: nil, reduction.numbers(of: sample), width: sample.width)
    }
  }

  private mutating func addNumbers(_ name: String, unit: String?, _ numbers: [Float], width: Int = 1) {
    guard numbers.contains(where: { !$0.isNaN }) else { return }
    add(name, unit: unit, "f32", numbers, width: width) { $0.bitPattern }
  }

  private mutating func add<Number, Bits: FixedWidthInteger>(
    _ name: String, unit: String?, _ type: String, _ numbers: [Number], width: Int = 1, bits: (Number) -> Bits
  ) {
    // Numbers begin at multiples of their size.
    bytes += [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8)
    columns.append(
      Column(
        name: name, unit: unit, type: type, width: width, offset: bytes.count, count: numbers.count / width))
    for number in numbers { withUnsafeBytes(of: bits(number).littleEndian) { bytes += $0 } }
  }
}
