import JSONCoding

/// The page of a benchmark: tables, and a plot of error against cost.
package struct BenchmarkPage: Encodable, Sendable {
  /// A table of texts.
  package struct Table: Encodable, Sendable {
    package var id: String
    package var title: String
    /// What the numbers are.
    package var note: String
    package var headings: [String]
    package var rows: [[String]]

    /// A table from its parts.
    package init(id: String, title: String, note: String, headings: [String], rows: [[String]]) {
      self.id = id
      self.title = title
      self.note = note
      self.headings = headings
      self.rows = rows
    }
  }

  /// A method in the plot.
  package struct Point: Encodable, Sendable {
    package var name: String
    /// Nanoseconds per sample.
    package var cost: Double
    /// The mean total error, degrees.
    package var error: Double
    package var isPeer: Bool
    /// Whether no other method has both a smaller error and a smaller cost.
    package var isOnFront: Bool

    /// A point from its parts.
    package init(name: String, cost: Double, error: Double, isPeer: Bool, isOnFront: Bool) {
      self.name = name
      self.cost = cost
      self.error = error
      self.isPeer = isPeer
      self.isOnFront = isOnFront
    }
  }

  let title: String
  let headline: String
  let points: [Point]
  let tables: [Table]
  let provenance: [LogReportFacts.Fact]

  /// A page from its parts. The plot comes after the first table.
  package init(
    title: String, headline: String, points: [Point], tables: [Table], provenance: [LogReportFacts.Fact]
  ) {
    self.title = title
    self.headline = headline
    self.points = points
    self.tables = tables
    self.provenance = provenance
  }

  /// The page.
  package var html: String {
    let json = (try? JSON.text(of: self)) ?? "{}"
    return PageParts.benchmark.page(title: title, values: [("benchmark", json)])
  }
}
