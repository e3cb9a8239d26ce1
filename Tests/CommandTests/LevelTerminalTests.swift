import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// `cardan level` in a terminal: a dial, a bar, other sizes, Ctrl-C.
@Suite(.endedWhenHanging, .serialized, .needs(.file("/usr/bin/setsid", package: "util-linux")))
struct LevelTerminalTests {
  let folder = TemporaryFolder()

  /// A recording of two minutes at rest, its top 30° to the left of up.
  init() throws {
    let (x, y) = (9.80665 * sin(30 * Double.pi / 180), 9.80665 * cos(30 * Double.pi / 180))
    let rows = (0..<6000).map { "\(Double($0) / 50),0,0,0,\(x),\(y),0\n" }
    try folder.write(
      "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z\n" + rows.joined(), to: "log.csv")
  }

  func level(width: Int, height: Int, locale: String = "C.UTF-8", _ options: String...) throws -> TerminalProcess {
    try TerminalProcess(
      ["level", "replay:log.csv?rate=1", "--rate", "20"] + options, width: width, height: height, locale: locale,
      in: folder)
  }

  /// Ctrl-C, and a terminal as it was.
  func expectCleanEnd(of terminal: TerminalProcess) {
    terminal.press([3])
    #expect(terminal.end() == 0)
    #expect(terminal.hasOldAttributes)
    #expect(terminal.screen.hasSuffix("\r\n\u{1B}[?25h"), "\(terminal.screen.suffix(40).debugDescription)")
    #expect(!terminal.screen.contains("error"))
  }

  @Test func aDialIsDrawnAndTheTerminalIsLeftAsItWas() throws {
    let terminal = try level(width: 100, height: 30)
    terminal.read { $0.contains("30.0°") && $0.contains("portrait") && $0.contains("\u{1B}[9A") }
    #expect(terminal.screen.hasPrefix("\u{1B}[?25l"))
    // A needle and a ring: characters of Braille.
    #expect(terminal.screen.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
    expectCleanEnd(of: terminal)
  }

  @Test func aSmallTerminalHasABarAndAnotherSizeAnotherPicture() throws {
    let terminal = try level(width: 90, height: 8)
    terminal.read { $0.contains("angle  30.0 deg") }
    #expect(terminal.screen.contains("o") && !terminal.screen.contains("⣀"))
    terminal.resize(width: 90, height: 30)
    terminal.read { $0.contains("\u{1B}[H\u{1B}[2J") && $0.contains("30.0°") }
    let count = terminal.screen.count
    terminal.resize(width: 12, height: 30)
    terminal.read { $0.dropFirst(count).contains("\u{1B}[H\u{1B}[2J") && $0.dropFirst(count).contains("angle  30.") }
    expectCleanEnd(of: terminal)
  }

  @Test func noDialWithoutUnicodeOrWhereABarIsWanted() throws {
    for terminal in [
      try level(width: 100, height: 30, locale: "C"), try level(width: 100, height: 30, "--bar"),
    ] {
      terminal.read { $0.contains("angle  30.0 deg") }
      #expect(terminal.screen.allSatisfy { $0.isASCII })
      expectCleanEnd(of: terminal)
    }
  }
}
