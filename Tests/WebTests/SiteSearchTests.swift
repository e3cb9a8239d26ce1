import TestSupport
import Testing

/// The search of the documentation's site.
@Suite(.needs(.program("node", package: "nodejs"))) struct SiteSearchTests {
  @Test func theBestPageComesFirst() throws {
    let output = try Program.require(["node", Project.file("Tests/WebTests/Programs/search.mjs").path])
    #expect(output == "the search works\n", "\(output)")
  }
}
