import Foundation
import TestSupport
import Testing

/// What the offline commands make of recordings that are too short, too long, broken or empty: an exit code, a sentence, no
/// crash, no file left behind.
@Suite(.needs(.lapacke)) struct OfflineBadInputTests {
  private static let header =
    "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z,mag_x [uT],mag_y,mag_z\n"

  /// A row at a time in s; the sensor lies still with a ripple, its readings replaced by what `change` says.
  private static func log(
    seconds: Double, rate: Double, _ change: (Int, inout [Double]) -> Void = { _, _ in }
  ) -> String {
    var text = header
    for row in 0..<Int(seconds * rate) {
      let ripple = 1e-3 * sin(1.7 * Double(row))
      var values = [ripple, -ripple, 0.5 * ripple, 10 * ripple, 0, 9.81 + 5 * ripple, 100 * ripple, 20, -40]
      change(row, &values)
      text += "\(Double(row) / rate)"
      for value in values { text += value.isNaN ? "," : ",\(value)" }
      text += "\n"
    }
    return text
  }

  /// Every offline command on a log; with a second one where two are needed.
  private static let commands: [[String]] = [
    ["calibrate", "all", "LOG", "-o", "result"], ["calibrate", "magnetometer", "LOG", "-o", "result"],
    ["calibrate", "accelerometer", "LOG", "-o", "result"],
    ["calibrate", "gyroscope", "LOG", "--temperature-order", "2", "-o", "result"],
    ["allan", "LOG", "--all", "-o", "result"], ["align", "LOG", "LOG"], ["align", "LOG", "--truth"],
    ["align", "LOG", "--up", "z", "--turn", "x"], ["fuse", "LOG", "--smooth", "-o", "result"],
  ]

  private func run(_ command: [String], _ text: String, memoryLimit: Int? = nil) throws -> ProgramRun {
    let folder = TemporaryFolder()
    try folder.write(text, to: "log.csv")
    let arguments = command.map { $0 == "LOG" ? "log.csv" : $0 }
    let result = try CardanProcess.run(arguments, in: folder, memoryLimit: memoryLimit)
    if result.status != 0 { #expect(try folder.names() == ["log.csv"], "\(command)") }
    return result
  }

  @Test(arguments: commands) func anEmptyLogIsRefused(command: [String]) throws {
    let result = try run(command, "")
    #expect(result.status == 1 && result.errors.contains("is empty"), "\(result.errors)")
  }

  /// Names of columns and no row: there is nothing to say of it, for any of them but fusion.
  @Test(arguments: commands.filter { $0[0] != "fuse" }) func aHeaderAloneIsRefused(command: [String]) throws {
    let result = try run(command, Self.header)
    #expect(result.status == 1)
    #expect((result.errors + result.output).contains { $0 != "\n" })
  }

  /// Causal or smoothed, no rows give an empty result and a warning; a calibration cannot be saved from them.
  @Test func nothingIsFusedToNothing() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.header, to: "log.csv")
    var results: [String] = []
    for options in [[], ["--smooth"]] {
      let run = try CardanProcess.run(
        ["fuse", "log.csv", "-o", "result.csv", "--columns", "t,q"] + options, in: folder)
      #expect(run.status == 0 && (run.errors + run.output).contains("no rows"), "\(options): \(run.errors)")
      results.append(String(try folder.text("result.csv").split(separator: "\n").last ?? ""))
    }
    #expect(results[0] == results[1] && results[0].hasPrefix("t "), "\(results)")
    let saved = try CardanProcess.run(
      ["fuse", "log.csv", "-o", "-", "--smooth", "--save-calibration", "c.json"], in: folder)
    #expect(saved.status == 1 && saved.errors.contains("no calibration saved"), "\(saved.errors)")
    #expect(try !folder.names().contains("c.json"))
  }

  /// A second at rest calibrates nothing, and is smoothed.
  @Test(arguments: commands) func oneSecond(command: [String]) throws {
    let result = try run(command, Self.log(seconds: 1, rate: 100))
    #expect(result.status == (command[0] == "fuse" ? 0 : 1), "\(result.errors)")
  }

  /// Nothing but absent readings, and readings that are no numbers.
  @Test(arguments: commands) func noReadingAtAll(command: [String]) throws {
    let absent = try run(command, Self.log(seconds: 20, rate: 50) { _, values in values = values.map { _ in .nan } })
    #expect(absent.status == 1, "\(absent.errors)")
    let infinite = try run(
      command,
      Self.log(seconds: 20, rate: 50) { row, values in
        values = values.map { _ in row % 2 == 0 ? .infinity : 1e308 }
      })
    #expect(infinite.status == 1, "\(infinite.errors)")
  }

  /// Holes in every third row, and a magnetometer that is clipped or stuck.
  @Test(arguments: commands) func brokenReadings(command: [String]) throws {
    for kind in 0..<3 {
      let result = try run(
        command,
        Self.log(seconds: 30, rate: 50) { row, values in
          switch kind {
          case 0: if row % 3 == 0 { values[row % 9] = .nan }
          case 1: values[6...8] = [30, 30, -30]
          default: for place in 6...8 { values[place] = min(max(60 * sin(Double(row * place)), -30), 30) }
          }
        })
      #expect(result.status == 0 || result.status == 1, "\(command), \(kind): \(result.errors)")
      if command[0] == "fuse" { #expect(result.status == 0) }
      if command[0] == "calibrate", command[1] == "magnetometer" {
        #expect(result.status == 1 && result.errors.contains("magnetometer:"), "\(result.errors)")
      }
    }
  }

  /// Rests on three sides only, and turns about one axis only.
  @Test func tooFewPosesAndOneAxisNeverTurned() throws {
    let text = Self.log(seconds: 60, rate: 50) { row, values in
      let pose = row / 250
      let isTurning = row % 250 >= 200
      let angle = 0.5 * Double.pi * (Double(pose) + (isTurning ? Double(row % 250 - 200) / 50 : 0))
      values[2] += isTurning ? 0.5 * Double.pi : 0
      values[3...5] = [9.81 * sin(angle), 9.81 * cos(angle), 0]
      values[0...2] = [values[0], values[1], -values[2]]
    }
    let accelerometer = try run(Self.commands[2], text)
    #expect(
      accelerometer.status == 1 && accelerometer.errors.contains("4 different attitudes, 6 needed"),
      "\(accelerometer.errors)")
    // The bias is there; the matrix is not, and the report says why.
    let gyroscope = try run(["calibrate", "gyroscope", "LOG", "-o", "result"], text)
    #expect(gyroscope.status == 0 && gyroscope.output.contains("not found: gyroscope"), "\(gyroscope.output)")
  }

  /// Ten hours at five rows a second, within 400 MB of addresses (the libraries take 150 of them).
  @Test func tenHours() throws {
    let text = Self.log(seconds: 36_000, rate: 5) { row, values in
      // A minute of turning now and then.
      guard row % 3000 < 300 else { return }
      values[row % 3] += 0.8 * sin(0.1 * Double(row))
    }
    for command in Self.commands where command[0] != "align" || command.contains("--up") || command.count == 3 {
      let result = try run(command, text, memoryLimit: 400_000)
      #expect(result.status == 0 || result.status == 1, "\(command): \(result.errors)")
      if ["fuse", "allan"].contains(command[0]) { #expect(result.status == 0, "\(command): \(result.errors)") }
      if result.status == 1 { #expect(!result.errors.isEmpty, "\(command)") }
    }
  }
}
