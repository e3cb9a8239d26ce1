import Foundation
import MotionSessions
import TestSupport
import Testing

@testable import CardanCommand

@Suite(.endedWhenHanging) struct LiveProcessTests: CommandSuite {
  let folder = TemporaryFolder()

  /// A device at rest, tilted about its z so that gravity lies at an angle in the plane of its screen.
  func rows(tilt degrees: Double, count: Int) -> String {
    let (x, y) = (9.80665 * sin(degrees * .pi / 180), 9.80665 * cos(degrees * .pi / 180))
    let rows = (0..<count).map { "\(Double($0) / 100),0,0,0,\(x),\(y),0\n" }
    return "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z\n" + rows.joined()
  }

  /// Also in the frame of the start, while the filter looks for north.
  @Test(arguments: ["enu", "x-arbitrary-corrected-z-vertical"]) func liveEqualsFuse(frame: String) throws {
    #expect(try cardan("simulate", "--duration", "5", "-o", "log.csv").status == 0)
    let shown = ["--columns", "t,q,gravity,user_accel", "--frame", frame]
    let fused = try cardan(["fuse", "log.csv", "-o", "-", "-q"] + shown)
    let live = try cardan(["live", "replay:log.csv"] + shown)
    #expect(live.status == 0 && live.errors == "")
    #expect(live.rows == fused.rows && live.rows.count > 400)
    let piped = try cardan(["live", "-"] + shown, input: folder.text("log.csv"))
    #expect(piped.rows == live.rows)
  }

  /// Also with a latency and a lead, which wait for what the filter learns later.
  @Test(arguments: ["enu", "x-arbitrary-corrected-z-vertical"]) func delayedLiveEqualsFuse(frame: String) throws {
    #expect(try cardan("simulate", "--duration", "5", "-o", "log.csv").status == 0)
    let shown = ["--columns", "t,q,gravity,user_accel", "--frame", frame, "--output-lead", "0.004"]
    let fused = try CardanProcess.run(["fuse", "log.csv", "-o", "-", "-q", "--latency", "1"] + shown, in: folder)
    let live = try CardanProcess.run(["live", "replay:log.csv", "--latency", "1s"] + shown, in: folder)
    #expect(live.status == 0 && live.errors == "")
    #expect(live.rows == fused.rows && live.rows.count > 400)
    let piped = try CardanProcess.run(
      ["live", "-", "--latency", "1000ms"] + shown, input: folder.text("log.csv"), in: folder)
    #expect(piped.rows == live.rows)
    let causal = try CardanProcess.run(["live", "replay:log.csv"] + shown, in: folder)
    #expect(causal.rows != live.rows)
  }

  @Test func rateCountAndColumnsChoose() throws {
    let input = rows(tilt: 0, count: 200)
    let slow = try cardan("live", "-", "--rate", "10", "--columns", "t", input: input)
    #expect((20...21).contains(slow.rows.count - 1))
    #expect(try cardan("live", "-", "-n", "7", "--columns", "t,euler", input: input).rows.count == 8)
    #expect(try cardan("live", "-", "-o", "out.csv", input: input).output == "")
    #expect(try folder.text("out.csv").split(separator: "\n").count == 201)
  }

  @Test func levelReadsTheAngle() throws {
    // Specific force up at rest: gravity along -y is portrait, along -x the left side.
    for (degrees, name) in [
      (0.0, "portrait"), (90, "landscape-left"), (180, "portrait-upside-down"), (270, "landscape-right"),
    ] {
      let result = try cardan("level", "-", input: rows(tilt: degrees + 2.5, count: 100))
      #expect(result.status == 0)
      let last = try #require(result.rows.last)
      #expect(last.contains("angle \(LevelReadingText.padded(degrees + 2.5)) deg") && last.hasSuffix(name), "\(last)")
      #expect((9...11).contains(result.rows.count))
    }
  }

