import LogDiagnosis
import MotionLogs

/// A log that is read, and what its rows show so far.
struct OpenLog {
  private var reader: CSVLogReader
  private var inspection: LogInspection

  var header: LogHeader { reader.header }

  init(path: String, options: LogOptions) throws(LogError) {
    reader = try CSVLogReader(path: path, options: options)
    inspection = LogInspection(header: reader.header)
  }

  /// The next row; nil at the end.
  mutating func next() throws(LogError) -> LogRecord? {
    guard let record = try reader.next() else {
      inspection.finish(reader.damage)
      return nil
    }
    inspection.add(record)
    return record
  }

  /// The verdict and the findings as JSON.
  var findings: String {
    let found = inspection.findings()
    return JSONText.object([
      ("verdict", JSONText.string(Verdict(found).rawValue)), ("findings", JSONText.array(found.map { $0.json })),
    ])
  }
}

extension Finding {
  /// The finding with the keys of `FindingReport.Entry`, but for its sentence.
  fileprivate var json: String {
    let numbers = evidence.map { number in
      JSONText.object([
        ("name", JSONText.string(number.name)), ("value", JSONText.number(number.value)),
        ("unit", JSONText.string(number.unit)),
      ])
    }
    let times = times.map { JSONText.array([JSONText.number($0.lowerBound), JSONText.number($0.upperBound)]) }
    return JSONText.object(
      [
        ("check", JSONText.string(check.rawValue)), ("name", JSONText.string(check.name)),
        ("severity", JSONText.string(severity.rawValue)), ("text", JSONText.string(fact.description)),
        ("evidence", JSONText.array(numbers)), ("times", JSONText.array(times)),
        ("options", JSONText.array((advice?.options ?? []).map { JSONText.string($0) })),
      ] + (advice?.action.map { [("action", JSONText.string($0))] } ?? []))
  }
}

/// Values as JSON.
enum JSONText {
  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
      // Texts of logs are free of control characters once they are printable.
      result.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
    }
    return result + "\""
  }

  /// A number; a text for one that JSON does not have.
  static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : string("\(value)") }

  static func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

  static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(string($0.0)):\($0.1)" }.joined(separator: ",") + "}"
  }
}
