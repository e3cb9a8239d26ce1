import CFileShims
import FileAccess
import LogFormats
import LogTables
import SystemLibrary

/// Another program that runs to its end with its standard streams in temporary files, so that neither side waits for the other. It
/// begins in the root and with the variables of `ChildEnvironment`: no file beside a log becomes a part of it.
struct ChildProgram {
  /// What a program that has ended left behind.
  struct Result {
    /// The exit status; 128 and the number of the signal that ended it.
    var status: Int32
    var output: [UInt8]
    /// The last line of its standard error; empty without one.
    var complaint: String
  }

  /// The program, found through the absolute folders of PATH or by a path, and its arguments.
  let arguments: [String]

  /// Runs the program on an input. Throws the reason if it cannot be started.
  func run(input: [UInt8]) throws(LogError) -> Result {
    guard let program = ChildEnvironment.program(arguments[0]) else {
      throw LogError(path: arguments[0], message: String(cString: strerror(ENOENT)))
    }
    let streams = [try Stream(holding: input), try Stream(), try Stream()]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, stream.descriptor, Int32(number))
    }
    guard cardan_begin_in_root(&actions) == 0 else {
      throw LogError(path: arguments[0], message: "not started: that needs glibc 2.29 or newer")
    }
    var identifier: pid_t = 0
    let problem = withDefaultSignals { attributes in
      ([program] + arguments.dropFirst()).withCStrings { words in
        ChildEnvironment.variables.withCStrings { variables in
          posix_spawn(&identifier, program, &actions, &attributes, words, variables)
        }
      }
    }
    guard problem == 0 else { throw LogError(path: arguments[0], message: String(cString: strerror(problem))) }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    let lines = String(decoding: try streams[2].bytes(), as: UTF8.self).split(separator: "\n")
    return Result(
      status: signal == 0 ? (status >> 8) & 0xff : 128 + signal, output: try streams[1].bytes(),
      complaint: lines.last.map(String.init) ?? "")
  }

  /// The child receives every signal; the threads of this process may block some.
  private func withDefaultSignals(_ body: (inout posix_spawnattr_t) -> Int32) -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    return body(&attributes)
  }

  /// A file without a name, which disappears when it is closed.
  private final class Stream {
    private let file: UnsafeMutablePointer<FILE>
    var descriptor: Int32 { fileno(file) }

    init(holding bytes: [UInt8] = []) throws(LogError) {
      guard let file = tmpfile() else { throw LogError(path: "temporary file", .notWritten(SystemError.last)) }
      self.file = file
      if let reason = bytes.withUnsafeBytes({ DescriptorOutput.write($0, to: fileno(file)) }) {
        throw LogError(path: "temporary file", .notWritten(reason))
      }
      lseek(fileno(file), 0, SEEK_SET)
    }

    deinit { fclose(file) }

    /// All bytes of the file.
    func bytes() throws(LogError) -> [UInt8] {
      let size = lseek(descriptor, 0, SEEK_END)
      var bytes = [UInt8](repeating: 0, count: Int(max(0, size)))
      var count = 0
      while count < bytes.count {
        let (wanted, start) = (bytes.count - count, count)
        let read = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress! + start, wanted, off_t(start)) }
        guard read > 0 else { throw LogError(path: "temporary file", message: SystemError.last) }
        count += read
      }
      return bytes
    }
  }
}
