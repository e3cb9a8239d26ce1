import AttitudeEvaluation
import FileAccess
import JSONCoding
import LogFormats
import LogProcessing
import ParallelWork
import ReportPages
import SystemLibrary

/// The result of `cardan bench` as JSON. Angles are in degrees.
struct BenchDocument: Encodable {
  /// A mean with half the width of its 95 % confidence interval; null for one recording.
  struct Interval: Encodable {
    var mean: Double
    var halfWidth: Double?

    init(_ interval: MeanInterval) {
      mean = interval.mean * 180 / .pi
      halfWidth = interval.halfWidth.isFinite ? interval.halfWidth * 180 / .pi : nil
    }
  }

  struct Method: Encodable {
    var method: String
    var version: String
    var tunedOn: String
    var total: Interval
    var heading: Interval
    var inclination: Interval
    var difference: Interval
    var nanosecondsPerSample: Double
    var instructionsPerSample: Double?
    var isOnFront: Bool
  }

  struct Run: Encodable {
    var method: String
    var total: Double?
    var heading: Double?
    var inclination: Double?
    var nanosecondsPerSample: Double?
    /// Why the method has no result.
    var failure: String?
  }

  struct Recording: Encodable {
    var log: String
    var sha256: String?
    var rows: Int?
    var countedRows: Int?
    var runs: [Run]
    /// Why the log has no result.
    var failure: String?
  }

  let program = "\(Console.programName) \(CommandList.version)"
  let machine = Dictionary(uniqueKeysWithValues: BenchDocument.machine.map { ($0.name.lowercased(), $0.value) })
  let against: String
  let methods: [Method]
  let recordings: [Recording]

  init(_ report: BenchReport) {
    against = report.summary.reference
    methods = report.summary.lines.map { line in
      Method(
        method: line.method.name, version: line.method.version, tunedOn: line.method.tuning,
        total: Interval(line.total), heading: Interval(line.heading), inclination: Interval(line.inclination),
        difference: Interval(line.difference), nanosecondsPerSample: line.cost,
        instructionsPerSample: line.instructions, isOnFront: line.isOnFront)
    }
    recordings = report.logs.indices.map { log in
      let benchmark = report.outcomes[log].value
      let runs = zip(report.methods, benchmark?.runs ?? []).map { method, result in
        switch result {
        case .success(let run):
          let errors = report.errors(run, of: log)
          return Run(
            method: method.name, total: errors[0], heading: errors[1], inclination: errors[2],
            nanosecondsPerSample: run.cost)
        case .failure(let error): return Run(method: method.name, failure: "\(error)")
        }
      }
      return Recording(
        log: report.logs[log], sha256: Self.digest(of: report.logs[log]),
        rows: benchmark?.rowCount, countedRows: benchmark?.countedRows, runs: runs,
        failure: report.outcomes[log].error.map { "\($0)" })
    }
  }

  /// The document.
  var json: String {
    get throws {
      return try JSON.text(of: self, .lines) + "\n"
    }
  }

  /// The digest of the file with the rows of a log; nil for the standard input.
  static func digest(of log: String) -> String? {
    MotionLog.file(of: log).flatMap { LogReportFacts.digest(ofFile: $0)?.value }
  }

  /// The processor and the system of this machine.
  static var machine: [(name: String, value: String)] {
    let text = WholeFile.bytes(at: "/proc/cpuinfo").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let model = text.split(separator: "\n").first { $0.hasPrefix("model name") }
      .flatMap { $0.split(separator: ":").last.map { $0.drop { $0 == " " } } }
    var system = utsname()
    uname(&system)
    func field<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return [
      ("Processor", model.map(String.init) ?? field(system.machine)),
      ("Cores", "\(WorkQueue.processorCount)"),
      ("System", "\(field(system.sysname)) \(field(system.release)) \(field(system.machine))"),
    ]
  }
}