  @Test func linesOfJSONHaveTheNumbersOfTheTable() throws {
    let input = rows(tilt: 30, count: 200)
    let table = try cardan("live", "-", "--columns", "t,q,sigma", input: input).rows.dropFirst()
    let lines = try cardan("live", "-", "--columns", "t,q,sigma", "--json", input: input).rows
    #expect(lines.count == table.count && lines.count == 200)
    for (line, row) in zip(lines, table) {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let cells = row.split(separator: ",").map { Double($0) ?? .nan }
      let numbers = try #require(object["q"] as? [Double])
      let time = try #require(object["t"] as? Double)
      #expect(object.keys.sorted() == ["q", "sigma", "t"] && abs(time - cells[0]) < 1e-9)
      for (one, other) in zip(numbers, cells[1...4]) { #expect(abs(one - other) < 1e-9) }
      let sigmas = try #require(object["sigma"] as? [Double])
      for (one, other) in zip(sigmas, cells[5...6]) { #expect(abs(one - other) < 1e-6) }
    }
    let levels = try cardan("level", "-", "--json", input: input).rows
    let last = try #require(levels.last)
    let level = try #require(try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    #expect(abs(try #require(level["angle"] as? Double) - 30) < 0.1 && level["orientation"] as? String == "portrait")
    #expect(try cardan("live", "-", "--json", "-o", "x.csv", input: input).status == ExitStatus.usage.rawValue)
  }

  @Test func aMountedSensorIsTurned() throws {
    // Body x is sensor y and body y is minus sensor x: gravity along sensor -y lies along body -x, the left side.
    let result = try cardan("level", "-", "--axes", "y,-x,z", input: rows(tilt: 0, count: 50))
    #expect(try #require(result.rows.last).hasSuffix("landscape-left"))
  }

  /// `timeout` signals the command and then its group, and hasty people press Ctrl-C twice.
  @Test(arguments: [SIGTERM, SIGINT]) func twoSignalsEndItAsOneDoes(signal: Int32) throws {
    for round in 0..<8 {
      let input = Pipe()
      let process = try CardanProcess.start(["live", "-", "-o", "out\(round).csv"], in: folder, input: input)
      input.fileHandleForWriting.write(Data(rows(tilt: 0, count: 200).utf8))
      while process.isRunning, try !folder.names().contains(where: { $0.hasSuffix(".partial") }) { usleep(1000) }
      for _ in 0..<3 {
        kill(process.processIdentifier, signal)
        usleep(UInt32(100 * round))
      }
      process.waitUntilExit()
      let run = try CardanProcess.result(of: process, in: folder)
      #expect(run.status == 0 && folder.exists("out\(round).csv"), "round \(round): \(run.status) \(run.errors)")
    }
    #expect(try folder.names().allSatisfy { !$0.hasSuffix(".partial") })
  }

  /// What a killed recording left is named, and stays.
  @Test func rowsOfAKilledRecordingAreNamed() throws {
    try folder.write("t [s]\n1\n", to: ".out.csv.1-0.partial")
    let run = try cardan("live", "-", "-o", "out.csv", input: rows(tilt: 0, count: 20))
    #expect(run.status == 0 && run.errors.contains("'.out.csv.1-0.partial'"), "\(run.errors)")
    #expect(try folder.text(".out.csv.1-0.partial") == "t [s]\n1\n" && folder.exists("out.csv"))
  }

  @Test func controlCEndsWithTheOutputComplete() throws {
    #expect(try cardan("simulate", "--duration", "60", "-o", "log.csv").status == 0)
    // Each row is also sent, which shows that it was written.
    let receiver = try DatagramReceiver()
    let process = try CardanProcess.start(
      [
        "live", "replay:log.csv?rate=2", "-o", "out.csv", "--columns", "t,q", "--mavlink-out",
        "127.0.0.1:\(receiver.port)",
      ], in: folder, input: nil)
    for _ in 0..<20 { _ = try receiver.next() }
    #expect(!folder.exists("out.csv"))
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    let result = try CardanProcess.result(of: process, in: folder)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let text = try folder.text("out.csv")
    #expect(text.hasSuffix("\n"))
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(rows.count > 10 && rows.allSatisfy { $0.split(separator: ",").count == 5 })
    #expect(try folder.names() == ["log.csv", "out.csv"])
  }

  /// The unfinished files of a recording, with their rows.
  private func unfinished() throws -> [(name: String, rows: Int)] {
    try folder.names().filter { $0.hasSuffix(".partial") }.map { name in
      (name, try folder.text(name).split(separator: "\n").count { !$0.hasPrefix("#") })
    }
  }

  /// A second after its arrival, a row is in a file.
  @Test func aKilledRecordingIsNotLost() throws {
    #expect(try cardan("simulate", "--duration", "60", "-o", "log.csv").status == 0)
    let process = try CardanProcess.start(["live", "replay:log.csv?rate=1", "-o", "out.csv"], in: folder, input: nil)
    try waitUntil { try unfinished().first?.rows ?? 0 >= 50 }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try unfinished().first?.rows ?? 0 >= 50)
  }

  /// A full disk ends the recording; the message names the file with the rows before.
  @Test func rowsBeforeAFullDiskAreKept() throws {
    #expect(try cardan("simulate", "--duration", "10", "-o", "log.csv").status == 0)
    let shim = try FaultShim()
    let arguments = ["live", "replay:log.csv", "-o", "out.csv"]
    let count = try #require(try shim.calls(arguments, in: folder)["write"])
    var kept = 0
    for number in 1...count {
      unlink(folder.path("out.csv"))
      let run = try shim.run(arguments, failing: "write", at: number, error: ENOSPC, in: folder)
      guard run.errors.contains("the rows so far are in") else { continue }
      let file = try #require(try unfinished().first)
      #expect(run.status == ExitStatus.outputFailed.rawValue && run.errors.contains(file.name), "\(run.errors)")
      kept = max(kept, file.rows)
      #expect(unlink(folder.path(file.name)) == 0 && !folder.exists("out.csv"))
    }
    #expect(kept > 100)
  }

  @Test func controlCEndsASourceThatIsSilent() throws {
    let live = try RunningCommand(["live", "-"], in: folder)
    live.write(rows(tilt: 0, count: 3))
    try live.readRows(4)
    #expect(try live.end(with: SIGTERM) == 0)
  }

  /// With a latency, rows that wait for later samples are written at the end.
  @Test func controlCWritesWhatWaitsForLaterSamples() throws {
    let live = try RunningCommand(["live", "-", "--latency", "1"], in: folder)
    live.write(rows(tilt: 0, count: 300))
    try live.readRows(190)
    #expect(try live.end(with: SIGINT) == 0)
    #expect((290...301).contains(live.output.split(separator: "\n").count { !$0.hasPrefix("#") }))
  }

  @Test func replayGivesTheSamplesBackInTime() throws {
    try folder.write(rows(tilt: 10, count: 30), to: "log.csv")
    let start = ContinuousClock.now
    let result = try cardan("replay", "log.csv", "--speed", "2", "--from", "0.1")
    #expect(start.duration(to: .now) >= .milliseconds(94))
    #expect(result.status == 0)
    #expect(result.rows.count == 21 && result.rows[1].hasPrefix("0.100000000,0,0,0,"))
    let looping = try RunningCommand(["replay", "log.csv", "--loop", "--speed", "100"], in: folder)
    try looping.readRows(100)
    #expect(try looping.end(with: SIGINT) == 0)
    #expect(looping.output.hasSuffix("\n"))
  }

  /// One datagram for each row.
  @Test func attitudeIsAlsoSent() throws {
    let receiver = try DatagramReceiver()
    let result = try cardan(
      "live", "-", "--mavlink-out", "127.0.0.1:\(receiver.port)", "--columns", "t", input: rows(tilt: 0, count: 5))
    #expect(result.status == 0 && result.rows.count == 6)
    for _ in 0..<5 {
      let datagram = try receiver.next()
      // ATTITUDE is message 30 of version 2.
      #expect(datagram.first == 0xFD && datagram[7] == 30 && datagram.count > 40)
    }
  }

  /// The sensors of this computer, which umockdev makes up.
  @Test(.needs(.program("umockdev-run", package: "umockdev")))
  func sensorsOfThisComputerAreRead() throws {
    let devices = Project.file("Tests/LiveSourcesTests/Fixtures/sensors.umockdev").path
    let command = [CardanProcess.executable.path, "live", "iio:local", "-n", "5", "--columns", "t,gravity"]
    let result = try Program.run(["umockdev-run", "-d", devices, "--"] + command, in: folder.url)
    #expect(result.status == 0 && result.rows.count == 6, "\(result.errors)")
    // The accelerometer reads (-10, -5, 0), so gravity points along (2, 1, 0) / √5.
    let first = result.rows[1].split(separator: ",").compactMap { Double($0) }
    let gravity = [2, 1, 0].map { $0 / 5.0.squareRoot() * 9.80665 }
    #expect(first.count == 4 && zip(first.dropFirst(), gravity).allSatisfy { abs($0 - $1) < 0.1 }, "\(first)")
  }

  @Test func errorsNameTheMistake() throws {
    for (arguments, text) in [
      (["live", "walk.csv"], "did you mean 'replay:walk.csv'"), (["live", "seral:x"], "did you mean 'serial:'"),
      (["live", "serial:/dev/x?speed=1"], "baud, columns"), (["live", "serial:"], "nothing follows the colon"),
      (["live", "serial:/dev/x?baud=fast"], "not a number"), (["live"], "no SOURCE given"),
      (["live", "-", "--frame", "x-true-north-z-vertical"], "--location"), (["level", "-", "--rate", "0"], "--rate"),
      (["replay", "x.csv", "--speed", "0"], "--speed"), (["live", "mavlink:tcp:1"], "mavlink:udp:PORT"),
      (["live", "mavlink:udp:0"], "mavlink:udp:PORT"), (["live", "-", "--mavlink-out", "14550"], "host is missing"),
      (["live", "mavlink:udp:1?x=1"], "no settings"), (["live", "iio:usb"], "iio:local or iio:ip:HOST"),
      (["live", "iio:local?sign=up"], "sign=gravity"),
    ] {
      let result = try cardan(arguments)
      #expect(result.status == 2 && result.errors.contains(text), "\(arguments): \(result.errors)")
    }
    for (arguments, text) in [
      (["live", "replay:nowhere.csv"], "nowhere.csv"), (["live", "serial:/nowhere"], "could not open /nowhere"),
      (["live", "serial:/dev/null?baud=7"], "7 baud"), (["replay", "nowhere.csv"], "nowhere.csv"),
    ] {
      let result = try cardan(arguments)
      #expect(result.status == 1 && result.errors.contains(text), "\(arguments): \(result.errors)")
    }
    let garbage = try cardan("live", "-", input: "hello\nworld\n")
    #expect(garbage.status == 1 && garbage.errors.contains("names the columns"), "\(garbage.errors)")
  }
}

/// Numbers as the level shows them.
enum LevelReadingText {
  static func padded(_ degrees: Double) -> String { String(format: "%5.1f", degrees) }
}

/// The built command, whose output a test reads while it runs.
final class RunningCommand {
  private let process = Process()
  private let input = Pipe()
  private let pipe = Pipe()
  /// The output read so far.
  private(set) var output = ""

  init(_ arguments: [String], in folder: TemporaryFolder) throws {
    // A command that ends early must not end the tests when they write to it.
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = CardanProcess.executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = input
    process.standardOutput = pipe
    try process.run()
    try pipe.fileHandleForWriting.close()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Writes to its standard input.
  func write(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

  /// Reads until the output has `count` complete lines without comments; each wait is at most 60 s.
  func readRows(_ count: Int) throws {
    while output.split(separator: "\n").filter({ !$0.hasPrefix("#") }).count < count || !output.hasSuffix("\n") {
      try #require(try readMore(), "\(output)")
    }
  }

  /// Sends a signal, reads the rest of the output, and returns the exit status.
  func end(with signal: Int32) throws -> Int32 {
    kill(process.processIdentifier, signal)
    while try readMore() {}
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Reads what comes next; false at the end of the output.
  private func readMore() throws -> Bool {
    let file = pipe.fileHandleForReading
    var request = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
    try #require(poll(&request, 1, 60_000) == 1)
    let bytes = file.availableData
    output += String(decoding: bytes, as: UTF8.self)
    return !bytes.isEmpty
  }
}
