import TestSupport

/// Files for tests.
enum TestFiles {
  /// A recording of the package, simulated, with gyroscope, accelerometer and magnetometer.
  static let handHeld = Project.dataset("hand-held.csv").path

  /// Writes a recording of `count` rows at 100 Hz whose x of the angular rate counts the rows, and gives its path.
  static func counting(_ count: Int, _ body: (String) async throws -> Void) async throws {
    var text = "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z\n"
    for row in 0..<count { text += "\(Double(row) / 100),\(row),0,0,0,0,9.80665\n" }
    try await with(text, body)
  }

  /// Writes a file and calls `body` with its path; the file is gone afterwards.
  static func with(_ text: String, _ body: (String) async throws -> Void) async throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try await body(folder.write(text))
  }
}
