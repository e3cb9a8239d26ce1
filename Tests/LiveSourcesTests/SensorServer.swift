import Foundation
import LiveSources
import MotionSessions
import TestSupport
import Testing

/// A real `iiod` under umockdev.
final class SensorServer {
  let port: UInt16
  /// The folder of the device nodes that it sees.
  let nodes: String
  private let process: Process
  private let server: pid_t
  private let folder = TemporaryFolder()

  static let needs: [Requirement] = [
    .program("umockdev-run", package: "umockdev"), .file("/usr/sbin/iiod", package: "iiod"),
  ]

  static let fixtures = Project.file("Tests/LiveSourcesTests/Fixtures")

  /// Starts it with made-up devices. Of those in `pipes` the nodes are pipes, into which the test can write what the kernel
  /// would put into their buffers; the others have none.
  init(_ devices: String = "sensors.umockdev", pipes: [Int] = [], port: UInt16? = nil) throws {
    self.port = try port ?? LoopbackPort.free()
    // umockdev forwards no signals, so the server prints its process identifier.
    let makePipes = pipes.map { "mkfifo \"$nodes/iio:device\($0)\" && " }.joined()
    let command = """
      echo $$; nodes=$UMOCKDEV_DIR/dev; rm -f "$nodes"/iio:*; \(makePipes) echo "$nodes"
      exec /usr/sbin/iiod -p \(self.port)
      """
    let output = Pipe()
    let input = FileHandle(forReadingAtPath: "/dev/null")
    let errors = FileHandle(forWritingAtPath: try folder.write("", to: "errors"))
    process = try Program.start(
      ["umockdev-run", "-d", Self.fixtures.appending(path: devices).path, "--", "sh", "-c", command],
      input: input, output: output, errors: errors)
    let lines = LineBuffer(output.fileHandleForReading)
    let first = lines.next()
    guard let server = first.flatMap({ pid_t($0) }), let nodes = lines.next() else {
      process.terminate()
      process.waitUntilExit()
      throw ProgramError(
        "umockdev-run ended with \(process.terminationStatus) after \(first ?? "no line"): \(try folder.text("errors"))"
      )
    }
    (self.server, self.nodes) = (server, nodes)
  }

  deinit { stop() }

  func stop() {
    guard process.isRunning else { return }
    // It does not listen to SIGTERM while it has clients.
    kill(server, SIGKILL)
    process.waitUntilExit()
  }

  /// The source, as soon as the server answers.
  func source(
    reportsGravity: Bool = false, usesMagnetometer: Bool = true, report: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> IIOSource {
    func open() throws -> IIOSource {
      try IIOSource(
        uri: "ip:127.0.0.1:\(port)", reportsGravity: reportsGravity, usesMagnetometer: usesMagnetometer, report: report)
    }
    var source: IIOSource?
    try waitUntil {
      source = try? open()
      return source != nil
    }
    return try #require(source)
  }

  /// The far end of the pipe of a device.
  func pipe(_ number: Int) throws -> FileHandle {
    // Open for both, so that neither end need be the first.
    let descriptor = open("\(nodes)/iio:device\(number)", O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
