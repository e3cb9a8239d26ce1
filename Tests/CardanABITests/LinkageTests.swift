import Foundation
import TestSupport
import Testing

/// Programs of C and C++ against an installed libcardan. Each test has files of its own in the common folder.
@Suite(.needs(Linkage.needs)) struct LinkageTests {
  let linkage: Linkage

  init() throws { linkage = try Linkage.shared.get() }

  /// An accidental change of an interface shows here.
  @Test(arguments: [
    ("libcardan.so", "-D", "CardanABI"), ("libcardan.a", "-g", "CardanABI"),
    ("libcardan-offline.so", "-D", "CardanOfflineABI"),
  ])
  func theLibrariesShowExactlyTheListedSymbols(file: String, option: String, target: String) throws {
    let library = linkage.prefix.appending(path: "lib/\(file)").path
    let text = try Program.require(["nm", option, "--defined-only", library])
    let names = text.matches(of: /(?m)^[0-9a-f]+ [A-Za-z] (\S+)$/).map { String($0.1) }
    #expect(names.sorted() == (try Linkage.symbols(target)))
  }

  @Test(arguments: [
    ("CCardan/include/cardan.h", "CardanABI"), ("CCardanOffline/include/cardan_offline.h", "CardanOfflineABI"),
  ])
  func theHeadersDeclareExactlyTheListedSymbols(header: String, target: String) throws {
    let text = try Project.text("Sources/C/\(header)")
    let names = text.matches(of: /(?m)^(?!static|typedef)[a-z].*?\b(cardan_\w+)\(/).map { String($0.1) }
    #expect(names.sorted() == (try Linkage.symbols(target)))
  }

  /// The target needs no Swift, and where the system has their archives, as Debian does, neither LAPACK nor HDF5.
  @Test(arguments: ["libcardan", "libcardan-offline"])
  func nothingButTheSystemIsNeeded(name: String) throws {
    let library = linkage.prefix.appending(path: "lib/\(name).so.0").path
    let needed = try Program.require(["ldd", library]).matches(of: /(?m)^\s*(\S+?)\.so/).map { String($0.1) }
    let system: Set = ["linux-vdso", "libm", "libc", "libstdc++", "libgcc_s", "libpthread", "libdl"]
    #expect(Set(needed.filter { !$0.contains("ld-linux") }).isSubset(of: system), "\(needed)")
    #expect(try Program.require(["readelf", "-d", library]).contains("[\(name).so.0]"))
  }

  /// Every system that is still used has this C library, or a later one.
  @Test func anOldCLibraryWillDo() throws {
    let library = linkage.prefix.appending(path: "lib/libcardan.so.0").path
    let tables = try Program.require(["readelf", "--wide", "--dynamic", "--version-info", library])
    let versions = Set(tables.matches(of: /GLIBC_2\.(\d+)/).compactMap { Int($0.1) })
    #expect(!versions.isEmpty && versions.allSatisfy { $0 <= 17 }, "\(versions)")
    let needed = Set(tables.matches(of: /NEEDED.*\[(.*)\]/).map { String($0.1) })
    #expect(needed.isSubset(of: ["libc.so.6", "libm.so.6", "libpthread.so.0"]), "\(needed)")
  }

  /// Every symbol is resolved at the start, and the tables of addresses are then read-only.
  @Test(arguments: ["libcardan", "libcardan-offline"])
  func theLibrariesAreBoundWhenTheyAreLoaded(name: String) throws {
    let library = linkage.prefix.appending(path: "lib/\(name).so.0").path
    let tables = try Program.require(["readelf", "--wide", "--dynamic", "--program-headers", library])
    #expect(tables.contains("BIND_NOW"))
    #expect(tables.contains("GNU_RELRO"))
    #expect(!tables.contains("RUNPATH") && !tables.contains("RPATH"))
  }

  @Test func foundationIsNotInTheSmallLibrary() throws {
    let own = try Program.require([Project.file("Scripts/modules").path, "CardanABI"]).split(separator: "\n")
    for target in own {
      for object in Project.objects(of: String(target)) {
        let names = try Program.require(["nm", "--undefined-only", object])
        #expect(!names.contains("Foundation"), "\(target)")
      }
    }
  }

  @Test(
    .needs(.program("clang")),
    arguments: [
      ["cc", "-std=c11"], ["clang", "-std=c11"], ["c++", "-std=c++17"], ["clang++", "-std=c++17"],
      ["c++", "-std=c++20"], ["clang++", "-std=c++20"],
      ["c++", "-std=c++17", "-fno-exceptions", "-fno-rtti"], ["clang++", "-std=c++20", "-fno-exceptions", "-fno-rtti"],
    ])
  func theHeadersCompileWithoutWarnings(compiler: [String]) throws {
    let isCPlusPlus = compiler[0].contains("++")
    let name = "header\(compiler.joined())"
    let source = linkage.folder.appending(path: "\(name).\(isCPlusPlus ? "cpp" : "c")")
    // The calibration files of cardan.hpp need the other header first.
    let headers = ["cardan_offline.h", "cardan.h\(isCPlusPlus ? "pp" : "")"].map { "#include <\($0)>\n" }
    try headers.joined().write(to: source, atomically: true, encoding: .utf8)
    let warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
    try Program.require(
      compiler + warnings + ["-fsyntax-only", source.path, "-I", linkage.prefix.appending(path: "include").path])
  }

  @Test func aProgramOfCWritesWhatCardanFuseWrites() throws {
    let source = Project.file("Examples/c/fuse_csv.c").path
    let program = try linkage.compile(source, with: ["cc", "-std=c11"], "fuse_csv")
    for filter in ["default", "default14", "vqf", "madgwick", "mahony", "mekf", "complementary"] {
      let own = try Program.require([program, Linkage.log, filter])
      #expect(own == (try linkage.fused(["--filter", filter])), "\(filter)")
    }
    for frame in ["ned", "nwu", "x-arbitrary-z-vertical", "x-arbitrary-corrected-z-vertical"] {
      let own = try Program.require([program, Linkage.log, "vqf", frame])
      #expect(own == (try linkage.fused(["--filter", "vqf", "--frame", frame])), "\(frame)")
    }
  }

  /// Without a build type, as CMake builds by default, programs are not optimized and contain parts of the C++ library that
  /// the static library contains, too.
  @Test(.needs(.program("cmake")), arguments: ["", "Debug", "Release"])
  func programsBuiltByCMakeWriteTheSame(type: String) throws {
    let build = linkage.folder.appending(path: "cmake\(type)").path
    let source = Project.file("Examples/cpp").path
    let options = ["-DCMAKE_PREFIX_PATH=\(linkage.prefix.path)", "-DCMAKE_BUILD_TYPE=\(type)"]
    try Program.require(["cmake", "-S", source, "-B", build] + options)
    try Program.require(["cmake", "--build", build])
    #expect(
      try Program.require(["\(build)/fuse_csv_static", Linkage.log, "mekf"]) == linkage.fused(["--filter", "mekf"]))
    let quaternions = try linkage.fused(["--columns", "t,q"])
    for program in ["fuse_csv_cpp", "fuse_csv_cpp_static"] {
      #expect(try Program.require(["\(build)/\(program)", Linkage.log]) == quaternions, "\(program)")
    }
  }

  @Test func theExamplesRun() throws {
    let examples = Project.file("Examples/c")
    let start = try linkage.compile(examples.appending(path: "quickstart.c").path, with: ["cc", "-std=c11"], "start")
    #expect(try Program.require([start]) == "yaw 0.005000 pitch 0.000000 roll 0.000000 rad\n")
    let inPlace = try linkage.compile(
      examples.appending(path: "in_place.c").path, with: ["cc", "-std=c11"], "in_place")
    #expect(try Program.require([inPlace]).contains("the same after restoring: yes"))
  }

  /// The first block of the page for each language works as it is.
  @Test(arguments: [
    (
      "UsingFromC.md", ["cc", "-std=c11"], "c",
      "double angular_rate[3] = {0}, specific_force[3] = {0, 0, 9.81}, "
        + "magnetic_field[3] = {0, 20, -40}, quaternion[4];",
      "double sum = 0; for (int i = 0; i < 4; ++i) sum += quaternion[i] * quaternion[i]; return !(sum > 0.99);"
    ),
    ("UsingFromCPlusPlus.md", ["c++", "-std=c++17"], "cpp", "", "return yaw == 0 || pitch != pitch || roll != roll;"),
    (
      "OnADrone.md", ["c++", "-std=c++17"], "cpp", "",
      "return !(may_arm && yaw * yaw + pitch * pitch + roll * roll < 1e-6);"
    ),
  ])
  func theFirstLinesOfThePagesWork(
    page: String, compiler: [String], language: String, before: String, after: String
  ) throws {
    let block = try firstBlock("Sources/Faces/CardanABI/CardanABI.docc/\(page)", language)
    let lines = block.split(separator: "\n")
    let source = linkage.folder.appending(path: "first-\(page).\(language)")
    let main = ["int main(void) {", before] + lines.filter { !$0.hasPrefix("#") }.map(String.init) + [after, "}"]
    let program = lines.filter { $0.hasPrefix("#") }.map(String.init) + main
    try program.joined(separator: "\n").write(to: source, atomically: true, encoding: .utf8)
    try Program.require([try linkage.compile(source.path, with: compiler, "first-\(page)")])
  }

  @Test func theFirstLinesForTheCommandLineWork() throws {
    let block = try firstBlock("Sources/Faces/Cardan/Cardan.docc/UsingTheCommandLine.md", "sh")
    let folder = linkage.folder.appending(path: "command-line").path
    let path = "\(linkage.prefix.path)/bin:/usr/bin:/bin"
    try Program.require(
      ["sh", "-euc", "mkdir -p '\(folder)'; cd '\(folder)'\n\(block)\ntest -s walk.attitude.csv -a -s smooth.csv"],
      environment: ["PATH": path])
  }

  /// The block of code that a page begins with.
  private func firstBlock(_ page: String, _ language: String) throws -> String {
    let text = try Project.text(page)
    let match = try #require(text.firstMatch(of: /(?s)^# [^\n]+\n\n```(\w+)\n(.*?)```/))
    #expect(match.1 == language)
    return String(match.2)
  }

  @Test(.needs(Linkage.valgrind)) func theContractHoldsUnderValgrind() throws {
    let source = Linkage.programs.appending(path: "contract.c").path
    try expectNoErrorsUnderValgrind([try linkage.compile(source, with: ["cc", "-std=c11"], "contract")])
  }

  /// Runs a program under valgrind with libraries that have the names of functions, to which the suppressions refer.
  private func expectNoErrorsUnderValgrind(_ program: [String]) throws {
    let libraries = linkage.folder.appending(path: "library-with-names-\(UUID().uuidString)").path
    try Program.require(
      ["Scripts/build-library", Project.products.path, libraries], environment: ["CARDAN_STRIP": "--strip-debug"])
    let suppressions = Linkage.programs.appending(path: "generic-types.supp").path
    #expect(
      try Program.require(
        ["valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full", "--suppressions=\(suppressions)"] + program,
        environment: ["LD_LIBRARY_PATH": libraries]) == "")
  }

  @Test func theContractHoldsUnderSanitizers() throws {
    let source = Linkage.programs.appending(path: "contract.c").path
    let sanitizers = ["cc", "-std=c11", "-fsanitize=address,undefined"]
    #expect(try Program.require([try linkage.compile(source, with: sanitizers, "contract-sanitized")]) == "")
  }

  @Test(.needs(Linkage.valgrind)) func whatIsFoundOfflineHoldsUnderValgrindAndSanitizers() throws {
    let source = Linkage.programs.appending(path: "offline.c").path
    let plain = try linkage.compile(source, with: ["cc", "-std=c11"], "offline", package: "cardan-offline")
    try expectNoErrorsUnderValgrind([plain, Linkage.log])
    let sanitizers = ["cc", "-std=c11", "-fsanitize=address,undefined"]
    let sanitized = try linkage.compile(source, with: sanitizers, "offline-sanitized", package: "cardan-offline")
    #expect(try Program.require([sanitized, Linkage.log]) == "")
  }

  @Test(.needs(.file("/usr/include/eigen3", package: "libeigen3-dev")))
  func theWrapperOfCPlusPlusHoldsUnderSanitizers() throws {
    let source = Linkage.programs.appending(path: "wrapper.cpp").path
    let compiler = ["c++", "-std=c++17", "-fsanitize=address,undefined", "-isystem", "/usr/include/eigen3"]
    #expect(
      try Program.require([try linkage.compile(source, with: compiler, "wrapper", package: "cardan-offline")]) == "")
  }

  @Test func theWrapperOfCPlusPlusWorksWithoutExceptions() throws {
    let source = Linkage.programs.appending(path: "no_exceptions.cpp").path
    let compiler = ["c++", "-std=c++17", "-fno-exceptions", "-fno-rtti"]
    let program = try linkage.compile(source, with: compiler, "no-exceptions", package: "cardan-offline")
    #expect(try Program.require([program]) == "")
  }

  /// The same library serves programs with musl, as on Alpine, shared and static.
  @Test(.needs(.program("musl-gcc", package: "musl-tools")), arguments: ["contract.c", "threads.c"], [false, true])
  func programsWithMuslHold(source: String, isStatic: Bool) throws {
    let program = linkage.folder.appending(path: "\(source).musl\(isStatic)").path
    let lib = linkage.prefix.appending(path: "lib").path
    let library = ["-L\(lib)", "-lcardan", "-lm", "-pthread", isStatic ? "-static" : "-Wl,-rpath,\(lib)"]
    try Program.require(
      ["musl-gcc", "-std=c11", "-O1", Linkage.programs.appending(path: source).path]
        + ["-I", linkage.prefix.appending(path: "include").path] + library + ["-o", program])
    #expect(try Program.require([program]) == "")
  }

  #if arch(x86_64)
    /// Code for wide vectors is in the library, and what does not need it runs without.
    @Test(
      .needs(.program("qemu-x86_64-static", package: "qemu-user-static")), arguments: ["contract.c", "threads.c"])
    func processorsWithoutWideVectorsWillDo(source: String) throws {
      let source = Linkage.programs.appending(path: source)
      let program = try linkage.compile(source.path, with: ["cc", "-std=c11"], "\(source.lastPathComponent).old")
      #expect(try Program.require(["qemu-x86_64-static", "-cpu", "qemu64", program]) == "")
    }
  #endif

  @Test func loopsOfCPlusPlusAllocateNothing() throws {
    let source = Linkage.programs.appending(path: "allocations.cpp").path
    #expect(try Program.require([try linkage.compile(source, with: ["c++", "-std=c++17"], "allocations")]) == "")
  }

  @Test func updatesRaiseNoFloatingPointErrors() throws {
    let source = Linkage.programs.appending(path: "traps.c").path
    #expect(try Program.require([try linkage.compile(source, with: ["cc", "-std=c11"], "traps")]) == "")
  }

  @Test func threadsDoNotMeet() throws {
    let source = Linkage.programs.appending(path: "threads.c").path
    let program = try linkage.compile(source, with: ["cc", "-std=c11", "-fsanitize=thread"], "threads")
    #expect(try Program.require([program]) == "")
  }

  @Test func theInstallationIsWholeAndGoesAway() throws {
    let command = linkage.prefix.appending(path: "bin/cardan").path
    let help = try Program.require([command, "--help"])
    let subcommands = help.matches(of: #/(?m)^  ([a-z]+) {2}/#).map { String($0.1) }.filter { $0 != "help" }
    #expect(subcommands.count >= 8)
    let files = [
      "share/man/man1/cardan.1", "share/bash-completion/completions/cardan", "share/zsh/site-functions/_cardan",
      "share/fish/vendor_completions.d/cardan.fish",
    ]
    for file in files {
      let text = try String(contentsOf: linkage.prefix.appending(path: file), encoding: .utf8)
      for subcommand in subcommands { #expect(text.contains(subcommand), "\(file) does not name \(subcommand)") }
      let plain = text.replacing("\\-", with: "-")
      for option in ["frame", "filter", "calibration"] {
        #expect(plain.contains(option), "\(file) does not name --\(option)")
      }
    }
    try Program.require(["bash", "-n", linkage.prefix.appending(path: files[1]).path])

    let other = linkage.folder.appending(path: "other").path
    let libraries = linkage.folder.appending(path: "library").path
    let environment = ["PREFIX": "/usr", "DESTDIR": other]
    try Program.require(
      ["Scripts/install-files", "install", Project.products.path, libraries], environment: environment)
    try Program.require(["Scripts/install-files", "uninstall"], environment: environment)
    #expect(try Program.require(["find", other, "!", "-type", "d"]) == "")
  }
}
