import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// Small files whose counts are valid one by one and whose products would take any time and memory. Mutation of bytes does not find
/// them: they are made of counts.
@Suite(.endedWhenHanging) struct StructureTests: CommandSuite {
  let folder = TemporaryFolder()

  /// Seconds of processor time for each second that 10 MB take, and KB of memory: 64 MB with the program, and eight bytes for each of
  /// the file.
  private static func limits(bytes: Int) -> (seconds: Int, kilobytes: Int) {
    (2 + bytes / 10_000_000, (64 << 10) + 8 * bytes / 1024)
  }

  /// Prints the largest memory of a program in KB behind its output.
  private static let measure = """
    import resource, subprocess, sys
    status = subprocess.run(sys.argv[1:]).returncode
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    sys.exit(status if status >= 0 else 128 - status)
    """

  /// 'info' lists what is in a file, or says in words what is wrong.
  @Test func aFileTakesWorkInProportionToItsSize() async throws {
    let script = Project.file("Tests/CommandTests/Programs/structures.py").path
    let names = try Program.require(["python3", script, folder.path]).split(separator: "\n").map(String.init)
    #expect(names.count > 20)
    // The interpreter itself: a command that chooses one takes longer than what it measures.
    let python = try Program.require(["python3", "-c", "import sys; print(sys.executable, end='')"])
    // Side by side, since this is among the last tests.
    try await withThrowingTaskGroup { group in
      for name in names { group.addTask { try check(name, python) } }
      try await group.waitForAll()
    }
  }

  private func check(_ name: String, _ python: String) throws {
    let size = try FileManager.default.attributesOfItem(atPath: folder.path(name))[.size] as? Int ?? 0
    let (seconds, kilobytes) = Self.limits(bytes: size)
    // Beyond a limit the system ends the process by a signal, and without memory it ends itself by one.
    let run = try Program.run(
      [
        "sh", "-c", "ulimit -t \(seconds) && ulimit -v \(kilobytes + 336 << 10) && exec \"$0\" \"$@\"",
        python, "-c", Self.measure, CardanProcess.executable.path, "info", name,
      ], in: folder.url)
    #expect([0, ExitStatus.logsFailed.rawValue].contains(run.status), "\(name): \(run.status) \(run.errors)")
    let used = try #require(run.output.split(separator: "\n").last.flatMap { Int($0) }, "\(name)")
    #expect(used < kilobytes, "\(name): \(used) of \(kilobytes) KB")
    if name.hasPrefix("members_") { #expect(run.status == 0, "the table is not found: \(run.errors)") }
    if let words = Self.words[name] { #expect(run.errors.contains(words), "\(name): \(run.errors)") }
  }

  /// A database whose tables are programs is no bag.
  private static let words = [
    "view.db3": "messages: not a plain table", "topics.db3": "topics: not a plain table",
    "blobs.db3": "messages: not a plain table", "generated.db3": "messages: has the generated column data",
    "blank.csv.gz": "more than 64 times its size", "folders.zip": "4000 recordings, more than 1024",
    "numbers.zip": "4000 recordings, more than 1024", "names.mat": "damaged or truncated MATLAB file",
    "zeros.mat": "of memory that a log of its size may take",
    "window.csv.zst": "of memory that a log of its size may take",
  ]
}
