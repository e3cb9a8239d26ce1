import TestSupport
import Testing

@testable import CardanCommand

/// `cardan report` as a process.
@Suite struct ReportProcessTests: CommandSuite {
  let folder = TemporaryFolder()

  /// Stages on several threads give the page of one thread, but for its command line.
  @Test func threadsDoNotChangeAPage() throws {
    try #require(try cardan("simulate", "--duration", "150", "-o", "walk.csv").status == 0)
    let pages = try [1, 4].map { count in
      let result = try cardan("report", "walk.csv", "-q", "--jobs", "\(count)", "-o", "page.html")
      try #require(result.status == 0, "\(result.errors)")
      return try folder.text("page.html").replacing("--jobs \(count)", with: "--jobs N")
    }
    #expect(pages[0].contains("--jobs N") && pages[0] == pages[1])
  }
}
