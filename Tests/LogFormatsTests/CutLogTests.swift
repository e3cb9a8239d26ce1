import Foundation
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

/// Logs that end with the power: the last message was cut, which is no damage that matters. A hole within the log is.
@Suite struct CutLogTests {
  let folder = TemporaryFolder()

  private func damage(_ bytes: Data, _ name: String) throws -> LogDamage {
    try #require(MotionLog.open(folder.write(bytes, to: name)).header.contents?.damage)
  }

  @Test(
    .needs(
      .recording("ulog/sample.ulg"), .recording("dataflash/plane_sitl.BIN"), .recording("ros1/sparkfun_razor.bag")),
    arguments: [
      ("ulog/sample.ulg", 3_000_001), ("dataflash/plane_sitl.BIN", 50_001), ("ros1/sparkfun_razor.bag", 100_001),
    ])
  func theLastMessageIsNoDamage(_ name: String, count: Int) throws {
    let whole = try Data(contentsOf: SharedRecordings.folder.appending(path: name))
    let ending = String(name.suffix(4))
    let cut = try damage(whole.prefix(count), "cut\(ending)")
    #expect(cut.isAtEnd && cut.messages > 0, "\(cut)")
    // Zeros within the log, before its cut end too. A bag without its end has its topics in the chunk that they would damage.
    guard ending != ".bag" else { return }
    var holed = whole.prefix(count)
    for place in count / 2..<count / 2 + 700 { holed[place] = 0 }
    let hole = try damage(holed, "hole\(ending)")
    #expect(!hole.isAtEnd && hole.messages > 0, "\(hole)")
  }
}
