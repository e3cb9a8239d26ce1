import AttitudeEvaluation
import AttitudeFilters
import LogProcessing
import Foundation

/// The errors of filters on logs, as a table, CSV or JSON.
struct EvaluationReport {
  /// The form of a report.
  enum Form {
    case table
    case csv
    case json
  }

  /// One log and filter in JSON. Angles are in degrees.
  struct Entry: Encodable {
    var log: String
    var filter: String
    var rows: Int
    var total: Double
    var heading: Double
    var inclination: Double
    var headingOffset: Double
  }

  let logs: [String]
  let filters: [FilterKind]
  let outcomes: [LogOutcome<LogEvaluation>]
  /// Whether the smoother replaced the filter.
  let smooths: Bool
  /// Whether the best constant heading offset is removed.
  let removesHeadingOffset: Bool

  /// The report in one of its forms.
  func text(_ form: Form) throws -> String {
    switch form {
    case .table: return table
    case .csv: return csv
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      return String(decoding: try encoder.encode(entries), as: UTF8.self) + "\n"
    }
  }

  /// Errors and warnings.
  var remarks: [String] {
    zip(logs, outcomes).compactMap { log, outcome in
      switch outcome {
      case .ok: nil
      case .degraded(_, let reasons): "\(log): take care: \(reasons.joined(separator: "; "))"
      case .failed(let error): "\(Console.programName): \(error.advised)"
      }
    }
  }

  /// Every log and filter that there is a result for.
  var entries: [Entry] {
    zip(logs, outcomes).flatMap { log, outcome in
      (outcome.value?.errors ?? []).map { errors in
        let error = degrees(errors)
        return Entry(
          log: log, filter: smooths ? "smoother" : errors.filter.name, rows: errors.rowCount, total: error[0],
          heading: error[1],
          inclination: error[2], headingOffset: errors.headingOffset * 180 / .pi)
      }
    }
  }

  private func degrees(_ errors: FilterErrors) -> [Double] {
    let error = removesHeadingOffset ? errors.withoutHeadingOffset : errors.asGiven
    return [error.total, error.heading, error.inclination].map { $0 * 180 / .pi }
  }

  private var table: String {
    var table = TextTable(headings: ["log"] + filters.flatMap { _ in ["total", "heading", "inclin."] })
    if filters.count > 1 { table.groups = [("", 1)] + filters.map { ($0.name, 3) } }
    var figures: [[Double]] = []
    for (log, outcome) in zip(logs, outcomes) {
      let name = (log as NSString).lastPathComponent
      let row = outcome.value?.errors.flatMap(degrees)
      if let row { figures.append(row) }
      let cells = row?.map { Figures.fixed($0, 3) } ?? Array(repeating: "failed", count: 3 * filters.count)
      table.rows.append(.cells([name] + cells))
    }
    if figures.count > 1 {
      let means = (0..<3 * filters.count).map { column in
        figures.reduce(0) { $0 + $1[column] } / Double(figures.count)
      }
      table.rows += [.rule, .cells(["mean of \(figures.count)"] + means.map { Figures.fixed($0, 3) })]
    }
    let offset = removesHeadingOffset ? ", best constant heading offset removed" : ""
    return table.text + "RMS error in degrees\(offset)\n"
  }

  private var csv: String {
    let header = "log,filter,rows,total [deg],heading [deg],inclination [deg],heading_offset [deg]\n"
    let lines = entries.map { entry in
      let figures = [entry.total, entry.heading, entry.inclination, entry.headingOffset].map { Figures.fixed($0, 6) }
      return "\(Self.field(entry.log)),\(entry.filter),\(entry.rows),\(figures.joined(separator: ","))\n"
    }
    return header + lines.joined()
  }

  /// A text as a CSV field, quoted if necessary.
  private static func field(_ text: String) -> String {
    guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
    return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
