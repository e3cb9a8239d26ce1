import JSONCoding

/// The report of a folder of logs: a table, worst first, with links to the reports of the logs.
public struct FolderReportPage {
  /// A log.
  public struct Entry: Encodable, Sendable {
    /// The name of the log, and the name of its report; nil without a report.
    public var log: String
    public var page: String?
    /// A verdict, or `failed`.
    public var state: String
    /// Warnings or the reason of failure.
    public var reasons: [String]
    public var rows: Int?
    public var seconds: Double?
    /// The shares of the rows at rest and with a disturbed field, 0 to 1.
    public var atRest: Double?
    public var fieldDisturbed: Double?
    public var gaps: Int?
    /// The root mean square of the total error in degrees; nil without truth.
    public var error: Double?

    /// A log that could not be read, or one without numbers yet.
    public init(log: String, state: String, reasons: [String]) {
      self.log = log
      self.state = state
      self.reasons = reasons
    }
  }

  let title: String
  let entries: [Entry]
  let provenance: [LogReportFacts.Fact]

  /// The page of logs, in any order.
  public init(title: String, entries: [Entry], provenance: [LogReportFacts.Fact]) {
    self.title = title
    self.entries = entries
    self.provenance = provenance
  }

  private struct Content: Encodable {
    var title: String
    var entries: [Entry]
    var provenance: [LogReportFacts.Fact]
  }

  /// The page.
  public var html: String {
    let content = Content(title: title, entries: entries, provenance: provenance)
    let json = (try? JSON.text(of: content)) ?? "{}"
    return PageParts.folder.page(title: title, values: [("folder", json)])
  }
}
