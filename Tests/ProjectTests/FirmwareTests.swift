import Foundation
import TestSupport
import Testing

/// The firmware of Examples/cortex-m4 gives the same attitudes on QEMU's Cortex-M4 as on this machine.
@Suite struct FirmwareTests {
  static let folder = Project.file("Examples/cortex-m4")
  static let images = Project.file(".build/firmware")
  static let filters = ["default", "madgwick", "vqf"]
  static let logs = ["hand-held", "quadrotor", "pendulum"]
  static let rowsPerLog = 2000

  /// What building the images and running them takes.
  static let emulation: RequirementTrait = .needs(
    .embeddedSwift(for: "armv7em-none-none-eabi"), .embeddedSwift(), .program("qemu-system-arm"),
    .program("ld.lld", package: "lld"), .program("clang"), .program("llvm-nm", package: "llvm"), fusedMultiplyAdd)

  /// The host rounds as the Cortex-M4 does only where it has the same instruction.
  static let fusedMultiplyAdd = Requirement(
    "a processor with fused multiply-add", remedy: "run the tests on one (x86-64-v3, any arm64)"
  ) {
    #if arch(x86_64)
      return (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.contains(/\bfma\b/) == true
    #else
      return true
    #endif
  }

  @Test(emulation) func theFirmwareSaysWhatTheHostSays() throws {
    try build()
    let truth = try Self.logs.flatMap(trueAttitudes)
    for filter in Self.filters {
      let onBoard = try emulate(filter)
      let onHost = try Program.require([Self.images.appending(path: filter + ".host").path])
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
  @Test(emulation) func theFirmwareInCSaysWhatThatInSwiftSays() throws {
    try build()
    let inSwift = try emulate("default")
    let inC = try emulate("in-c")
    let rows = try attitudes(inC)
    #expect(rows.count == Self.logs.count * Self.rowsPerLog / 10)
    let difference = zip(rows, try attitudes(inSwift)).map { degrees($0.wxyz, $1.wxyz) }.max() ?? .infinity
    #expect(difference < 1e-5, "C differs by \(difference)° from Swift")
    // A task has little stack.
    let toMake = try #require(inC.firstMatch(of: /to make it (\d+)/)?.1)
    #expect(try #require(Int(toMake)) < 4096)
  }

  /// No update takes more than three times the mean where steps are spread, and the attitudes are those of whole steps but at the
  /// samples of the steps.
  @Test(emulation) func aSpreadStepTakesTwoUpdates() throws {
    try build()
    let spread = try emulate("in-c-spread")
    let cost = try #require(spread.firstMatch(of: /mean (\d+), most (\d+)/))
    #expect(try #require(Int(cost.2)) <= 3 * #require(Int(cost.1)), "\(cost.0)")
    let (rows, whole) = (try attitudes(spread), try attitudes(try emulate("in-c")))
    let same = zip(rows, whole).filter { $0.wxyz == $1.wxyz }.count
    #expect(rows.count == whole.count && same * 5 >= rows.count * 4)
  }

  /// The double precision of the image in C is that of this machine, bit for bit.
  @Test(.needs(.program("clang"))) func doublePrecisionInSoftwareIsExact() throws {
    try withTemporaryFolder { folder in
      let sources = ["double.c", "double_check.c"].map { Self.folder.appending(path: $0).path }
      let program = folder.path("check")
      try Program.require(["clang", "-std=c11", "-O2", "-ffp-contract=off"] + sources + ["-o", program])
      #expect(try Program.require([program]) == "")
    }
  }

  @Test(emulation) func theImagesHaveNoHeap() throws {
    try build()
    let heap = /(?i)alloc|\bfree\b|memalign|sbrk|swift_(?:retain|release|slow|init)|\b_Z(?:n[wa]|d[la])/
    for filter in Self.filters + ["in-c", "in-c-spread"] {
      let symbols = try Program.require(["llvm-nm", image(filter)])
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
    #expect(0 < size && size < stack && stack < 12800, "\(filter) has \(size) bytes and takes \(stack) of the stack")
  }

  /// The tests of a suite run side by side: one `make` at a time.
  private func build() throws {
    try FileManager.default.createDirectory(at: Self.images, withIntermediateDirectories: true)
    let lock = Self.images.appending(path: "lock").path
    try Program.require(["flock", lock, "make", "--silent", "-j2", "-C", Self.folder.path, "OUT=" + Self.images.path])
  }

  private func emulate(_ filter: String) throws -> String {
    try Program.require([Self.folder.appending(path: "emulate").path, image(filter)])
  }

  private func image(_ filter: String) -> String { Self.images.appending(path: filter + ".elf").path }

  private func attitudes(_ output: String) throws -> [(index: Int, wxyz: [Double])] {
    try output.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let fields = line.split(separator: " ")
      return (try #require(Int(fields[0])), try fields.dropFirst().map { try #require(Double($0), "\(line)") })
    }
  }

  private func trueAttitudes(_ log: String) throws -> [[Double]] {
    let rows = try Project.text("datasets/\(log).csv").split(separator: "\n").dropFirst().prefix(Self.rowsPerLog)
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
