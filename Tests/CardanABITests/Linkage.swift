import Foundation
import Testing

/// libcardan as others get it: linked from the objects of this build, and installed into a folder of its own. It is made once
/// for all tests.
struct Linkage: Sendable {
  /// The root of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// The programs of these tests.
  static let programs = root.appending(path: "Tests/CardanABITests/Programs")
  /// The recording that is fused.
  static let log = root.appending(path: "datasets/hand-held.csv").path

  /// The one installation.
  static let shared: Result<Linkage, LinkageError> = Result { () throws(LinkageError) in try Linkage() }

  /// Where everything of these tests is.
  let folder: URL
  /// The prefix of the installation.
  let prefix: URL

  /// What this build made: modules, objects, the command.
  let products: URL

  private init() throws(LinkageError) {
    guard let products = Self.builtProducts() else { throw LinkageError(message: "there is no CardanABI.build") }
    self.products = products
    // Hundreds of megabytes: beside what was built, in the place of those of the run before.
    folder = products.appending(path: "linkage")
    try? FileManager.default.removeItem(at: folder)
    prefix = folder.appending(path: "stage/opt/cardan")
    let libraries = folder.appending(path: "library").path
    try Self.require(["Scripts/build-library", products.path, libraries])
    try Self.require(
      ["env", "PREFIX=/opt/cardan", "DESTDIR=\(folder.path)/stage", "Scripts/install-files", "install"]
        + [products.path, libraries])
  }

  /// Runs a program in the root of the package and returns its exit status and both of its outputs.
  static func run(_ arguments: [String], environment: [String: String] = [:]) throws(LinkageError) -> (
    status: Int32, output: String
  ) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = environment.map { "\($0.key)=\($0.value)" } + arguments
    process.currentDirectoryURL = root
    process.standardOutput = pipe
    process.standardError = pipe
    do {
      try Self.withSignals { try process.run() }
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    } catch {
      throw LinkageError(message: "\(arguments): \(error)")
    }
  }

  /// Runs something with every signal let through: threads of a pool hold them back, a program that is started there
  /// inherits that, and CMake then waits for ever to hear of the programs that it has started itself.
  private static func withSignals(_ body: () throws -> Void) rethrows {
    var every = sigset_t()
    var former = sigset_t()
    sigfillset(&every)
    pthread_sigmask(SIG_UNBLOCK, &every, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    try body()
  }

  /// The same for a program that must succeed.
  @discardableResult
  static func require(_ arguments: [String], environment: [String: String] = [:]) throws(LinkageError) -> String {
    let result = try run(arguments, environment: environment)
    guard result.status == 0 else {
      throw LinkageError(message: "\(arguments.joined(separator: " ")) stopped with \(result.status): \(result.output)")
    }
    return result.output
  }

  /// The options that pkg-config gives for the installation.
  func packageOptions(_ package: String) throws(LinkageError) -> [String] {
    let environment = [
      "PKG_CONFIG_PATH": prefix.appending(path: "lib/pkgconfig").path,
      "PKG_CONFIG_SYSROOT_DIR": folder.appending(path: "stage").path,
    ]
    let text = try Self.require(["pkg-config", "--cflags", "--libs", package], environment: environment)
    return text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  /// Compiles a program through pkg-config, with every warning an error, and returns it.
  func compile(
    _ source: String, with compiler: [String], _ name: String, package: String = "cardan"
  ) throws(LinkageError) -> String {
    let program = folder.appending(path: name).path
    try Self.require(
      compiler + ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-g", source] + (try packageOptions(package))
        + ["-lm", "-pthread", "-Wl,-rpath,\(prefix.path)/lib", "-o", program])
    return program
  }

  /// What `cardan fuse` writes, without its comments.
  func fused(_ options: [String]) throws(LinkageError) -> String {
    let text = try Self.require(
      [prefix.appending(path: "bin/cardan").path, "fuse", Self.log, "-q", "-o", "-"] + options)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n") + "\n"
  }

  /// The folder that this test was built into.
  private static func builtProducts() -> URL? {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles { folder = bundle.bundleURL.pathExtension == "xctest" ? bundle.bundleURL : folder }
    for _ in 0..<4 {
      if FileManager.default.fileExists(atPath: folder.appending(path: "CardanABI.build").path) { return folder }
      folder.deleteLastPathComponent()
    }
    return nil
  }
}

/// Why there is no library to test.
struct LinkageError: Error, CustomStringConvertible {
  var message: String
  var description: String { message }
}
