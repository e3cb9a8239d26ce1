import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// The command where libraries of the system are missing: here they are found, but are no libraries.
@Suite struct MissingLibraryProcessTests {
  private let folder = TemporaryFolder()

  init() throws {
    let manager = FileManager.default
    for name in ["hdf5_serial.so.103", "hdf5.so.103", "hdf5.so.200", "hdf5.so.310", "hdf5.so", "iio.so.0", "iio.so"] {
      #expect(manager.createFile(atPath: folder.path("lib\(name)"), contents: Data("none".utf8)))
    }
    for name in ["zstd.so.1", "zstd.so", "lz4.so.1", "lz4.so", "bz2.so.1.0", "bz2.so.1", "bz2.so", "z.so.1", "z.so"] {
      #expect(manager.createFile(atPath: folder.path("lib\(name)"), contents: Data("none".utf8)))
    }
    for name in ["hdf5_serial.so.200", "hdf5_serial.so.310", "lapacke.so.3", "lapacke.so"] {
      #expect(manager.createFile(atPath: folder.path("lib\(name)"), contents: Data("none".utf8)))
    }
  }

  private func cardan(_ arguments: String...) throws -> ProgramRun {
    try CardanProcess.run(arguments, in: folder, libraryFolder: folder.url.path)
  }

  /// Neither HDF5 nor LAPACK nor libiio is loaded for what does not need them.
  @Test func aTableOfTextNeedsNone() throws {
    let log = try CardanProcess.run(["simulate", "--duration", "2"], in: folder).output
    try log.write(toFile: folder.path("log.csv"), atomically: false, encoding: .utf8)
    let result = try cardan("fuse", "log.csv", "-o", "-", "--quiet")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(try CardanProcess.run(["fuse", "log.csv", "-o", "-", "--quiet"], in: folder).output == result.output)
  }

  /// A log that cannot be read is one failure among others.
  @Test(.needs(.hdf5)) func aLogThatNeedsOneSaysSo() throws {
    let fixture = Project.file("Tests/LogFormatsTests/Fixtures/broad_small.hdf5").path
    let result = try cardan("fuse", fixture, "-o", "out.csv")
    #expect(result.status == ExitStatus.logsFailed.rawValue)
    #expect(result.errors.contains("broad_small.hdf5: needs libhdf5, which failed to load: "))
    #expect(try CardanProcess.run(["fuse", fixture, "-o", "out.csv"], in: folder).status == 0)
  }

  /// The first bytes of compressed files.
  @Test(
    arguments: [
      ("libzstd", [0x28, 0xb5, 0x2f, 0xfd]), ("liblz4", [0x04, 0x22, 0x4d, 0x18]), ("zlib", [0x1f, 0x8b, 8, 0]),
      ("libbz2", Array("BZh9".utf8) + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]),
    ] as [(String, [UInt8])])
  func aCompressedLogThatNeedsOneSaysSo(_ library: String, _ bytes: [UInt8]) throws {
    try folder.write(Data(bytes + [UInt8](repeating: 0, count: 20)), to: "log.csv")
    let result = try cardan("info", "log.csv")
    #expect(result.status != 0 && result.errors.contains("log.csv: needs \(library), which failed to load: "))
  }

  @Test func sensorsThatNeedOneSaySo() throws {
    let result = try cardan("live", "iio:local")
    #expect(result.status != 0 && result.errors.contains("could not load libiio"))
  }

  /// A log that cannot be smoothed is one failure among others, and nothing is left of its result.
  @Test func aLogToSmoothSaysSo() throws {
    try simulateLog()
    let result = try cardan("fuse", "log.csv", "--smooth", "-o", "out.csv")
    #expect(result.status == ExitStatus.logsFailed.rawValue)
    #expect(result.errors.contains("log.csv: smoothing needs liblapacke, which failed to load: "))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!files.contains { $0.contains("out.csv") })
  }

  /// Nothing can be calibrated without linear algebra: the command ends as the system's loader would end it.
  @Test func linearAlgebraEndsTheCommand() throws {
    try simulateLog()
    let result = try cardan("calibrate", "magnetometer", "log.csv", "-o", "calibration.json")
    #expect(result.status == 127 && result.errors.contains("loading shared libraries: "))
    #expect(result.errors.contains("liblapacke.so"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("calibration.json")))
  }

  private func simulateLog() throws {
    let log = try CardanProcess.run(["simulate", "--duration", "20"], in: folder).output
    try log.write(toFile: folder.path("log.csv"), atomically: false, encoding: .utf8)
  }
}
