import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// Logs come in folders of others: no file beside a log becomes a part of the command or of a program that it starts, and no file but
/// the named ones is read.
@Suite(.serialized, .endedWhenHanging) struct TrapFolderTests: CommandSuite {
  let folder = TemporaryFolder()

  init() throws {
    let made = try cardan("simulate", "--duration", "5", "-o", "log.csv")
    try #require(made.status == 0)
  }

  /// Programs, modules, settings and libraries, each of which leaves the file `sprung` when it runs.
  private func setTraps() throws {
    let module = "open('\(folder.path("sprung"))', 'w').close()\n"
    let modules = [
      "json", "math", "statistics", "numpy", "vqf", "ahrs", "imufusion", "importlib", "sitecustomize", "usercustomize",
    ]
    for name in modules { try folder.write(module, to: "\(name).py") }
    for name in ["python3", "python", "valgrind", "sh", "env", "cardan"] {
      let path = try folder.write("#!/bin/sh\n: > '\(folder.path("sprung"))'\n", to: name)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    try folder.write("--log-file=sprung\n", to: ".valgrindrc")
    let source = Project.file("Tests/CommandTests/Programs/trap.c").path
    let library = folder.path("trap.so")
    try Program.require(["clang", "-shared", "-fPIC", "-Wall", "-Werror", source, "-o", library])
    for name in [
      "libhdf5_serial.so.310", "libhdf5_serial.so.103", "libhdf5.so", "libsqlite3.so.0", "libzstd.so.1", "liblz4.so.1",
      "libbz2.so.1.0", "libz.so.1", "liblapacke.so.3", "liblapacke.so", "libiio.so.0",
    ] {
      try FileManager.default.copyItem(atPath: library, toPath: folder.path(name))
    }
    let fixture = Project.file("Tests/LogFormatsTests/Fixtures/broad_small.hdf5")
    try folder.write(try Data(contentsOf: fixture), to: "trial.hdf5")
  }

  /// The current folder is in every list of folders, as it is for some users.
  private func runAmongTraps(_ arguments: [String]) throws -> ProgramRun {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try Program.run(
      ["/usr/bin/env", "PATH=:.:\(path)", "PYTHONPATH=.", CardanProcess.executable.path] + arguments, in: folder.url)
  }

  @Test func noCommandRunsAFileOfTheFolder() throws {
    try setTraps()
    let commands: [[String]] = [
      ["fuse", "log.csv", "-o", "out.csv"], ["fuse", "log.csv", "-o", "smooth.csv", "--smooth"],
      ["fuse", "trial.hdf5", "-o", "trial.csv"], ["fuse", ".", "-o", "out/", "--resume"],
      ["evaluate", "log.csv"], ["bench", "log.csv", "--filter", "vqf"], ["bench", ".", "--filter", "vqf", "-r"],
      ["bench", "log.csv", "--filter", "vqf", "--instructions"], ["report", "log.csv", "-o", "log.html"],
      ["info", "trial.hdf5"], ["doctor", "log.csv"], ["convert", "log.csv", "-o", "log.npy"],
      ["calibrate", "gyroscope", "log.csv", "-o", "c.json"], ["allan", "log.csv"], ["align", "log.csv", "log.csv"],
      ["field", "47,8"], ["live", "replay:log.csv", "-n", "5"], ["level", "replay:log.csv"],
      ["events", "replay:log.csv"], ["replay", "log.csv", "--rate", "1000"], ["completions", "bash"], ["manual"],
      ["help", "formats"], ["--version"],
    ]
    for arguments in commands {
      let run = try runAmongTraps(arguments)
      #expect(run.status != 127 && !folder.exists("sprung"), "\(arguments): \(run.status) \(run.errors)")
    }
    // The traps work.
    _ = try Program.run(["/usr/bin/env", "PATH=\(folder.path)", "python3"], in: folder.url)
    #expect(folder.exists("sprung"))
  }

  /// Numbers in another file by external storage, by an external link and by a virtual data set.
  @Test(.needs(.hdf5), arguments: ["external_storage", "external_link", "virtual"])
  func anHDF5FileLeadsToNoOtherFile(name: String) throws {
    let fixture = Project.file("Tests/CommandTests/Fixtures/\(name).hdf5")
    try folder.write(try Data(contentsOf: fixture), to: "log.hdf5")
    let other = Project.file("Tests/LogFormatsTests/Fixtures/broad_small.hdf5")
    try folder.write(try Data(contentsOf: other), to: "other.hdf5")
    try folder.write(String(repeating: "secret", count: 100), to: "secret.txt")
    let run = try cardan("fuse", "log.hdf5", "-o", "-")
    #expect(run.status == ExitStatus.logsFailed.rawValue && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.contains("imu_gyr: the numbers are in another file"), "\(run.errors)")
  }

  /// A pipe in place of the other file is not waited for.
  @Test(.needs(.hdf5)) func anHDF5FileOfAPipeIsRefused() throws {
    let fixture = Project.file("Tests/CommandTests/Fixtures/external_storage.hdf5")
    try folder.write(try Data(contentsOf: fixture), to: "log.hdf5")
    #expect(mkfifo(folder.path("secret.txt"), 0o600) == 0)
    #expect(try cardan("info", "log.hdf5").status == ExitStatus.logsFailed.rawValue)
  }

  /// Whatever a damaged file makes of libhdf5, its process opens and starts nothing.
  @Test(.needs(.hdf5)) func theProcessThatReadsHDF5IsConfined() throws {
    let (source, library) = (Project.file("Tests/CommandTests/Programs/confined.c").path, folder.path("confined.so"))
    try Program.require(["clang", "-shared", "-fPIC", "-Wall", "-Werror", source, "-o", library])
    let log = Project.file("Tests/LogFormatsTests/Fixtures/broad_small.hdf5").path
    // It may write to pipes and devices only.
    let run = try Program.run(
      [
        "sh", "-c", "LD_PRELOAD=\(library) \"$0\" --read-hdf5 \"$1\" 1 2>&1 > /dev/null | cat",
        CardanProcess.executable.path, log,
      ], in: folder.url)
    #expect(Set(run.output.split(separator: "\n")) == ["tried"], "\(run.output)")
    #expect(!folder.exists("left-behind"))
  }

  /// The folder of the ledger as a link would let a run write elsewhere.
  @Test func aLedgerThatIsALinkIsRefused() throws {
    for name in ["out", "elsewhere"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out/.cardan"), withDestinationPath: folder.path("elsewhere"))
    let run = try cardan("fuse", "log.csv", "-o", "out/", "--resume")
    #expect(run.status != 0 && run.errors.contains("symbolic link"), "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("elsewhere")).isEmpty)
  }
}
