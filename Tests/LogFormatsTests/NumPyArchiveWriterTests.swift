import AttitudeFilters
import MotionSamples
import Foundation
import Rotations
import TestSupport
import Testing

@testable import FileAccess
@testable import LogFormats
@testable import LogTables

/// Attitudes in archives of NumPy, and the zip archives themselves.
@Suite struct NumPyArchiveWriterTests {
  let folder = TemporaryFolder()

  /// Attitudes that are all different.
  private func record(_ index: Int) -> Motion<Double> {
    var record = WriterTests.record
    record.timestamp = Timestamp(nanoseconds: record.timestamp.nanoseconds + Int64(index) * 10_000_000)
    record.outputFromBody = Rotation(normalizing: Quaternion(w: 1, x: Double(index), y: 0.5, z: -2)) ?? .identity
    record.gyroscopeBias.x = Double(index) / 3
    return record
  }

  private func write(_ count: Int, columns: AttitudeColumns = .all, to name: String = "out.npz") throws -> String {
    let path = "\(folder.path)/\(name)"
    var writer = try NumPyArchiveAttitudeWriter(path: path, columns: columns)
    for index in 0..<count { try writer.write(record(index)) }
    // While it is written nothing new lies about but the file that will have the name, hidden.
    #expect(try folder.names().filter { $0.hasPrefix(".") }.allSatisfy { $0.hasSuffix(".partial") })
    try writer.finish()
    return path
  }

  /// More rows than a buffer holds come back bit by bit, as those of the structured array do.
  @Test func attitudesComeBackExactly() throws {
    let count = 10_000
    let arrays = try NumPyArchive(path: write(count)).arrays
    for array in arrays { try array.array.load(0..<count) }
    let fields = NumPyFile.attitudeFields.filter { AttitudeColumns.all.contains($0.group) }.map(\.field)
    #expect(arrays.map(\.name) == fields.map(\.name))
    #expect(arrays.map { $0.array.fields.map(\.count) } == fields.map { [$0.count] })
    #expect(arrays.allSatisfy { $0.array.rowCount == count })
    func numbers(_ array: Int, _ row: Int) -> [Double] {
      let array = arrays[array].array
      return (0..<array.fields[0].count).map { array.number(array.fields[0], component: $0, row: row) }
    }
    for row in stride(from: 0, to: count, by: 77) {
      let expected = record(row)
      let quaternion = expected.outputFromBody.quaternion
      #expect(arrays[0].array.integer(arrays[0].array.fields[0], row: row) == expected.timestamp.nanoseconds)
      #expect(numbers(1, row) == [quaternion.w, quaternion.x, quaternion.y, quaternion.z])
      #expect(numbers(3, row) == [0, 0, -9.81])
      #expect(numbers(6, row) == [Double(row) / 3, -1e-3, 0])
      #expect(numbers(7, row)[1].isNaN)
      #expect(numbers(8, row) == [Double(expected.flags.rawValue)])
    }
    #expect(try folder.names() == ["out.npz"])
  }

  @Test func writesTheGroupsAskedForAndNoRows() throws {
    let some = try NumPyArchive(path: write(3, columns: [.quaternion, .time])).arrays
    #expect(some.map(\.name) == ["t_ns", "q"] && some[1].array.rowCount == 3)
    let none = try NumPyArchive(path: write(0, to: "none.npz")).arrays
    #expect(none.count == 9 && none.allSatisfy { $0.array.rowCount == 0 })
    #expect(!MotionLog.isLog("\(folder.path)/out.npz"))
  }

  @Test func releasedUnfinishedItLeavesNothing() throws {
    do {
      var writer = try NumPyArchiveAttitudeWriter(path: "\(folder.path)/out.npz")
      for index in 0..<5000 { try writer.write(record(index)) }
    }
    #expect(try folder.names().isEmpty)
  }

  @Test func needsAFileAndAFolder() {
    let toPipe = #expect(throws: LogError.self) { _ = try NumPyArchiveAttitudeWriter(path: "-") }
    #expect(toPipe?.message.contains("pipe") == true)
    let toNowhere = #expect(throws: LogError.self) {
      _ = try NumPyArchiveAttitudeWriter(path: "\(folder.path)/missing/out.npz")
    }
    #expect(toNowhere?.description.contains("missing/out.npz") == true)
  }

  @Test func theSameAttitudesGiveTheSameBytes() throws {
    let paths = try [write(1000, to: "a.npz"), write(1000, to: "b.npz")]
    let contents = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    #expect(contents[0] == contents[1])
  }

  /// The 64-bit fields, which archives above 4 GB need, in a small one.
  @Test(arguments: [0, 100, 500, 0xffff_ffff])
  func longArchivesAreRead(longest: Int) throws {
    let path = try writeLongArchive(longest: longest)
    let arrays = try NumPyArchive(path: path).arrays
    #expect(arrays.map(\.name) == ["a", "b"] && arrays.map(\.array.rowCount) == [3, 200])
    try arrays[1].array.load(0..<200)
    #expect(arrays[1].array.number(arrays[1].array.fields[0], component: 0, row: 199) == 7)
  }

  private func writeLongArchive(longest: Int) throws -> String {
    let path = "\(folder.path)/long\(longest).npz"
    var zip = ZipWriter(file: try AtomicFile(path: path), longest: longest)
    for (name, count) in [("a", 3), ("b", 200)] {
      let bytes = NumPyHeader.bytes(type: "'|u1'", rowCount: count) + [UInt8](repeating: 7, count: count)
      try zip.add("\(name).npy", size: bytes.count) { take throws(LogError) in
        try bytes[..<50].withUnsafeBufferPointer(take)
        try bytes[50...].withUnsafeBufferPointer(take)
      }
    }
    try zip.finish()
    return path
  }

  @Test(.needs(.python("numpy")))
  func numPyReadsOurs() throws {
    let path = try write(5000)
    let script = """
      import numpy, sys, zipfile
      assert zipfile.ZipFile(sys.argv[1]).testzip() is None
      a = numpy.load(sys.argv[1])
      print(" ".join(a.files))
      print(a["t_ns"].dtype, a["t_ns"][4999], a["q"].shape, repr(float(a["gyro_bias_rad_s"][4999, 0])), a["flags"].shape)
      """
    let names = NumPyFile.attitudeFields.filter { AttitudeColumns.all.contains($0.group) }.map(\.field.name)
      .joined(separator: " ")
    #expect(
      try Program.require([Toolchain.python, "-c", script, path])
        == "\(names)\nint64 \(record(4999).timestamp.nanoseconds) (5000, 4) \(4999.0 / 3) (5000,)\n")
    for longest in [0, 500] {
      let long = try writeLongArchive(longest: longest)
      let script = """
        import numpy, sys, zipfile
        assert zipfile.ZipFile(sys.argv[1]).testzip() is None
        a = numpy.load(sys.argv[1])
        print(a["a"].sum(), a["b"].sum())
        """
      #expect(try Program.require([Toolchain.python, "-c", script, long]) == "21 1400\n")
    }
  }
}
