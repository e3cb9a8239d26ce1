import AttitudeEvaluation
import AttitudeFilters
import FileAccess
import JSONCoding
import LogProcessing
import LogTables

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
    var totalWithoutOffset: Double
    var headingWithoutOffset: Double
    var normalizedInclination: Double
    var normalizedHeading: Double
  }

  let logs: [String]
  let filters: [FilterKind]
  let outcomes: [LogOutcome<LogEvaluation>]
  /// Whether the smoother replaced the filter.
  let smooths: Bool
  /// Whether the best constant heading offset is removed from every log. It always is where no magnetometer sets the heading.
  let removesHeadingOffset: Bool

  /// The report in one of its forms.
  func text(_ form: Form) throws -> String {
    switch form {
    case .table: return table
    case .csv: return csv
    case .json:
      return try JSON.text(of: entries, .lines) + "\n"
    }
  }

  /// Errors and warnings.
  var remarks: [String] {
    ShownErrors.remarks(logs, outcomes)
  }

  /// Every log and filter that there is a result for.
  var entries: [Entry] {
    zip(logs, outcomes).flatMap { log, outcome in
      (outcome.value?.errors ?? []).map { errors in
        let error = degrees(errors)
        return Entry(
          log: log, filter: smooths ? "smoother" : errors.filter.name, rows: errors.rowCount, total: error[0],
          heading: error[1],
          inclination: error[2], headingOffset: errors.headingOffset * 180 / .pi,
          totalWithoutOffset: errors.withoutHeadingOffset.total * 180 / .pi,
          headingWithoutOffset: errors.withoutHeadingOffset.heading * 180 / .pi,
          normalizedInclination: errors.normalizedInclination, normalizedHeading: normalizedHeading(errors))
      }
    }
  }

  private func degrees(_ errors: FilterErrors) -> [Double] {
    let error = removesHeadingOffset || !errors.hasNorth ? errors.withoutHeadingOffset : errors.asGiven
    return [error.total, error.heading, error.inclination].map { $0 * 180 / .pi }
  }

  /// Of the heading error that is shown.
  private func normalizedHeading(_ errors: FilterErrors) -> Double {
    removesHeadingOffset ? errors.normalizedHeadingWithoutOffset : errors.normalizedHeading
  }

  /// The figures of the table, in the order of `columns`.
  private func figures(of errors: FilterErrors) -> [Double] {
    degrees(errors) + [
      errors.withoutHeadingOffset.total * 180 / .pi, errors.normalizedInclination, normalizedHeading(errors),
    ]
  }
  private static let columns = ["total", "heading", "inclin.", "free", "NEES i", "NEES h"]

  private var table: String {
    let width = Self.columns.count
    var table = TextTable(headings: ["log"] + filters.flatMap { _ in Self.columns })
    if filters.count > 1 { table.groups = [("", 1)] + filters.map { ($0.name, width) } }
    var figures: [[Double]] = []
    for (log, outcome) in zip(logs, outcomes) {
      let name = FilePath.name(of: log)
      let row = outcome.value?.errors.flatMap(self.figures(of:))
      if let row { figures.append(row) }
      let cells = row?.map(Self.cell) ?? Array(repeating: "failed", count: width * filters.count)
      table.rows.append(.cells([name] + cells))
    }
    if figures.count > 1 {
      let means = (0..<width * filters.count).map { column in
        figures.reduce(0) { $0 + $1[column] } / Double(figures.count)
      }
      table.rows += [.rule, .cells(["mean of \(figures.count)"] + means.map(Self.cell))]
    }
    return table.text + note
  }

  private static func cell(_ figure: Double) -> String { figure.isNaN ? "-" : Figures.fixed(figure, 3) }

  private var note: String {
    let errors = outcomes.flatMap { $0.value?.errors ?? [] }
    let isFree = removesHeadingOffset || errors.allSatisfy { !$0.hasNorth }
    let offset =
      isFree
      ? ", best constant heading offset removed"
      : errors.contains { !$0.hasNorth } ? ", best constant heading offset removed in logs without a magnetometer" : ""
    return Console.wrapped(
      "RMS error in degrees\(offset); free: total without the heading offset; NEES: squared error over the filter's "
        + "variance, 1 if its standard deviation is right")
  }

  private var csv: String {
    let header =
      "log,filter,rows,total [deg],heading [deg],inclination [deg],heading_offset [deg],"
      + "total_without_offset [deg],heading_without_offset [deg],nees_inclination,nees_heading\n"
    let lines = entries.map { entry in
      let figures = [
        entry.total, entry.heading, entry.inclination, entry.headingOffset, entry.totalWithoutOffset,
        entry.headingWithoutOffset, entry.normalizedInclination, entry.normalizedHeading,
      ].map { Figures.field($0, 6) }
      return "\(Self.field(entry.log)),\(entry.filter),\(entry.rows),\(figures.joined(separator: ","))\n"
    }
    return header + lines.joined()
  }

  /// A text as a CSV field, quoted if necessary.
  static func field(_ text: String) -> String {
    guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
    return "\"" + text.substituting("\"", with: "\"\"") + "\""
  }
}
