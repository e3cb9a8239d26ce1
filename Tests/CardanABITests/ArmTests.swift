import Foundation
import TestSupport
import Testing

/// libcardan for 64-bit Arm under emulation, beside that of this machine. It rounds alike here, so that its results are the same to
/// the last bit.
@Suite(.needs(Linkage.needs), .needs(ArmLibrary.needs)) struct ArmTests {
  let linkage: Linkage
  let arm: ArmLibrary

  init() throws {
    linkage = try Linkage.shared.get()
    arm = try ArmLibrary.shared.get()
  }

  @Test(arguments: [("libcardan.so", "-D"), ("libcardan.a", "-g")])
  func theLibrariesShowExactlyTheListedSymbols(file: String, option: String) throws {
    let text = try Program.require(["nm", option, "--defined-only", arm.prefix.appending(path: "lib/\(file)").path])
    let names = text.matches(of: /(?m)^[0-9a-f]+ [A-Za-z] (cardan_\w+)$/).map { String($0.1) }
    #expect(names.sorted() == (try Linkage.symbols("CardanABI")))
  }

  /// Every system for this processor that is still used has this C library, or a later one.
  @Test func theFirstCLibraryForThisProcessorWillDo() throws {
    let library = arm.prefix.appending(path: "lib/libcardan.so.0").path
    let tables = try Program.require(["readelf", "--wide", "--dynamic", "--version-info", library])
    #expect(Set(tables.matches(of: /GLIBC_[\d.]+/).map { String($0.0) }) == ["GLIBC_2.17"])
    #expect(Set(tables.matches(of: /NEEDED.*\[(.*)\]/).map { String($0.1) }) == ["libpthread.so.0", "libc.so.6"])
    #expect(tables.contains("BIND_NOW") && !tables.contains("TEXTREL"))
  }

  @Test(arguments: ["contract.c", "threads.c", "traps.c", "allocations.cpp"], [false, true])
  func programsHold(source: String, isStatic: Bool) throws {
    let program = try arm.compile(Linkage.programs.appending(path: source), isStatic: isStatic)
    #expect(try arm.run([program]) == "")
  }

  @Test func everyResultHasTheBitsOfThisMachine() throws {
    let source = Linkage.programs.appending(path: "bits.c")
    let own = try linkage.compile(source.path, with: ["cc", "-std=c11"], "bits")
    let results = ["own", "arm"].map { linkage.folder.appending(path: "bits.\($0)").path }
    try Program.require([own, Linkage.log, results[0]])
    try arm.run([try arm.compile(source, isStatic: false), Linkage.log, results[1]])
    try Program.require(["cmp"] + results)
  }

  /// The cross build of a program for a robot on a PC.
  @Test(.needs(.program("cmake"))) func programsBuiltByCMakeWriteTheSame() throws {
    let build = linkage.folder.appending(path: "cmake-arm64").path
    try Program.require(
      [
        "cmake", "-S", Project.file("Examples/cpp").path, "-B", build, "-DCMAKE_SYSTEM_NAME=Linux",
        "-DCMAKE_SYSTEM_PROCESSOR=aarch64", "-DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc",
        "-DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++", "-DCMAKE_PREFIX_PATH=\(arm.prefix.path)",
        "-DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON",
      ])
    try Program.require(["cmake", "--build", build])
    #expect(try arm.run(["\(build)/fuse_csv_static", Linkage.log, "mekf"]) == linkage.fused(["--filter", "mekf"]))
    let quaternions = try linkage.fused(["--columns", "t,q"])
    for program in ["fuse_csv_cpp", "fuse_csv_cpp_static"] {
      #expect(try arm.run(["\(build)/\(program)", Linkage.log]) == quaternions, "\(program)")
    }
  }
}

/// libcardan for 64-bit Arm, made and installed once for all tests, and the emulator that runs programs with it.
struct ArmLibrary: Sendable {
  static let needs: [Requirement] = [
    .embeddedSwift(for: "aarch64-none-none-elf"), .program("ld.lld", package: "lld"), .program("clang"),
    .program("llvm-ar", package: "llvm"), .program("llvm-objcopy", package: "llvm"),
    .program("aarch64-linux-gnu-gcc", package: "gcc-aarch64-linux-gnu"),
    .program("aarch64-linux-gnu-g++", package: "g++-aarch64-linux-gnu"),
    .program("qemu-aarch64-static", package: "qemu-user-static"),
  ]

  static let shared: Result<ArmLibrary, ProgramError> = Result { () throws(ProgramError) in try ArmLibrary() }

  /// The prefix of the installation.
  let prefix: URL

  private init() throws(ProgramError) {
    let folder = Project.products.appending(path: "linkage-arm64")
    try? FileManager.default.removeItem(at: folder)
    let libraries = folder.appending(path: "library").path
    prefix = folder.appending(path: "stage")
    try Program.require(["Scripts/make-libcardan", "aarch64", libraries, "-DCARDAN_ROUNDS_ALIKE"])
    try Program.require(["Scripts/install-files", "libraries", libraries], environment: ["PREFIX": prefix.path])
  }

  /// Compiles a program with every warning an error, and returns its path.
  func compile(_ source: URL, isStatic: Bool) throws(ProgramError) -> String {
    let isCPlusPlus = source.pathExtension == "cpp"
    let program = prefix.appending(path: "\(source.lastPathComponent)\(isStatic ? ".static" : "")").path
    let compiler = isCPlusPlus ? ["aarch64-linux-gnu-g++", "-std=c++17"] : ["aarch64-linux-gnu-gcc", "-std=c11"]
    let warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"]
    let library = ["-I\(prefix.path)/include", "-L\(prefix.path)/lib", isStatic ? "-l:libcardan.a" : "-lcardan"]
    try Program.require(compiler + warnings + [source.path] + library + ["-lm", "-pthread", "-o", program])
    return program
  }

  /// Runs a program, and returns what it writes.
  @discardableResult
  func run(_ program: [String]) throws(ProgramError) -> String {
    try Program.require(
      ["qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu", "-E", "LD_LIBRARY_PATH=\(prefix.path)/lib"] + program)
  }
}
