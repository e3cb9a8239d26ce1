import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// `cardan allan`, `cardan fuse --tune-from` and `cardan align`, as processes.
@Suite(.needs(.lapacke)) struct NoiseAndAlignmentProcessTests: CommandSuite {
  let folder = TemporaryFolder()

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: folder.path(name), atomically: false, encoding: .utf8)
  }

  /// Two uniform numbers of a linear congruential generator make a reading: white enough for a minute.
  private func stillLog(rows: Int) -> String {
    var state: UInt64 = 1
    func noise() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) * 0x1p-24 - 0.5
    }
    var text = "t [s],gyro_x [rad/s],gyro_y [rad/s],gyro_z [rad/s],acc_x [m/s^2],acc_y [m/s^2],acc_z [m/s^2]\n"
    for row in 0..<rows {
      let values = [0.01, -0.02, 0.005].map { $0 + 0.004 * noise() } + [0, 0, 9.81].map { $0 + 0.05 * noise() }
      text += "\(Double(row) / 50)," + values.map { "\($0)" }.joined(separator: ",") + "\n"
    }
    return text
  }

  @Test func noiseFromLogToFilter() throws {
    try write(stillLog(rows: 6000), to: "still.csv")
    let allan = try cardan("allan", "still.csv", "-o", "noise.json", "--plot", "allan.svg")
    #expect(allan.status == 0, "\(allan.errors)")
    #expect(allan.output.contains("gyroscope") && allan.output.contains("deg/√h") && allan.output.contains("µg/√Hz"))
    #expect(!allan.output.contains("magnetometer"))
    #expect(try folder.text("allan.svg").contains("averaging time [s]"))
    // Uniform noise of 0.004 / √12 at 50 Hz.
    let file = try JSONSerialization.jsonObject(with: Data(try folder.text("noise.json").utf8)) as? [String: Any]
    let gyroscope = try #require(file?["gyroscope"] as? [String: Any])
    let white = try #require(gyroscope["white_noise_U_per_root_Hz"] as? [Double])
    for value in white { #expect(abs(value / (0.004 / 12.0.squareRoot() / 50.0.squareRoot()) - 1) < 0.05) }

    let report = try JSONSerialization.jsonObject(with: Data(try cardan("allan", "still.csv", "--json").output.utf8))
    let document = try #require(report as? [String: Any])
    #expect((document["noise"] as? NSDictionary) == (file as NSDictionary?))
    let deviations = try #require(document["deviations"] as? [[String: Any]])
    #expect(deviations.count == 6 && deviations.allSatisfy { ($0["deviations"] as? [Double])?.isEmpty == false })

    let plain = try cardan("fuse", "still.csv", "-o", "plain.csv")
    let tuned = try cardan("fuse", "still.csv", "-o", "tuned.csv", "--tune-from", "noise.json")
    #expect(plain.status == 0 && tuned.status == 0)
    #expect(try folder.text("plain.csv") != folder.text("tuned.csv"))
    #expect(try cardan("fuse", "still.csv", "-f", "mekf", "-o", "m.csv", "--tune-from", "noise.json").status == 0)
  }

  @Test func noiseThatCannotBeTold() throws {
    try write(stillLog(rows: 100), to: "short.csv")
    let short = try cardan("allan", "short.csv", "--all", "-o", "noise.json")
    #expect(short.status == 1)
    #expect(short.output.split(separator: "\n").joined(separator: " ").contains("at least 10.2 s needed"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("noise.json")))
    #expect(try cardan("allan", "missing.csv").status == 1)
    let notNoise = try cardan("fuse", "short.csv", "--tune-from", "short.csv")
    #expect(notNoise.status == 2 && notNoise.errors.contains("short.csv: not a noise file"))
    let missing = try cardan("fuse", "short.csv", "--tune-from", "none.json")
    #expect(missing.status == 2 && missing.errors.contains("cannot read 'none.json'"))
    let other = try cardan("fuse", "short.csv", "--filter", "vqf", "--tune-from", "none.json")
    #expect(other.status == 2 && other.errors.contains("only goes with"))
  }

  /// The same recording twice, the second time by a sensor at +90° about z (it reads y for x and -x for y) whose clock is
  /// 250 ms late.
  @Test func alignsTwoRecordings() throws {
    #expect(try cardan("simulate", "--duration", "40", "-o", "first.csv").status == 0)
    let lines = try folder.text("first.csv").split(separator: "\n").filter { !$0.hasPrefix("#") }
    let header = lines[0].split(separator: ",").map(String.init)
    let rates = try ["x", "y", "z"].map { axis in try #require(header.firstIndex { $0.hasPrefix("gyro_\(axis)") }) }
    var second = "t [s],gyro_x [rad/s],gyro_y [rad/s],gyro_z [rad/s]\n"
    for line in lines.dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
      second += "\(cells[0] - 0.25),\(cells[rates[1]]),\(-cells[rates[0]]),\(cells[rates[2]])\n"
    }
    try write(second, to: "second.csv")
    let result = try cardan("align", "first.csv", "second.csv")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("--axes -y,x,z, and 0.00 deg off"))
    #expect(result.output.contains("add 250.000 ± 0.000 ms"))
    let json = try JSONSerialization.jsonObject(
      with: Data(try cardan("align", "first.csv", "second.csv", "--json").output.utf8))
    let report = try #require(json as? [String: Any])
    #expect((report["firstFromSecond"] as? [String: Any])?["nearestAxes"] as? String == "-y,x,z")
    #expect(abs(try #require(report["clockOffset"] as? Double) - 0.25) < 1e-5)
    let truth = try cardan("align", "first.csv", "--truth")
    #expect(truth.status == 0 && truth.output.contains("--axes x,y,z"))
  }

  /// The same recording twice is that of two bodies that are one: a row for each row, and no rotation between them.
  @Test func alignsTwoJoinedBodies() throws {
    #expect(try cardan("simulate", "--duration", "30", "-o", "first.csv").status == 0)
    try FileManager.default.copyItem(atPath: folder.path("first.csv"), toPath: folder.path("second.csv"))
    let result = try cardan("align", "first.csv", "second.csv", "--joint", "--max-offset", "0")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("one for both") && result.output.contains("Wrote first.joint.csv."))
    let lines = try folder.text("first.joint.csv").split(separator: "\n").filter { !$0.hasPrefix("#") }
    let log = try folder.text("first.csv").split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count == log.count)
    #expect(
      lines[0].hasPrefix(
        "t [s],q_w,q_x,q_y,q_z,roll [deg],pitch [deg],yaw [deg],tilt_sigma [deg],heading_sigma [deg],flags"))
    for line in lines.dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      #expect((Double(cells[1]) ?? 0) > 0.99999 && (Double(cells[8]) ?? 0) > 0 && (Double(cells[9]) ?? 0) > 0)
    }
    let same = try cardan("align", "first.csv", "second.csv", "--joint", "-o", "second.csv")
    #expect(same.status == 2 && same.errors.contains("overwrite"))
  }

  /// Flat on the table, then tilted by half a right angle about body x, which is the sensor's -y.
  @Test func tellsTheAxes() throws {
    var text = "t [s],gyro_x [rad/s],gyro_y [rad/s],gyro_z [rad/s],acc_x [m/s^2],acc_y [m/s^2],acc_z [m/s^2]\n"
    for row in 0..<800 {
      let angle = min(max(0, Double(row - 300) * 0.01), 0.8)
      let rate = row > 300 && row <= 380 ? 1.0 : 0
      text += "\(Double(row) / 100),0,\(-rate),0,\(9.81 * sin(angle)),0,\(9.81 * cos(angle))\n"
    }
    try write(text, to: "mount.csv")
    let result = try cardan("align", "mount.csv", "--up", "z", "--turn", "x")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("--axes -y,x,z, and 0.00 deg off"))
    #expect(try cardan("align", "mount.csv", "--up", "z", "--turn=-x").output.contains("--axes y,-x,z"))
  }

  @Test(arguments: [
    (["align", "a"], "'--up' and '--turn'"), (["align", "a", "--up", "z"], "need each other"),
    (["align", "a", "--up", "z", "--turn", "-z"], "different from '--up'"),
    (["align", "a", "b", "--up", "z", "--turn", "x"], "need one recording"), (["align", "a", "--up", "w"], "--up"),
    (["align", "a", "--joint"], "two recordings"), (["align", "a", "b", "--joint", "--truth"], "two recordings"),
    (["align", "a", "b", "-o", "x.csv"], "need '--joint'"),
    (["align", "a", "b", "--joint", "-o", "-", "--format", "npy"], "needs a file"),
    (["allan"], "no LOG given"), (["allan", "a", "b"], "unexpected argument"),
  ])
  func refusesWithExitCodeTwo(arguments: [String], reason: String) throws {
    let result = try cardan(arguments)
    #expect(result.status == ExitStatus.usage.rawValue)
    #expect(result.errors.contains(reason), "\(result.errors)")
  }
}
