import Foundation

/// This program once more, under valgrind's callgrind: the instructions counted up to each mark, and what it printed.
struct CallgrindSession {
  /// Instructions since counting began, mark by mark.
  let marks: [Int]
  /// Standard output, line by line.
  let output: [String]

  /// The C library picks its copies of `memcpy` and of the mathematics by processor; switching off what processors
  /// differ in makes it the same everywhere.
  private static let plainProcessor =
    "glibc.cpu.hwcaps=-AVX,-AVX2,-AVX512F,-AVX512VL,-AVX_Fast_Unaligned_Load,-ERMS,-FMA,-FMA4,-FSRM,-SSSE3,-SSE4_1,-SSE4_2"

  /// Runs to the end of the child.
  init(arguments: [String]) throws(CountError) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cardan-counts-\(getpid())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appending(path: "log")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      output = try Self.valgrind(arguments, log: log).split(separator: "\n").map(String.init)
      marks = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").compactMap { line in
        line.hasPrefix("events-1: ") ? Int(line.dropFirst("events-1: ".count)) : nil
      }
    } catch let error as CountError {
      throw error
    } catch {
      throw CountError(message: "cannot run valgrind: \(error)")
    }
  }

  private static func valgrind(_ arguments: [String], log: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "GLIBC_TUNABLES=\(plainProcessor)", "valgrind", "--tool=callgrind", "--instr-atstart=no",
        "--callgrind-out-file=/dev/null", "--log-file=\(log.path)", "/proc/\(getpid())/exe",
      ] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let reason = (try? String(contentsOf: log, encoding: .utf8)) ?? "is it installed? (apt install valgrind)"
      throw CountError(message: "valgrind failed: \(reason.suffix(2000))")
    }
    return String(decoding: output, as: UTF8.self)
  }
}

/// What kept the instructions from being counted, or the command line from being understood.
struct CountError: Error {
  var message: String
}
