import Foundation
import TestSupport

/// libcardan as users get it: linked from the objects of this build and installed into a folder of its own, once for all tests.
struct Linkage: Sendable {
  /// What linking and installing takes.
  static let needs: [Requirement] = [
    .program("pkg-config"), .program("cc", package: "g++"), .program("c++", package: "g++"),
    .program("nm", package: "binutils"), .program("objcopy", package: "binutils"),
    .program("ld.lld", package: "lld"),
    Requirement("lapacke for pkg-config", remedy: "apt-get install liblapacke-dev") {
      (try? Program.run(["pkg-config", "--exists", "lapacke"]).status) == 0
    },
  ]
  static let valgrind = Requirement.program("valgrind")

  /// The programs of these tests.
  static let programs = Project.file("Tests/CardanABITests/Programs")
  /// The recording that is fused.
  static let log = Project.dataset("hand-held.csv").path

  /// The one installation.
  static let shared: Result<Linkage, ProgramError> = Result { () throws(ProgramError) in try Linkage() }

  /// Where everything of these tests is.
  let folder: URL
  /// The prefix of the installation.
  let prefix: URL

  private init() throws(ProgramError) {
    // Hundreds of megabytes: beside what was built, in place of those of the previous run.
    folder = Project.products.appending(path: "linkage")
    try? FileManager.default.removeItem(at: folder)
    prefix = folder.appending(path: "stage/opt/cardan")
    let libraries = folder.appending(path: "library").path
    try Program.require(["Scripts/build-library", Project.products.path, libraries])
    try Program.require(
      ["Scripts/install-files", "install", Project.products.path, libraries],
      environment: ["PREFIX": "/opt/cardan", "DESTDIR": "\(folder.path)/stage"])
  }

  /// The symbols of an interface, as they were committed.
  static func symbols(_ target: String) throws -> [String] {
    try Project.text("Sources/Faces/\(target)/exported-symbols.txt").split(separator: "\n").map(String.init)
  }

  /// The options that pkg-config gives for the installation.
  func packageOptions(_ package: String) throws(ProgramError) -> [String] {
    let environment = [
      "PKG_CONFIG_PATH": prefix.appending(path: "lib/pkgconfig").path,
      "PKG_CONFIG_SYSROOT_DIR": folder.appending(path: "stage").path,
    ]
    let text = try Program.require(["pkg-config", "--cflags", "--libs", package], environment: environment)
    return text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  /// Compiles a program through pkg-config, with every warning an error, and returns its path. Of debug information it has the
  /// lines, for what valgrind and sanitizers say.
  func compile(
    _ source: String, with compiler: [String], _ name: String, package: String = "cardan"
  ) throws(ProgramError) -> String {
    let program = folder.appending(path: name).path
    try Program.require(
      compiler + ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-g1", source] + (try packageOptions(package))
        + ["-lm", "-pthread", "-Wl,-rpath,\(prefix.path)/lib", "-o", program])
    return program
  }

  /// What `cardan fuse` writes, without its comments.
  func fused(_ options: [String]) throws(ProgramError) -> String {
    let text = try Program.require(
      [prefix.appending(path: "bin/cardan").path, "fuse", Self.log, "-q", "-o", "-"] + options)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n") + "\n"
  }
}
