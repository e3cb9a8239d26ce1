import FileAccess
import LogTables
import MotionSamples

// Source: phyphox, exports of version 1.1 and 1.2.

extension RecordingLayout {
  /// phyphox: a table for each sensor with the columns `Time (s)` and `X (m/s^2)`, older `Acceleration x (m/s^2)`. The times of
  /// `meta/time.csv` show pauses, which those of the tables leave out.
  static let phyphox = RecordingLayout(
    formatName: "phyphox", recognition: "a folder or zip with Gyroscope.csv: Time (s),X (rad/s),...",
    marks: ["Gyroscope.csv", "Accelerometer.csv", "Magnetometer.csv"],
    gravityFree: ["Linear Accelerometer.csv", "Linear Acceleration.csv"],
    matches: { $0.columns.first?.text == "Time (s)" },
    parts: { files throws(LogError) in
      let plain = TableConvention(formatName: "phyphox")
      let parts = [
        files.sensor(["Gyroscope.csv"], .angularRate, plain),
        files.sensor(["Accelerometer.csv"], .specificForce, plain),
        files.sensor(["Magnetometer.csv"], .magneticField, plain),
      ]
      let clock = try clock(files)
      return parts.compactMap { part in
        var part = part
        part?.clock = clock
        return part
      }
    })

  /// The clock of an experiment: seconds since 1970 at each start; nil without `meta/time.csv`.
  private static func clock(_ files: RecordingFiles) throws(LogError) -> PauseClock? {
    let starts = try files.rows("meta/time.csv").filter { $0["event"] == "START" }
    let offsets: [(from: Int64, offset: Int64)] = starts.compactMap { row in
      func nanoseconds(_ name: String) -> Int64? {
        guard let text = row[name], let seconds = Double(text.substituting(",", with: ".")), abs(seconds) < 4e9 else {
          return nil
        }
        return Int64(saturating: (seconds * 1e9).rounded())
      }
      guard let experiment = nanoseconds("experiment time"), let system = nanoseconds("system time") else { return nil }
      return (experiment, system - experiment)
    }
    return offsets.isEmpty ? nil : PauseClock(offsets: offsets)
  }
}
