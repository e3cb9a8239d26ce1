import Foundation
import Glibc
import TestSupport
import Testing

@testable import LogFormats

/// A file that looks like a log by its name or content is in the list, whatever its state.
@Suite struct LogFolderTests {
  let folder = TemporaryFolder()
  static let log = "t [s],gx [dps],gy,gz\n"

  private func names(_ paths: [String]) -> [String] { paths.map { String($0.dropFirst(folder.path.count + 1)) } }

  @Test func findsLogsByContentAndByName() throws {
    try folder.write(Self.log, to: "b.csv")
    try folder.write("t,gx,gy,gz\n", to: "a.txt")
    try folder.write(Self.log, to: ".hidden.csv")
    try folder.write(
      "t [s],q_w,q_x,q_y,q_z,rate_x [rad/s],rate_y,rate_z,user_accel_x,user_accel_y,user_accel_z\n", to: "c.csv")
    try folder.write("t [s],yaw [deg],pitch [deg],roll [deg]\n", to: "angles.csv")
    try folder.write("hello\n", to: "README.md")
    try folder.write("", to: "empty.txt")
    try folder.write(try Data(contentsOf: URL(fileURLWithPath: fixture("broad_small.hdf5"))), to: "z.hdf5")
    try folder.write(Self.log, to: "deeper/d.csv")
    let found = try LogFolder(folder.path)
    #expect(names(found.logs) == ["a.txt", "b.csv", "z.hdf5"])
    #expect(names(found.others) == ["README.md", "angles.csv", "c.csv", "empty.txt"])
  }

  @Test func listsBrokenFilesWithTheReason() throws {
    let npz = try Data(contentsOf: URL(fileURLWithPath: fixture("recording.npz")))
    let files: [(String, Data, String)] = [
      ("empty.csv", Data(), "empty"), ("noise.csv", Data([1, 2, 3, 0, 255]), "unknown format"),
      ("words.csv", Data("some words\nand more\n".utf8), "no column of a gyroscope"),
      ("cut.npz", npz.prefix(npz.count / 2), "truncated zip archive"),
      ("cut.npy", Data([0x93, 0x4e]), "no column"),
      ("empty.bin", Data(), "empty"),
      ("sixteen.csv", Self.log.data(using: .utf16LittleEndian)!, "UTF-16"),
      ("marked.csv", Self.log.data(using: .utf16)!, "UTF-16"),
    ]
    for (name, content, _) in files { try folder.write(content, to: name) }
    try folder.write("", to: "text")
    let found = try LogFolder(folder.path)
    #expect(names(found.logs) == files.map(\.0).sorted() && names(found.others) == ["text"])
    for (name, _, words) in files {
      guard case .unreadable(let error) = MotionLog.kind(of: folder.path(name)) else {
        Issue.record("\(name)")
        continue
      }
      #expect(error.message.contains(words), "\(error)")
      #expect(failure(folder.path(name))?.message == error.message, "\(name)")
    }
  }

  @Test func namesThatAreNotTextAndBrokenLinksHaveAReason() throws {
    let name = folder.path.utf8.map { CChar(bitPattern: $0) } + "/k\u{0}".utf8.map { CChar(bitPattern: $0) }
    var bytes = Array(name.dropLast()) + [CChar(bitPattern: 0xe4), 0]
    let descriptor = open(&bytes, O_CREAT | O_WRONLY, 0o600)
    #expect(descriptor >= 0)
    _ = Self.log.withCString { write(descriptor, $0, strlen($0)) }
    close(descriptor)
    #expect(symlink("nowhere.csv", folder.path("link.csv")) == 0)
    let found = try LogFolder(folder.path)
    #expect(found.logs.count == 2 && found.others.isEmpty)
    #expect(failure(found.logs[0])?.message.contains("not UTF-8") == true)
    #expect(failure(found.logs[1])?.message.contains("No such file") == true)
  }

  @Test func searchesFoldersOnRequestWithoutFollowingLinks() throws {
    try folder.write(Self.log, to: "one/two/a.csv")
    try folder.write(Self.log, to: "one/b.csv")
    try folder.write("x", to: "one/two/notes")
    #expect(symlink(folder.path, folder.path("one/loop")) == 0)
    #expect(try LogFolder(folder.path).logs.isEmpty)
    let found = try LogFolder(folder.path, isRecursive: true)
    #expect(names(found.logs) == ["one/b.csv", "one/two/a.csv"] && names(found.others) == ["one/two/notes"])
  }
}
