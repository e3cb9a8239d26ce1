import Foundation
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

/// MATLAB files of level 5, made by hand from the description of the format.
@Suite struct MATLABTests {
  let folder = TemporaryFolder()

  private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func element(_ kind: UInt32, _ content: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: (8 - content.count % 8) % 8)
    return bytes(kind) + bytes(UInt32(content.count)) + content + padding
  }

  private static func matrix(_ name: String, _ kind: UInt32, _ dimensions: [Int32], _ content: [UInt8]) -> [UInt8] {
    element(
      14,
      element(6, bytes(kind) + bytes(UInt32(0))) + element(5, dimensions.flatMap(bytes)) + element(1, Array(name.utf8))
        + content)
  }

  /// A matrix of doubles, column by column.
  static func numbers(_ name: String, _ rows: Int, _ columns: Int, _ values: [Double]) -> [UInt8] {
    matrix(name, 6, [Int32(rows), Int32(columns)], element(9, values.flatMap { bytes($0.bitPattern) }))
  }

  static func structure(_ name: String, _ fields: [(String, [UInt8])]) -> [UInt8] {
    // A short element: its size beside its type.
    let width = bytes(UInt16(5)) + bytes(UInt16(4)) + bytes(Int32(8))
    let names = fields.flatMap { Array($0.0.utf8) + [UInt8](repeating: 0, count: 8 - $0.0.utf8.count) }
    return matrix(name, 2, [1, 1], width + element(1, names) + fields.flatMap(\.1))
  }

  static func file(_ variables: [UInt8]...) -> Data {
    var head = Array("MATLAB 5.0 MAT-file, Platform: GLNXA64, Created on: Thu Nov 26 2026".utf8)
    head += [UInt8](repeating: 0x20, count: 124 - head.count) + [0x00, 0x01] + Array("IM".utf8)
    return Data(head + variables.joined())
  }

  private let options = LogOptions(
    timeUnit: .seconds, angularRateUnit: .degreesPerSecond, accelerationUnit: .standardGravities)
  private static let times = (0..<10).map { Double($0) / 100 }
  /// Ten rows of three columns, the same value in each column; and its transpose.
  private static let tall = [1.0, 2, 3].flatMap { [Double](repeating: $0, count: 10) }
  private static let wide = (0..<10).flatMap { _ -> [Double] in [0, 0, 1] }

  @Test func readsTallAndWideMatrices() throws {
    let path = try folder.write(
      Self.file(
        Self.numbers("t", 10, 1, Self.times), Self.numbers("gyr", 10, 3, Self.tall),
        Self.numbers("acc", 3, 10, Self.wide),
        Self.numbers("note", 1, 2, [1, 2])), to: "log.mat")
    let rows = try records(path, options: options)
    #expect(rows.map(\.timestamp) == (0..<10).map { $0 * 10_000_000 })
    #expect((rows[4].angularRate - Vector3(x: 1, y: 2, z: 3) * (.pi / 180)).length < 1e-15)
    #expect(rows[9].specificForce == Vector3(x: 0, y: 0, z: 9.80665))
    let header = try MotionLog.open(path, options: options).header
    #expect(header.formatName == "MATLAB" && header.unusedColumns == ["note"] && header.rowCount == 10)
    #expect(MotionLog.isLog(path))
    guard case .unitsMissing(let gaps, needsRate: false, gravityFree: []) = failure(path)?.fact else {
      Issue.record("no unit is missing")
      return
    }
    #expect(gaps.map(\.reading) == [.gyroscope, .accelerometer, .timestamps])
  }

  @Test func everyStructIsARecording() throws {
    func sensor(_ name: String, _ scale: Double) -> [UInt8] {
      Self.structure(
        name,
        [
          ("gyr", Self.numbers("", 10, 3, Self.tall.map { $0 * scale })), ("acc", Self.numbers("", 3, 10, Self.wide)),
          ("fs", Self.numbers("", 1, 1, [50])),
        ])
    }
    let one = try folder.write(Self.file(sensor("imu", 1)), to: "one.mat")
    #expect(try records(one, options: options).map(\.timestamp) == (0..<10).map { $0 * 20_000_000 })
    // The rate may stand in the struct around that of the sensor, and the words of a name around the sensor's.
    let inner = Self.structure(
      "", [("gyr_raw", Self.numbers("", 10, 3, Self.tall)), ("acc_raw", Self.numbers("", 3, 10, Self.wide))])
    let nested = try folder.write(
      Self.file(Self.structure("data", [("imu", inner), ("Fs", Self.numbers("", 1, 1, [50]))])), to: "nested.mat")
    #expect(try records(nested, options: options).map(\.timestamp) == (0..<10).map { $0 * 20_000_000 })
    let two = try folder.write(Self.file(sensor("left", 1), sensor("right", 2)), to: "two.mat")
    #expect(failure(two, options: options)?.fact == .recordingNotChosen(["left", "right"]))
    #expect(MotionLog.recordings(of: two) == ["\(two)#0", "\(two)#1"])
    #expect(try abs(records("\(two)#1", options: options)[0].angularRate.z - 6 * .pi / 180) < 1e-15)
  }

  /// A file of version 7.3, as h5py makes it: a struct of a deflated matrix of three columns and one of three rows in 16 bits; a text,
  /// a cell array and an empty matrix beside it.
  @Test func readsVersion73() throws {
    let path = fixture("matlab73.mat")
    var options = LogOptions(timeUnit: .seconds)
    options.accelerationUnit = ScaledUnit(spelling: "g/1000")
    let rows = try records(path, options: options)
    #expect(rows.map(\.timestamp) == (0..<10).map { $0 * 10_000_000 })
    #expect((rows[4].angularRate - Vector3(x: 1, y: 2, z: 3) * (.pi / 180)).length < 1e-15)
    #expect((rows[9].specificForce - Vector3(x: 0, y: 0, z: 9.80665)).length < 1e-12)
    #expect(try MotionLog.open(path, options: options).header.formatName == "MATLAB")
    let whole = try Data(contentsOf: URL(filePath: path))
    for count in [600, 3000, 9000] {
      #expect(failure(try folder.write(whole.prefix(count), to: "cut.mat"), options: options) != nil)
    }
  }

  @Test func refusesWhatIsDamaged() throws {
    let first = Self.numbers("gyr", 10, 3, Self.tall)
    let whole = Self.file(first, Self.numbers("acc", 10, 3, Self.tall))
    for end in stride(from: 0, to: whole.count, by: 7) where end != 128 + first.count {
      let path = try folder.write(whole.prefix(end), to: "cut.mat")
      #expect(
        failure(path, options: LogOptions(angularRateUnit: .radiansPerSecond, samplingRate: 100)) != nil, "\(end)")
    }
    var generator = SplitMix64(seed: 45)
    for _ in 0..<300 {
      var bytes = [UInt8](whole)
      for _ in 0..<4 {
        bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
      }
      // No bytes trap.
      _ = failure(try folder.write(Data(bytes), to: "odd.mat"), options: options)
    }
  }
}
