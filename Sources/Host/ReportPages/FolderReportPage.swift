import JSONCoding

/// The report of a folder of logs: a table, worst first, with links to the reports of the logs.
package struct FolderReportPage {
  /// A log.
  package struct Entry: Encodable, Sendable {
    /// The name of the log, and the name of its report; nil without a report.
    package var log: String
    package var page: String?
    /// A verdict, or `failed`.
    package var state: String
    /// Warnings or the reason of failure.
    package var reasons: [String]
    package var rows: Int?
    package var seconds: Double?
    /// The duration in words, and what the heading is relative to.
    package var duration: String?
    package var heading: String?
    /// The shares of the rows at rest and with a disturbed field, 0 to 1.
    package var atRest: Double?
    package var fieldDisturbed: Double?
    package var gaps: Int?
    /// The root mean square of the total error in degrees; nil without truth.
    package var error: Double?

    /// A log that could not be read, or one without numbers yet.
    package init(log: String, state: String, reasons: [String]) {
      self.log = log
      self.state = state
      self.reasons = reasons
    }
  }

  let title: String
  let entries: [Entry]
  let provenance: [LogReportFacts.Fact]

  /// The page of logs, in any order.
  package init(title: String, entries: [Entry], provenance: [LogReportFacts.Fact]) {
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
  package var html: String {
    let content = Content(title: title, entries: entries, provenance: provenance)
    let json = (try? JSON.text(of: content)) ?? "{}"
    return PageParts.folder.page(title: title, values: [("folder", json)])
  }
}
