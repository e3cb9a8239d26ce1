// CardanWebLogs: the reader of logs for web pages: what `log.js` calls in `log.wasm`.
// It reads and judges the rows of a table; the filter is the other module's.

import CWebRuntime
import JSONCoding
import LogDiagnosis
import LogTables

/// A log that is read, and what its rows show so far.
struct OpenLog {
  private var reader: CSVLogReader
  private var inspection: LogInspection

  var header: LogHeader { reader.header }

  init(path: String, options: LogOptions) throws(LogError) {
    reader = try CSVLogReader(ByteReader(PageBytes(path: path)), options: options)
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
    let found = inspection.findings().untried
    return JSON.text(
      of: .object([("verdict", .text(Verdict(found).rawValue)), ("findings", .list(found.map { $0.json }))]))
  }
}

extension Finding {
  /// The finding with the keys of `FindingReport.Entry`, but for its sentence.
  fileprivate var json: JSONNode {
    let numbers = evidence.map { number in
      JSONNode.object([("name", .text(number.name)), ("value", .number(number.value)), ("unit", .text(number.unit))])
    }
    let times = times.map { JSONNode.list([.number($0.lowerBound), .number($0.upperBound)]) }
    return .object(
      [
        ("check", .text(check.rawValue)), ("name", .text(check.name)), ("severity", .text(severity.rawValue)),
        ("text", .text(fact.description)), ("evidence", .list(numbers)), ("times", .list(times)),
        ("options", .list((advice?.options ?? []).map { .text($0) })),
      ] + (advice?.action.map { [("action", .text($0))] } ?? []))
  }
}

/// The bytes of the log that the page has opened, forward. Logs are not compressed here.
final class PageBytes: ByteSource {
  /// The name of the log, for messages.
  let path: String
  var isCompressed: Bool { false }

  /// The only log of the module.
  init(path: String) { self.path = path }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    return Int(cardan_read_log(start, Int32(buffer.count)))
  }
}
