import Foundation
import TestSupport
import Testing

/// The built command in a terminal of its own.
final class TerminalProcess {
  private let process = Process()
  private let master: Int32
  private let slave: Int32
  private let before: termios
  /// The output to the terminal so far.
  private(set) var screen = ""

  /// Starts the command in a terminal of a size.
  init(
    _ arguments: [String], width: Int, height: Int, locale: String = "C.UTF-8", environment: [String: String] = [:],
    in folder: TemporaryFolder
  ) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // What `unlockpt` and `ptsname` do, which the Glibc module hides: TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>.
    var (lock, number): (Int32, UInt32) = (0, 0)
    try #require(master >= 0 && ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
    slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var attributes = termios()
    try #require(slave >= 0 && tcgetattr(slave, &attributes) == 0)
    before = attributes
    resize(width: width, height: height)
    // A session of its own with this terminal, so that Ctrl-C reaches only the command.
    process.executableURL = URL(filePath: "/usr/bin/setsid")
    process.arguments = ["--ctty", "--wait", CardanProcess.executable.path] + arguments
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["LC_ALL": locale, "TERM": "xterm"].merging(environment) { $1 }, uniquingKeysWith: { $1 })
    let terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
    (process.standardInput, process.standardOutput, process.standardError) = (terminal, terminal, terminal)
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
    close(master)
    close(slave)
  }

  /// Makes the terminal another size.
  func resize(width: Int, height: Int) {
    var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
  }

  /// Presses keys.
  func press(_ keys: [UInt8]) { #expect(write(master, keys, keys.count) == keys.count) }

  /// Reads the output until a condition on it holds, for at most ten minutes.
  func read(until isEnough: (String) -> Bool) {
    let deadline = Date(timeIntervalSinceNow: 600)
    while !isEnough(screen), Date() < deadline { readOnce() }
    #expect(isEnough(screen), "\(screen.suffix(400))")
  }

  private func readOnce() {
    var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 50) > 0 else { return }
    let bytes = withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
      Array(buffer[..<max(0, Glibc.read(master, buffer.baseAddress, buffer.count))])
    }
    screen += String(decoding: bytes, as: UTF8.self)
  }

  /// Waits for the end, and gives the exit status.
  func end() -> Int32 {
    while process.isRunning { readOnce() }
    readOnce()
    return process.terminationStatus
  }

  /// Whether the terminal has the attributes that it had before.
  var hasOldAttributes: Bool {
    var (now, old) = (termios(), before)
    guard tcgetattr(slave, &now) == 0 else { return false }
    return withUnsafeBytes(of: &now) { now in withUnsafeBytes(of: &old) { now.elementsEqual($0) } }
  }
}
