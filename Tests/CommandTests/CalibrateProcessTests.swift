import Foundation
import TestSupport
import Testing

/// `cardan calibrate` and `--calibration`, as a user runs them.
@Suite(.needs(.lapacke)) struct CalibrateProcessTests: CommandSuite {
  let folder = TemporaryFolder()

  /// A device laid down in twenty attitudes with turns in between; the gyroscope reads 0.02 rad/s too much about x, the
  /// accelerometer 0.3 m/s² along y, the magnetometer 20 µT along z.
  private static func recording() -> String {
    var text = "t [s],gyr_x [rad/s],gyr_y [rad/s],gyr_z [rad/s],acc_x [m/s2],acc_y [m/s2],acc_z [m/s2],"
    text += "mag_x [uT],mag_y [uT],mag_z [uT]\n"
    let interval = 0.02
    var attitude = [1.0, 0, 0, 0]
    var row = 0
    for pose in 0..<20 {
      // 2.5 s of rest, then 2 s of turning about an axis that changes from pose to pose.
      let angle = Double(pose) * 2.399963
      let height = 0.9 * cos(Double(pose))
      let axis = [
        cos(angle) * (1 - height * height).squareRoot(), sin(angle) * (1 - height * height).squareRoot(), height,
      ]
      for step in 0..<225 {
        let isTurning = step >= 125
        let rate = isTurning ? axis.map { $0 * 1.1 } : [0, 0, 0]
        attitude = turned(attitude, rate.map { $0 * interval })
        let force = inBody(attitude, [0, 0, 9.80665])
        let field = inBody(attitude, [0, 18, -45])
        // A ripple of the last digits, so that nothing is exactly constant.
        let ripple = 0.01 * sin(Double(row) * 1.7)
        let values = [
          Double(row) * interval, rate[0] + 0.02, rate[1], rate[2], force[0], force[1] + 0.3, force[2] + ripple,
          field[0] + 10 * ripple, field[1], field[2] + 20,
        ]
        text += values.map { String(format: "%.9f", $0) }.joined(separator: ",") + "\n"
        row += 1
      }
    }
    return text
  }

  /// A quaternion after a small turn in the body: q · (1, a/2), normalised.
  private static func turned(_ q: [Double], _ a: [Double]) -> [Double] {
    let size = (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).squareRoot()
    let factor = size > 0 ? sin(size / 2) / size : 0
    let (w, x, y, z) = (cos(size / 2), a[0] * factor, a[1] * factor, a[2] * factor)
    return [
      q[0] * w - q[1] * x - q[2] * y - q[3] * z, q[0] * x + q[1] * w + q[2] * z - q[3] * y,
      q[0] * y - q[1] * z + q[2] * w + q[3] * x, q[0] * z + q[1] * y - q[2] * x + q[3] * w,
    ]
  }

  /// A vector of the reference frame in body axes.
  private static func inBody(_ q: [Double], _ v: [Double]) -> [Double] {
    let (w, x, y, z) = (q[0], -q[1], -q[2], -q[3])
    let t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [
      v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
      v[2] + w * t[2] + x * t[1] - y * t[0],
    ]
  }

  @Test func allSensorsAreCalibratedAndFused() throws {
    try folder.write(Self.recording(), to: "turns.csv")
    let run = try cardan("calibrate", "all", "turns.csv", "-o", "c.json", "--plot", "pictures", "--date", "2026-01-02")
    #expect(run.status == 0, "\(run.errors)")
    for word in ["gyroscope", "accelerometer", "magnetometer", "coverage", "residual"] {
      #expect(run.output.contains(word), "\(run.output)")
    }
    let json = try JSONSerialization.jsonObject(with: Data(folder.text("c.json").utf8)) as? [String: Any]
    func numbers(_ sensor: String, _ key: String) throws -> [Double] {
      try #require((json?[sensor] as? [String: Any])?[key] as? [Double])
    }
    #expect(abs(try numbers("gyroscope", "bias_radians_per_second")[0] - 0.02) < 1e-4)
    #expect(abs(try numbers("accelerometer", "bias_meters_per_second_squared")[1] - 0.3) < 0.01)
    #expect(abs(try numbers("magnetometer", "hard_iron_microteslas")[2] - 20) < 0.2)
    #expect((json?["provenance"] as? [String: Any])?["date"] as? String == "2026-01-02")
    for name in ["magnetometer-coverage", "magnetometer-residuals", "accelerometer-residuals"] {
      #expect(try folder.text("pictures/\(name).svg").hasSuffix("</svg>\n"))
    }
    // The same bytes again.
    let again = try cardan("calibrate", "all", "turns.csv", "-o", "-", "--date", "2026-01-02")
    #expect(try again.output == folder.text("c.json"))

    let told = try cardan("calibrate", "all", "turns.csv", "-o", "c.json", "--date", "2026-01-02", "--json").output
    let report = try #require(try JSONSerialization.jsonObject(with: Data(told.utf8)) as? [String: Any])
    let file = try JSONSerialization.jsonObject(with: Data(folder.text("c.json").utf8)) as? NSDictionary
    #expect(report["output"] as? String == "c.json" && report["calibration"] as? NSDictionary == file)
    #expect((report["restCount"] as? Int ?? 0) >= 20 && (report["problems"] as? [String])?.isEmpty == true)

    let fused = try cardan("fuse", "turns.csv", "-o", "-", "--columns", "t,q", "--calibration", "c.json")
    let raw = try cardan("fuse", "turns.csv", "-o", "-", "--columns", "t,q")
    #expect(fused.status == 0 && raw.status == 0 && fused.rows.count == raw.rows.count && fused.output != raw.output)
  }

  @Test func theSmootherSavesWhatItFound() throws {
    try folder.write(Self.recording(), to: "turns.csv")
    let smooth = ["fuse", "turns.csv", "-o", "smooth.csv", "--smooth", "--save-calibration"]
    let run = try cardan(smooth + ["c.json"])
    #expect(run.status == 0, "\(run.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(folder.text("c.json").utf8)) as? [String: Any]
    let date = (json?["provenance"] as? [String: Any])?["date"] as? String
    #expect(date?.count == 10)
    let bias = (json?["gyroscope"] as? [String: Any])?["bias_radians_per_second"] as? [Double]
    #expect(abs(try #require(bias)[0] - 0.02) < 2e-4)
    let hardIron = (json?["magnetometer"] as? [String: Any])?["hard_iron_microteslas"] as? [Double]
    #expect(abs(try #require(hardIron)[2] - 20) < 1)

    let fused = try cardan("fuse", "turns.csv", "-o", "-", "--columns", "t,gyro_bias", "--calibration", "c.json")
    #expect(fused.status == 0, "\(fused.errors)")
    // The filter starts from it: what is left of the bias is small from the first row to the last.
    let left = try #require(fused.rows.last).split(separator: ",").dropFirst().map { abs(Double($0) ?? .nan) }
    #expect(left.allSatisfy { $0 < 0.001 }, "\(left)")

    let mistake = try cardan("fuse", "turns.csv", "--save-calibration", "d.json")
    #expect(mistake.status == 2 && mistake.errors.contains("--smooth"))
  }

  /// A sensor that warms by a degree every pose and whose bias about x follows: the calibration takes it out, row by row.
  @Test func theBiasFollowsTheTemperature() throws {
    var lines = Self.recording().split(separator: "\n").map(String.init)
    let header = lines.removeFirst() + ",temperature [degC]"
    let rows = lines.enumerated().map { row, line in
      var fields = line.split(separator: ",").map { Double($0) ?? .nan }
      let temperature = 20 + Double(row) / 225
      fields[1] += 0.001 * (temperature - 30)
      return fields.map { String(format: "%.9f", $0) }.joined(separator: ",") + String(format: ",%.4f", temperature)
    }
    try folder.write(([header] + rows).joined(separator: "\n"), to: "warm.csv")
    let run = try cardan("calibrate", "gyroscope", "warm.csv", "--temperature-order", "1", "-o", "c.json")
    #expect(run.status == 0 && run.output.contains("degC"), "\(run.errors)")
    let fuse = ["fuse", "warm.csv", "-o", "-", "--columns", "t,rate,gyro_bias", "--calibration"]
    func resting(_ calibration: String) throws -> [Double] {
      let fused = try cardan(fuse + [calibration])
      #expect(fused.status == 0, "\(fused.errors)")
      // The calibrated rate about x in the first and the last rest, with what the filter learned beyond.
      return [fused.rows[100], fused.rows[19 * 225 + 100]].map { row in
        let fields = row.split(separator: ",").map { Double($0) ?? .nan }
        return abs(fields[1] + fields[4])
      }
    }
    #expect(try resting("c.json").allSatisfy { $0 < 2e-4 })
    // The same log without the column: the bias of the middle, and no temperature to order by.
    try folder.write(
      ([header.replacing(",temperature [degC]", with: "")]
        + rows.map { $0.split(separator: ",").dropLast().joined(separator: ",") }).joined(separator: "\n"),
      to: "cold.csv")
    let cold = try cardan("calibrate", "gyroscope", "cold.csv", "--temperature-order", "1", "-o", "d.json")
    #expect(cold.status == 1 && cold.errors.contains("0 different temperatures"), "\(cold.errors)")
    let fused = try cardan("fuse", "cold.csv", "-o", "-", "--calibration", "c.json")
    #expect(fused.status == 0)
    let other = try cardan("calibrate", "magnetometer", "warm.csv", "--temperature-order", "1")
    #expect(other.status == 2 && other.errors.contains("--temperature-order"))
  }

  @Test func aRecordingThatIsTooPoorIsRefusedWithAdvice() throws {
    try folder.write(Self.recording().split(separator: "\n").prefix(60).joined(separator: "\n"), to: "short.csv")
    for sensor in ["magnetometer", "accelerometer", "gyroscope", "all"] {
      let run = try cardan("calibrate", sensor, "short.csv")
      #expect(run.status == 1)
      #expect(run.errors.contains("cardan: "), "\(run.errors)")
    }
    #expect(try folder.names() == ["short.csv"])
  }

  @Test func mistakesAreExplained() throws {
    try folder.write("t [s],gyr_x [rad/s],gyr_y [rad/s],gyr_z [rad/s]\n0,0,0,0\n", to: "log.csv")
    try folder.write(#"{"format": "cardan-calibration"}"#, to: "c.json")
    let mistakes: [([String], String)] = [
      (["calibrate", "compass", "log.csv"], "'compass' is not a sensor"),
      (["calibrate", "all"], "expected SENSOR LOG, found 'all' alone"),
      (["calibrate", "all", "log.csv", "-o", "log.csv"], "would overwrite 'log.csv' (SENSOR LOG)"),
      (["fuse", "log.csv", "--calibration", "c.json"], "c.json: version: missing"),
      (["fuse", "log.csv", "--calibration", "none.json"], "none.json: cannot read the file"),
    ]
    for (arguments, message) in mistakes {
      let run = try cardan(arguments)
      #expect(run.status == 2)
      #expect(run.errors.contains(message), "\(run.errors)")
    }
    let other = #"{"format": "cardan-calibration", "version": 1, "provenance": {"recording": "a", "axes": "y,-x,z"}}"#
    try folder.write(other, to: "turned.json")
    let run = try cardan("fuse", "log.csv", "--calibration", "turned.json")
    #expect(run.status == 2 && run.errors.contains("--axes y,-x,z"))
  }
}
