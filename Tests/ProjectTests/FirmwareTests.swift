import Foundation
import Testing

/// The firmware of Examples/cortex-m4 runs on QEMU's Cortex-M4 and says what this machine says.
@Suite struct FirmwareTests {
  static let folder = ProjectLayout.root.appending(path: "Examples/cortex-m4")
  static let images = ProjectLayout.root.appending(path: ".build/firmware")
  static let filters = ["default", "madgwick", "vqf"]
  static let logs = ["hand-held", "quadrotor", "pendulum"]
  static let rowsPerLog = 2000

  @Test func theFirmwareSaysWhatTheHostSays() throws {
    guard try canRun() else { return }
    try build()
    let truth = try Self.logs.flatMap(trueAttitudes)
    for filter in Self.filters {
      let onBoard = try run(Self.folder.appending(path: "emulate"), [image(filter).path])
      let onHost = try run(Self.images.appending(path: filter + ".host"), [])
      let (boardRows, hostRows) = (try attitudes(onBoard), try attitudes(onHost))
      #expect(boardRows.map(\.index) == Array(stride(from: 9, to: Self.logs.count * Self.rowsPerLog, by: 10)))
      #expect(boardRows.map(\.index) == hostRows.map(\.index))
      let difference = zip(boardRows, hostRows).map { degrees($0.wxyz, $1.wxyz) }.max() ?? .infinity
      #expect(difference < 1e-5, "\(filter) differs by \(difference)° from the host")
      // Both could be wrong together: the recording of a hand must come out as it was. (Magnetic heading is the worst.)
      let hand = boardRows.filter { 500..<Self.rowsPerLog ~= $0.index }
      let error = hand.map { degrees($0.wxyz, truth[$0.index]) }.max() ?? .infinity
      #expect(error < 10, "\(filter) is wrong by \(error)°")
      try expectCounts(onBoard, of: filter)
    }
  }

  /// The image in C goes through cardan.h, its clock and its conversions, to the same filter.
  @Test func theFirmwareInCSaysWhatThatInSwiftSays() throws {
    guard try canRun() else { return }
    try build()
    let inSwift = try run(Self.folder.appending(path: "emulate"), [image("default").path])
    let inC = try run(Self.folder.appending(path: "emulate"), [image("in-c").path])
    let rows = try attitudes(inC)
    #expect(rows.count == Self.logs.count * Self.rowsPerLog / 10)
    let difference = zip(rows, try attitudes(inSwift)).map { degrees($0.wxyz, $1.wxyz) }.max() ?? .infinity
    #expect(difference < 1e-5, "C differs by \(difference)° from Swift")
  }

  /// The double precision of the image in C is that of this machine, bit for bit.
  @Test func doublePrecisionInSoftwareIsExact() throws {
    try Compiler.withTemporaryFolder { folder in
      let sources = ["double.c", "double_check.c"].map { Self.folder.appending(path: $0).path }
      let program = folder.appending(path: "check")
      _ = try run(
        URL(filePath: "/usr/bin/env"),
        ["clang", "-std=c11", "-O2", "-ffp-contract=off"] + sources + ["-o", program.path])
      #expect(try run(program, []) == "")
    }
  }

  @Test func theImagesHaveNoHeap() throws {
    guard try canRun() else { return }
    try build()
    let heap = /(?i)alloc|\bfree\b|memalign|sbrk|swift_(?:retain|release|slow|init)|\b_Z(?:n[wa]|d[la])/
    for filter in Self.filters + ["in-c"] {
      let symbols = try run(URL(filePath: "/usr/bin/env"), ["llvm-nm", image(filter).path])
      #expect(symbols.contains(" T main\n"), "the symbols of \(filter) are not there")
      for line in symbols.split(separator: "\n") {
        #expect(line.firstMatch(of: heap) == nil, "\(filter) has \(line)")
      }
    }
  }

  /// What the image says of itself must be possible: a filter of some size, a stack between that and its limit.
  private func expectCounts(_ output: String, of filter: String) throws {
    let cost = try #require(output.firstMatch(of: /# instructions per update: mean (\d+), most (\d+)/))
    let (mean, most) = (try #require(Int(cost.1)), try #require(Int(cost.2)))
    #expect(100 < mean && mean <= most && most < 20_000, "\(filter) takes \(mean) and at most \(most) instructions")
    let bytes = try #require(output.firstMatch(of: /# bytes: filter (\d+), stack (\d+)/))
    let (size, stack) = (try #require(Int(bytes.1)), try #require(Int(bytes.2)))
    #expect(0 < size && size < stack && stack < 8192, "\(filter) has \(size) bytes and takes \(stack) of the stack")
  }

  private func canRun() throws -> Bool {
    func skip(_ reason: String) -> Bool {
      print("skipped: \(reason)")
      return false
    }
    guard try Compiler.hasEmbeddedLibrary(for: "armv7em-none-none-eabi") else {
      return skip("this toolchain has no Embedded standard library for armv7em-none-none-eabi")
    }
    let host = try Compiler.hostTarget()
    guard try Compiler.hasEmbeddedLibrary(for: host) else {
      return skip("this toolchain has no Embedded standard library for \(host)")
    }
    for tool in ["qemu-system-arm", "ld.lld", "clang", "llvm-nm"] {
      guard try Compiler.run(URL(filePath: "/usr/bin/env"), [tool, "--version"]).status == 0 else {
        return skip("there is no \(tool)")
      }
    }
    #if arch(x86_64)
      let processor = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
      guard processor.contains(/\bfma\b/) else { return skip("this processor has no fused multiply-add") }
    #endif
    return true
  }

  /// The tests of a suite run side by side: one `make` at a time.
  private func build() throws {
    try FileManager.default.createDirectory(at: Self.images, withIntermediateDirectories: true)
    let lock = Self.images.appending(path: "lock").path
    let arguments = ["flock", lock, "make", "--silent", "-j2", "-C", Self.folder.path, "OUT=" + Self.images.path]
    _ = try run(URL(filePath: "/usr/bin/env"), arguments)
  }

  private func run(_ program: URL, _ arguments: [String]) throws -> String {
    let run = try Compiler.run(program, arguments)
    try #require(run.status == 0, "\(program.lastPathComponent) stopped with \(run.status): \(run.output)")
    return run.output
  }

  private func image(_ filter: String) -> URL { Self.images.appending(path: filter + ".elf") }

  private func attitudes(_ output: String) throws -> [(index: Int, wxyz: [Double])] {
    try output.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let fields = line.split(separator: " ")
      return (try #require(Int(fields[0])), try fields.dropFirst().map { try #require(Double($0), "\(line)") })
    }
  }

  private func trueAttitudes(_ log: String) throws -> [[Double]] {
    let file = ProjectLayout.root.appending(path: "datasets/\(log).csv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().prefix(Self.rowsPerLog)
    return try rows.map { row in try row.split(separator: ",").suffix(4).map { try #require(Double($0)) } }
  }

  /// The angle between two attitudes. Nine decimals and `Float` leave the norm at 1 within 1e-6, so it is taken out.
  private func degrees(_ first: [Double], _ second: [Double]) -> Double {
    let sign: Double = zip(first, second).map(*).reduce(0, +) < 0 ? -1 : 1
    let (firstNorm, secondNorm) = (norm(first), norm(second))
    let chord = norm(zip(first, second).map { $0 / firstNorm - sign * $1 / secondNorm })
    return 4 * asin(min(1, chord / 2)) * 180 / .pi
  }

  private func norm(_ vector: [Double]) -> Double { vector.map { $0 * $0 }.reduce(0, +).squareRoot() }
}
