import Testing

@testable import CardanCommand

@Suite struct SpellingTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("frame", "frame", 0), ("fram", "frame", 1), ("framee", "frame", 1),
    ("frzme", "frame", 1), ("farme", "frame", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func countsEdits(left: String, right: String, distance: Int) {
    #expect(Spelling.distance(left, right) == distance)
    #expect(Spelling.distance(right, left) == distance)
  }

  @Test func prefersCompletionsAndRefusesFarWords() {
    let names = ["frame", "format", "filter"]
    #expect(Spelling.nearest(to: "fra", among: names) == "frame")
    #expect(Spelling.nearest(to: "fromat", among: names) == "format")
    #expect(Spelling.nearest(to: "zzz", among: names) == nil)
    #expect(Spelling.nearest(to: "f", among: names) == nil)
    #expect(Spelling.nearest(to: "frame", among: []) == nil)
  }
}
