import AttitudeFilters
import Foundation
import MotionSamples
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

@Suite struct NumPyTests {
  let folder = TemporaryFolder()

  /// A `.npy` file by hand: version 1.0, or 2.0 with its longer length.
  private func array(_ header: String, _ data: [UInt8], isLong: Bool = false) -> Data {
    let text = Array(header.utf8) + [UInt8(ascii: "\n")]
    let length = (0..<(isLong ? 4 : 2)).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
    return Data(NumPyHeader.signature + [isLong ? 2 : 1, 0] + length + text + data)
  }

  private func bytes<Number>(_ numbers: [Number]) -> [UInt8] { numbers.withUnsafeBytes { Array($0) } }

  @Test func attitudesComeBackExactly() throws {
    let path = "\(folder.path)/out.npy"
    var writer = try NumPyAttitudeWriter(path: path)
    for _ in 0..<3 { try writer.write(WriterTests.record) }
    try writer.finish()
    let array = try NumPyArray(path: path)
    #expect(array.rowCount == 3)
    #expect(
      array.fields.map(\.name) == [
        "t_ns", "q", "euler_deg", "gravity_m_s2", "user_accel_m_s2", "rate_rad_s", "gyro_bias_rad_s", "sigma_deg",
        "flags",
      ])
    #expect(array.fields.map(\.count) == [1, 4, 3, 3, 3, 3, 3, 2, 1])
    let record = WriterTests.record
    for row in 0..<3 {
      func values(_ field: Int) -> [Double] {
        (0..<array.fields[field].count).map { array.number(array.fields[field], component: $0, row: row) }
      }
      #expect(array.integer(array.fields[0], row: row) == record.timestamp.nanoseconds)
      let root = 0.5.squareRoot()
      #expect(values(1) == [root, 0.0, 0.0, root])
      let (angles, acceleration, sigma) = (values(2), values(4), values(7))
      #expect(abs(angles[0]) < 1e-12)
      #expect(abs(angles[1]) < 1e-12)
      #expect(abs(angles[2] - 90) < 1e-12)
      #expect(values(3) == [0.0, 0.0, -9.81])
      #expect(acceleration[0] == 0.1)
      #expect(acceleration[1] == -0.2)
      #expect(acceleration[2].isNaN)
      #expect(values(5) == [1.0, 2.0, 3.0])
      #expect(values(6) == [1e-9, -1e-3, 0.0])
      #expect(abs(sigma[0] - 1) < 1e-15)
      #expect(sigma[1].isNaN)
      #expect(values(8) == [Double(record.flags.rawValue)])
    }
    // NumPy wants the data at a multiple of 64 bytes.
    let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    #expect((size - 3 * (8 + 21 * 8 + 2)) % 64 == 0)
  }

  @Test func writesTheFieldsAskedFor() throws {
    let path = "\(folder.path)/out.npy"
    var writer = try NumPyAttitudeWriter(path: path, columns: [.flags, .time])
    try writer.write(WriterTests.record)
    try writer.finish()
    let array = try NumPyArray(path: path)
    #expect(array.fields.map(\.name) == ["t_ns", "flags"] && array.rowCount == 1)
    #expect(!MotionLog.isLog(path))
  }

  @Test func needsAFile() {
    let error = #expect(throws: LogError.self) { _ = try NumPyAttitudeWriter(path: "-") }
    #expect(error?.message.contains("pipe") == true)
  }

  /// `t`, gyroscope and accelerometer, row by row and column by column.
  @Test(arguments: [false, true], [false, true])
  func readsPlainArrays(isColumnMajor: Bool, isLong: Bool) throws {
    let rows: [[Double]] = [[0.5, 1, 2, 3, 4, 5, 6], [1.5, 7, 8, 9, 10, 11, 12]]
    let numbers = isColumnMajor ? (0..<7).flatMap { column in rows.map { $0[column] } } : rows.flatMap(\.self)
    let header = "{'descr': '<f8', 'fortran_order': \(isColumnMajor ? "True" : "False"), 'shape': (2, 7), }"
    let path = try folder.write(array(header, bytes(numbers), isLong: isLong), to: "plain.npy")
    let units = LogOptions(timeUnit: .seconds, angularRateUnit: .degreesPerSecond, accelerationUnit: .standardGravities)
    let read = try records(path, options: units)
    #expect(read.map(\.timestamp) == [500_000_000, 1_500_000_000])
    #expect(abs(read[1].angularRate.y - 8 * .pi / 180) < 1e-15)
    #expect(read[0].specificForce.z == 6 * 9.80665)
    #expect(read[0].magneticField.x.isNaN)
    #expect(
      failure(path)?.fact
        == missing(.init(.gyroscope), .init(.accelerometer), .init(.timestamps, guess: "ms")))
  }

  @Test func readsWithoutTimestampsAndInSinglePrecision() throws {
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 6), }"
    let path = try folder.write(array(header, bytes((0..<12).map { Float($0) })), to: "plain.npy")
    let options = LogOptions(
      angularRateUnit: .radiansPerSecond, accelerationUnit: .metersPerSecondSquared, samplingRate: 50)
    let read = try records(path, options: options)
    #expect(read.map(\.timestamp) == [0, 20_000_000])
    #expect(read[1].angularRate == Vector3(x: 6, y: 7, z: 8) && read[1].specificForce.z == 11)
  }

  /// Dates as timestamps, a field of text, padding without a name.
  @Test func readsStructuredArraysOfOtherTypes() throws {
    let header =
      "{'descr': [('t', '<M8[ns]'), ('label', '<U1'), ('', '|V4'), (('rate of turn', 'gyro_rad_s'), '<f8', (3,))], "
      + "'fortran_order': False, 'shape': (1,), }"
    let timestamp: Int64 = 1_700_000_000_000_000_003
    let row = bytes([timestamp]) + [65, 0, 0, 0] + [0, 0, 0, 0] + bytes([1.0, 2, 3])
    let path = try folder.write(array(header, row), to: "dates.npy")
    let read = try records(path)
    #expect(read.count == 1 && read[0].timestamp == timestamp && read[0].angularRate == Vector3(x: 1, y: 2, z: 3))
  }

  /// Archives that NumPy has written: arrays of different types, one in column order, one of text.
  @Test func readsArchives() throws {
    let path = fixture("recording.npz")
    #expect(MotionLog.isLog(path))
    let read = try records(path)
    #expect(read.map(\.timestamp) == (0..<4).map { (row: Int64) in 1_700_000_000_000_000_000 + row * 10_000_000 })
    let rate: Vector3<Double> = Vector3(x: 1.125, y: 1.25, z: 1.375)
    #expect(read[3].angularRate == rate)
    #expect(read[1].specificForce == Vector3(x: 12, y: 13, z: 14))
    // The same numbers, deflated.
    let compressed = try records(fixture("compressed.npz"))
    #expect(compressed.map(\.timestamp) == read.map(\.timestamp))
    #expect(compressed.map(\.angularRate) == read.map(\.angularRate))
  }

  @Test func namesVectorsBeforeTheirUnit() {
    #expect(NumPyColumns.names(of: "gyro_rad_s", count: 3) == ["gyro_x_rad_s", "gyro_y_rad_s", "gyro_z_rad_s"])
    #expect(NumPyColumns.names(of: "acc", count: 3) == ["acc_x", "acc_y", "acc_z"])
    #expect(NumPyColumns.names(of: "gyro [rad/s]", count: 3) == ["gyro_x [rad/s]", "gyro_y [rad/s]", "gyro_z [rad/s]"])
    #expect(NumPyColumns.names(of: "acc(g)", count: 3).first == "acc_x (g)")
    #expect(NumPyColumns.names(of: "q", count: 4) == ["q_w", "q_x", "q_y", "q_z"])
    #expect(NumPyColumns.names(of: "something", count: 2) == ["something_0", "something_1"])
  }

  @Test(
    arguments: [
      ("{'descr': '>f8', 'fortran_order': False, 'shape': (1, 7), }", "little-endian"),
      ("{'descr': '|O', 'fortran_order': False, 'shape': (1, 7), }", "unsupported type"),
      ("{'descr': '<f8', 'fortran_order': False, 'shape': (9, 7), }", "ends before its last row"),
      ("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 7, 1), }", "dimensions"),
      ("{'descr': '<f8', 'fortran_order': False, 'shape': (9223372036854775807, 7), }", "ends before"),
      ("{'descr': '<f8', 'fortran_order': False, 'shape': (-1, 7), }", "invalid NumPy header"),
      ("{'descr': '<f8', 'shape': (1, 7), }", "invalid NumPy header"),
      ("['descr']", "invalid NumPy header"),
    ])
  func refusesWhatItCannotRead(header: String, message: String) throws {
    let path = try folder.write(array(header, [UInt8](repeating: 0, count: 56)), to: "bad.npy")
    #expect(failure(path)?.message.contains(message) == true)
    #expect(!MotionLog.isLog(path))
  }

  /// Whatever the bytes are, there is a recording or an error.
  @Test func survivesEveryDamage() throws {
    var generator = SplitMix64(seed: 77)
    let path = "\(folder.path)/log.npy"
    var writer = try NumPyLogWriter(path: path, hasGroundTruth: true)
    for _ in 0..<3 { try writer.write(LogRecord(timestamp: 5)) }
    try writer.finish()
    let files = try [path, fixture("recording.npz"), fixture("compressed.npz")].map {
      try Data(contentsOf: URL(fileURLWithPath: $0))
    }
    var failures = 0
    for file in files {
      for _ in 0..<300 {
        var damaged = file.prefix(generator.next() % 8 == 0 ? Int(generator.next() % UInt64(file.count)) : file.count)
        for _ in 0..<(1 + generator.next() % 4) where !damaged.isEmpty {
          damaged[Int(generator.next() % UInt64(damaged.count))] = UInt8(truncatingIfNeeded: generator.next())
        }
        let path = try folder.write(Data(damaged), to: "damaged")
        if failure(path) != nil { failures += 1 }
        _ = MotionLog.isLog(path)
      }
    }
    #expect(failures > 100)
  }

  /// Archives that NumPy writes: what is not of the recording is left out and named; what is must have the rows of the others.
  @Test(.needs(.python("numpy")))
  func archivesMayHoldOtherThings() throws {
    func write(_ more: String) throws -> String {
      let script = """
        import numpy as np, sys
        rows = {"t [s]": np.arange(5) * 0.01, "gyro [rad/s]": np.ones((5, 3)), "acc (m/s^2)": np.full((5, 3), 9.0)}
        np.savez(sys.argv[1], **rows, **\(more))
        """
      let path = "\(folder.path)/more.npz"
      _ = try Program.require([Toolchain.python, "-c", script, path])
      return path
    }
    let path = try write(
      "{'rate': np.float64(100), 'notes': np.array([{'a': 1}, 2], object), 'weights': np.zeros(7), 'gains': np.zeros(5)}"
    )
    let read = try records(path)
    #expect(read.map(\.timestamp) == [0, 10_000_000, 20_000_000, 30_000_000, 40_000_000])
    #expect(read[4].angularRate == Vector3(repeating: 1) && read[4].specificForce == Vector3(repeating: 9))
    #expect(try Set(MotionLog.open(path).header.unusedColumns) == ["rate", "notes", "weights", "gains"])
    for (more, message) in [
      ("{'mag [uT]': np.ones((4, 3))}", "mag [uT]: 4 rows, but t [s] has 5"),
      ("{'mag [uT]': np.array([None, 1], object)}", "unsupported type '|O'"),
      ("{'mag': np.float64(2)}", "a single value; expected an array of rows"),
    ] {
      let path = try write(more)
      let error = #expect(throws: LogError.self) { try MotionLog.open(path) }
      #expect("\(try #require(error))".contains(message))
    }
  }

  /// The header of the options names the columns of a plain array.
  @Test func takesAGivenHeader() throws {
    let data = bytes([0.5, 4, 5, 6, 1, 2, 3, 99.0])
    let path = try folder.write(array("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 8), }", data), to: "a.npy")
    var options = LogOptions()
    options.header = "t [s],acc_x [g],acc_y,acc_z,gyro_x [deg/s],gyro_y,gyro_z,remark"
    var reader = try MotionLog.open(path, options: options)
    let record = try #require(try reader.next())
    #expect(record.timestamp == 500_000_000)
    #expect(abs(record.angularRate.z - 0.0523598775598298) < 1e-15)
    #expect(abs(record.specificForce.x - 39.2266) < 1e-12)
    options.header = "t [s],acc_x [g],acc_y,acc_z"
    let error = #expect(throws: LogError.self) { try MotionLog.open(path, options: options) }
    #expect("\(try #require(error))".contains("8 columns, but the given header names 4"))
  }

  @Test(.needs(.python("numpy")))
  func numPyReadsOurs() throws {
    var writer = try NumPyAttitudeWriter(path: "\(folder.path)/out.npy")
    for _ in 0..<5 { try writer.write(WriterTests.record) }
    try writer.finish()
    let script = """
      import numpy, sys
      a = numpy.load(sys.argv[1], mmap_mode="r")
      print(a.shape, a["t_ns"][4], a["q"].shape, a["gravity_m_s2"][0, 2], a["flags"][1], a.dtype.itemsize)
      """
    let text = try Program.require([Toolchain.python, "-c", script, "\(folder.path)/out.npy"])
    #expect(text == "(5,) 1700000000123456789 (5, 4) -9.81 \(WriterTests.record.flags.rawValue) 178\n")
  }
}
