import Foundation
import LiveSources
import MotionSessions
import Testing

/// A real `iiod` under umockdev.
final class SensorServer {
  let port: UInt16
  private let process = Process()
  private let server: pid_t

  static let programs = ["/usr/bin/umockdev-run", "/usr/sbin/iiod"]

  /// Whether the tests run: the programs are there, or they must be (`CARDAN_NEEDS_PEERS`, which CI sets).
  static var isExpected: Bool {
    programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
      || ProcessInfo.processInfo.environment["CARDAN_NEEDS_PEERS"] != nil
  }

  static let reason: Comment = "umockdev or iiod is not there: Scripts/install-packages installs them"

  static let devices = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/sensors.umockdev").path

  /// Starts it.
  init(port: UInt16? = nil) throws {
    self.port = try port ?? LoopbackPort.free()
    process.executableURL = URL(filePath: Self.programs[0])
    // umockdev passes no signals on, so the server says who it is.
    let command = "echo $$; exec \(Self.programs[1]) -p \(self.port)"
    process.arguments = ["-d", Self.devices, "--", "sh", "-c", command]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    server = try #require(LineBuffer(output.fileHandleForReading).next().flatMap { pid_t($0) })
  }

  deinit { stop() }

  func stop() {
    guard process.isRunning else { return }
    // It does not listen to SIGTERM while it has clients.
    kill(server, SIGKILL)
    process.waitUntilExit()
  }

  /// The source, as soon as the server answers.
  func source(reportsGravity: Bool = false) async throws -> IIOSource {
    for _ in 0..<200 {
      if let source = try? IIOSource(uri: "ip:127.0.0.1:\(port)", reportsGravity: reportsGravity) { return source }
      try await Task.sleep(for: .milliseconds(50))
    }
    return try IIOSource(uri: "ip:127.0.0.1:\(port)")
  }
}
