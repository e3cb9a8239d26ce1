import Foundation
import LiveSources
import MotionSessions
import TestSupport
import Testing

@Suite(.endedWhenHanging) struct LineSourceTests {
  let header = "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z"

  func row(_ number: Int) -> String { "\(Double(number) / 100),\(number),0,0,0,0,9.80665\n" }

  @Test func aSerialLineIsReadAndResynchronised() async throws {
    let terminal = try PseudoTerminal()
    var reader = try LineSource(.device(terminal.path, baud: 921_600)).open()
    // Reading starts within a line, whose rest looks like a row.
    terminal.write("5,99,0,0,0,0,9.80665\r\n\(header)\r\n\(row(1))")
    #expect(try await reader.steps(1) == [.rate(1)])
    terminal.write([0xFF, 0x00, 0x1B] + Array("0.5,7,7".utf8) + [0x80, 0x0A])
    terminal.write("2,2,2\n\n" + row(2))
    #expect(try await reader.steps(1) == [.rate(2)])
    // A row in pieces, and one of JSON.
    terminal.write("0.03,3,0,0,")
    terminal.write("0,0,9.8\n{\"t\":0.04,\"gyro\":[4,0,0],\"accel\":[0,0,9.8]}\n")
    #expect(try await reader.steps(2) == [.rate(3), .rate(4)])
  }

  @Test func aLineWithoutAHeaderNeedsOne() async throws {
    let terminal = try PseudoTerminal()
    var reader = try LineSource(.device(terminal.path), header: header).open()
    terminal.write("\n" + row(1))
    #expect(try await reader.steps(1) == [.rate(1)])
    var other = try LineSource(.device(terminal.path)).open()
    terminal.write((0..<101).map(row).joined())
    #expect(try await other.steps(1) == [.disconnected])
    terminal.write("\(header)\n\(row(5))")
    #expect(try await other.steps(2) == [.connected, .rate(5)])
  }

  @Test func aDeviceMayDisconnectAndReturn() async throws {
    let folder = TemporaryFolder()
    let device = folder.path("imu")
    var terminal: PseudoTerminal? = try PseudoTerminal()
    try FileManager.default.createSymbolicLink(atPath: device, withDestinationPath: try #require(terminal).path)
    var reader = try LineSource(.device(device), header: header).open()
    terminal?.write("\n" + row(1) + "0.02,2,")
    #expect(try await reader.steps(1) == [.rate(1)])
    terminal = nil
    try FileManager.default.removeItem(atPath: device)
    #expect(try await reader.steps(1) == [.disconnected])
    let next = try PseudoTerminal()
    // The pseudo-terminal buffers what is sent before it is opened, as a driver does.
    next.write("0,0,0\n" + row(3))
    try FileManager.default.createSymbolicLink(atPath: device, withDestinationPath: next.path)
    #expect(try await reader.steps(2) == [.connected, .rate(3)])
  }

  @Test func aPipeIsReadFromEachWriter() async throws {
    let folder = TemporaryFolder()
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    var reader = try LineSource(.device(pipe)).open()
    let (first, second) = ("\(header)\n\(row(1))", row(2))
    Thread.detachNewThread { Self.write(first, to: pipe) }
    #expect(try await reader.steps(2) == [.rate(1), .disconnected])
    Thread.detachNewThread { Self.write(second, to: pipe) }
    #expect(try await reader.steps(3) == [.connected, .rate(2), .disconnected])
  }

  /// Opens a pipe as soon as it has a reader, writes to it and closes it.
  static func write(_ text: String, to pipe: String) {
    let writer = open(pipe, O_WRONLY | O_CLOEXEC)
    let bytes = Array(text.utf8)
    #expect(writer >= 0 && Glibc.write(writer, bytes, bytes.count) == bytes.count)
    close(writer)
  }

  @Test func rowsWithoutTimestampsGetTheirTimeOfArrival() async throws {
    let terminal = try PseudoTerminal()
    var reader = try LineSource(.device(terminal.path)).open()
    terminal.write("\n{\"gyro\":[1,0,0]}\n{\"gyro\":[2,0,0]}\n")
    guard case .sample(let first)? = try await reader.next(), case .sample(let second)? = try await reader.next() else {
      Issue.record("two samples came")
      return
    }
    #expect(second.timestamp >= first.timestamp && second.timestamp.seconds(since: first.timestamp) < 60)
  }

  @Test func theManagerLosesItsSourceAndGoesOn() async throws {
    let folder = TemporaryFolder()
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let manager = MotionManager(source: try LineSource(.device(pipe)), buffering: .holdsSource(64))
    var updates = manager.deviceMotionUpdates().makeAsyncIterator()
    var flags: [Bool] = []
    let losses = AsyncStream<Void>.makeStream()
    manager.startAccelerometerUpdates(to: .immediate) { _, error in
      if case .sourceDisconnected? = error { losses.continuation.yield() }
    }
    var losing = losses.stream.makeAsyncIterator()
    for start in [0, 100] {
      let text = "\(header)\n" + (start..<start + 3).map(row).joined()
      Thread.detachNewThread { Self.write(text, to: pipe) }
      for _ in 0..<3 { flags.append(try #require(await updates.next()).followsDiscontinuity) }
      await losing.next()
      #expect(!manager.isSourceConnected && manager.deviceMotion != nil)
    }
    #expect(Array(flags.dropFirst()) == [false, false, true, false, false])
  }

  @Test func cancellingEndsAWait() async throws {
    let terminal = try PseudoTerminal()
    let source = try LineSource(.device(terminal.path))
    let isReading = AsyncStream<Void>.makeStream()
    terminal.write("\n\(header)\n" + row(1))
    let reading = Task {
      var reader = try source.open()
      #expect(try await reader.steps(1) == [.rate(1)])
      isReading.continuation.yield()
      return try await reader.steps(1)
    }
    await isReading.stream.first { _ in true }
    reading.cancel()
    #expect(try await reading.value == [])
  }

  @Test func errorsAreReported() async throws {
    #expect(throws: MotionError.self) { try LineSource(.device("/dev/null", baud: 12345)) }
    #expect(throws: MotionError.self) { try LineSource(.standardInput, header: "a,b") }
    let missing = #expect(throws: MotionError.self) { try LineSource(.device("/nowhere")).open() }
    #expect(missing?.description.contains("/nowhere") == true)
    let file = #expect(throws: MotionError.self) { try LineSource(.device(#filePath)).open() }
    #expect(file?.description.contains("replay a file") == true)
  }
}
