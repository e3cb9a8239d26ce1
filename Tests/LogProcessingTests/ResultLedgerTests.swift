import AttitudeFilters
import LogProcessing
import Foundation
import LogTables
import TestSupport
import Testing

@Suite struct ResultLedgerTests {
  private let folder = TemporaryFolder()
  private var log: String { folder.path("walk.csv") }
  private var output: String { folder.path("out/walk.attitude.csv") }
  private var entry: String { folder.path("out/.cardan/walk.attitude.csv.json") }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: true)
    try write("rows", to: log)
    try ResultLedger.prepare(for: [output])
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  private func done(_ ledger: ResultLedger, text: String = "attitudes") throws -> LogResult {
    let begun = try ledger.begin(log, for: output)
    try write(text, to: output)
    let header = LogHeader(formatName: "", hasGyroscope: true, hasAccelerometer: true, hasMagnetometer: true)
    let result = LogResult(log: log, output: output, summary: FusionSummary(header: header), reasons: ["no rows"])
    try ledger.enter(result, of: begun)
    return result
  }

  @Test func remembersWhatIsDone() throws {
    let ledger = ResultLedger(settings: "one")
    #expect(ledger.intactResult(of: log, at: output) == nil)
    let result = try done(ledger)
    #expect(ledger.intactResult(of: log, at: output) == result)
    #expect(result.state == .degraded && result.reasons == ["no rows"])
    #expect(ResultLedger(settings: "two").intactResult(of: log, at: output) == nil)
    #expect(ledger.intactResult(of: folder.path("other.csv"), at: output) == nil)
    #expect(ledger.intactResult(of: log, at: folder.path("out/other.attitude.csv")) == nil)
  }

  /// A result of the right size with one byte changed, a result cut off, one that is gone.
  @Test(arguments: ["attitudeS", "attitude", nil])
  func seesADamagedResult(text: String?) throws {
    let ledger = ResultLedger(settings: "one")
    _ = try done(ledger)
    if let text { try write(text, to: output) } else { try FileManager.default.removeItem(atPath: output) }
    #expect(ledger.intactResult(of: log, at: output) == nil)
  }

  @Test func seesAChangedLog() throws {
    let ledger = ResultLedger(settings: "one")
    _ = try done(ledger)
    try write("rowS", to: log)
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: log)
    #expect(ledger.intactResult(of: log, at: output) == nil)
    try FileManager.default.removeItem(atPath: log)
    #expect(ledger.intactResult(of: log, at: output) == nil)
  }

  @Test(arguments: ["", "{", "{\"version\":1}", "null"])
  func seesADamagedEntry(text: String) throws {
    let ledger = ResultLedger(settings: "one")
    _ = try done(ledger)
    #expect(FileManager.default.fileExists(atPath: entry))
    try write(text, to: entry)
    #expect(ledger.intactResult(of: log, at: output) == nil)
  }

  /// A log that changed while it was read, and one that is no file, are not entered.
  @Test func entersOnlyWhatItKnows() throws {
    let ledger = ResultLedger(settings: "one")
    let begun = try ledger.begin(log, for: output)
    try write("more rows", to: log)
    try write("attitudes", to: output)
    let header = LogHeader(formatName: "", hasGyroscope: true, hasAccelerometer: true, hasMagnetometer: true)
    let summary = FusionSummary(header: header)
    try ledger.enter(LogResult(log: log, output: output, summary: summary, reasons: []), of: begun)
    try ledger.enter(
      LogResult(log: "-", output: output, summary: summary, reasons: []), of: ledger.begin("-", for: output))
    #expect(!FileManager.default.fileExists(atPath: entry))
  }

  @Test func removesWhatKilledRunsLeft() throws {
    let left = folder.path("out/.walk.attitude.csv.4-0.partial")
    let leftEntry = folder.path("out/.cardan/.walk.attitude.csv.json.4-0.partial")
    let foreign = folder.path("out/.run.attitude.csv.4-0.partial")
    for path in [left, leftEntry, foreign] { try write("half", to: path) }
    try ResultLedger.prepare(for: [output])
    #expect(!FileManager.default.fileExists(atPath: left))
    #expect(!FileManager.default.fileExists(atPath: leftEntry))
    #expect(FileManager.default.fileExists(atPath: foreign))
  }

  @Test func recordsAreLinesOfJSON() throws {
    let error = LogError(path: "a/b.csv", line: 3, column: 2, name: "t", message: "an \"odd\" one")
    let line = LogResult(log: "a/b.csv", error: error).json
    #expect(
      line == #"{"log":"a/b.csv","reasons":["a/b.csv:3:2: t: an \"odd\" one"],"state":"failed"}"#)
    let result = try done(ResultLedger(settings: ""))
    #expect(try JSONDecoder().decode(LogResult.self, from: Data(result.json.utf8)) == result)
    #expect(!result.json.contains("\n"))
  }
}
