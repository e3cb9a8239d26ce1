import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// Colours and widths of reports on a terminal; none of it elsewhere.
@Suite(.endedWhenHanging, .serialized, .needs(.file("/usr/bin/setsid", package: "util-linux")))
struct TerminalOutputTests: CommandSuite {
  let folder = TemporaryFolder()

  /// A recording with an accelerometer that reads gravity upside down.
  init() throws {
    let rows = (0..<2000).map { row in
      let angle = sin(Double(row) / 100)
      return "\(Double(row) / 100),\(cos(Double(row) / 100)),0,0,0,\(-9.81 * sin(angle)),\(-9.81 * cos(angle))\n"
    }
    try folder.write(
      "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z\n" + rows.joined(), to: "log.csv")
  }

  private static let escape = "\u{1B}["

  @Test func findingsFitANarrowTerminalInColours() throws {
    let terminal = try TerminalProcess(
      ["doctor", "log.csv"], width: 60, height: 30, environment: ["NO_COLOR": ""], in: folder)
    #expect(terminal.end() == ExitStatus.unusable.rawValue)
    #expect(terminal.screen.contains("\(Self.escape)31m: not usable\(Self.escape)0m"), "\(terminal.screen)")
    let lines = terminal.screen.replacing(/\u{1B}\[\d+m/, with: "").split(separator: "\r\n")
    #expect(lines.count > 4 && lines.allSatisfy { $0.count <= 60 }, "\(lines)")

    let plain = try cardan("doctor", "log.csv")
    #expect(!plain.output.contains(Self.escape) && plain.output.split(separator: "\n").contains { $0.count > 60 })
  }

  @Test func noColorIsRespected() throws {
    let terminal = try TerminalProcess(
      ["doctor", "log.csv"], width: 60, height: 30, environment: ["NO_COLOR": "1"], in: folder)
    #expect(terminal.end() == ExitStatus.unusable.rawValue)
    #expect(terminal.screen.contains(": not usable") && !terminal.screen.contains(Self.escape))
  }

  @Test func helpFitsTheTerminal() throws {
    let helps = [["--help"], ["help", "formats"]] + CommandList.entries.map { [$0.name, "--help"] }
    for arguments in helps {
      let terminal = try TerminalProcess(arguments, width: 60, height: 30, in: folder)
      #expect(terminal.end() == 0)
      let lines = terminal.screen.split(separator: "\r\n")
      #expect(!terminal.screen.contains(Self.escape))
      let long = lines.filter { $0.count > 60 }
      #expect(lines.count > 5 && long.isEmpty, "\(arguments): \(long)")
    }
  }

  @Test func commandLinesAreWrappedForAShell() {
    let line = "cardan fuse raw.csv --gyro-unit deg/s --accel-unit g --mag-unit uT --axes y,-x,z"
    let wrapped = TextWrapping.command(line, width: 58)
    #expect(wrapped.count == 2 && wrapped.allSatisfy { $0.count <= 58 } && wrapped[1].hasPrefix("    "))
    #expect(wrapped.joined(separator: "\n").replacing(/\s\\\n +/, with: " ") == line)
    #expect(TextWrapping.command(line, width: 98) == [line])
  }
}
