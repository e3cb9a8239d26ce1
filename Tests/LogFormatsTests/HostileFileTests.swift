import Foundation
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

/// A file of a few kilobytes opens or is refused at once, whatever its numbers claim.
@Suite struct HostileFileTests {
  let folder = TemporaryFolder()

  /// Processor time for a file below 64 KB, in seconds. Code without optimization takes ten times as long.
  private static let longestTime = isOptimized ? 0.5 : 5.0

  private static var isOptimized: Bool {
    var isDebug = false
    assert(
      {
        isDebug = true
        return true
      }())
    return !isDebug
  }

  /// Opens a file as the scan of a folder and a command do, and reads its first rows. Returns the error and the processor time.
  private func read(_ path: String) -> (error: LogError?, seconds: Double) {
    let start = Self.processorTime
    var failure: LogError?
    _ = MotionLog.kind(of: path)
    var units = LogOptions(
      timeUnit: .seconds, angularRateUnit: .radiansPerSecond, accelerationUnit: .metersPerSecondSquared,
      magneticFieldUnit: .microteslas)
    do throws(LogError) {
      // A rate takes the place of timestamps, whose text is to be read too.
      if (try? MotionLog.open(path, options: units)) == nil { units.samplingRate = 100 }
      var reader = try MotionLog.open(path, options: units)
      var (records, left) = ([LogRecord](), 100_000)
      repeat {
        try reader.read(into: &records, atMost: 1024)
        left -= records.count
      } while !records.isEmpty && left > 0
    } catch {
      failure = error
    }
    return (failure, Self.processorTime - start)
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
  }

  /// A `.npy` file of version 2 from its parts.
  static func array(_ type: String, _ shape: String, order: String = "False", data: [UInt8] = []) -> [UInt8] {
    let text = Array("{'descr': \(type), 'fortran_order': \(order), 'shape': \(shape), }\n".utf8)
    let length = (0..<4).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
    return NumPyHeader.signature + [2, 0] + length + text + data
  }

  /// A zip archive with an end of 64 bits that lies outside of the file.
  private static var archiveWithoutEnd: [UInt8] {
    let locator: [UInt8] = [0x50, 0x4b, 6, 7, 0, 0, 0, 0] + [UInt8](repeating: 0xff, count: 7) + [0x0f, 1, 0, 0, 0]
    let end: [UInt8] = [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0]
    return [0x50, 0x4b, 3, 4] + [UInt8](repeating: 0, count: 60) + locator + end
  }

  /// A zip archive with two members that share their bytes.
  private static var archiveOfSharedBytes: [UInt8] {
    let data = [UInt8](repeating: 65, count: 200)
    // Version, flags, method, time, date, checksum, sizes, lengths of name and extra field.
    let common: [UInt8] =
      [20, 0, 0, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 4) + [200, 0, 0, 0, 200, 0, 0, 0, 5, 0, 0, 0]
    let local = [0x50, 0x4b, 3, 4] + common + Array("a.csv".utf8) + data
    let entry = [0x50, 0x4b, 1, 2, 20, 0] + common + [UInt8](repeating: 0, count: 14) + Array("a.csv".utf8)
    let end: [UInt8] =
      [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 3, 0, 3, 0]
      + [UInt8(3 * entry.count), 0, 0, 0, UInt8(local.count), 0, 0, 0, 0, 0]
    return local + entry + entry + entry + end
  }

  private static let crafted: [(name: String, bytes: [UInt8], words: String)] = [
    ("zip64.npz", archiveWithoutEnd, "damaged directory"),
    ("shared.zip", archiveOfSharedBytes, "damaged directory"),
    ("overflow.npy", array("'<f8'", "(2305843009213693952, 0)", order: "True"), "rows without numbers"),
    ("rows.npy", array("'<f8'", "(9223372036854775807, 9)"), "file ends before"),
    ("zero.npy", array("[]", "(4000000000000000000,)"), "rows without numbers"),
    ("name_4KB.npy", array("[('\(String(repeating: "_", count: 4000))', '<f8', (3,))]", "(0,)"), "no column"),
    ("name_30KB.npy", array("[('\(String(repeating: "_", count: 30_000))', '<f8', (3,))]", "(0,)"), "no column"),
    (
      "columns.npy",
      array("[\(Array(repeating: "('a','<f8',(4096,))", count: 300).joined(separator: ","))]", "(0,)"), "vector"
    ),
    (
      "fields.npy", array("[\(Array(repeating: "('a','<f8',(512,))", count: 9).joined(separator: ","))]", "(0,)"),
      "more than 1024"
    ),
  ]

  @Test func numbersThatClaimTooMuchAreRefused() throws {
    for (name, bytes, words) in Self.crafted {
      let (error, seconds) = read(try folder.write(Data(bytes), to: name))
      #expect(error?.message.contains(words) == true, "\(name): \(String(describing: error))")
      #expect(seconds < Self.longestTime, "\(name) took \(seconds) s")
    }
  }

  @Test func ratesBeyondReasonAreRefused() throws {
    let table = try folder.write(
      "gyro_x [rad/s],gyro_y,gyro_z\n" + String(repeating: "0,0,0\n", count: 3), to: "table.csv")
    let plain = Self.array("'<f8'", "(3, 6)", data: [UInt8](repeating: 0, count: 3 * 6 * 8))
    let array = try folder.write(Data(plain), to: "plain.npy")
    for rate in [1e-300, 1e-10, 0, -1, 1e300, .nan, .infinity] {
      let options = LogOptions(
        angularRateUnit: .radiansPerSecond, accelerationUnit: .metersPerSecondSquared, samplingRate: rate)
      for path in [table, array] {
        let error = #expect(throws: LogError.self) { try MotionLog.open(path, options: options) }
        if case .rateInvalid? = error?.fact { continue }
        Issue.record("\(rate) Hz: \(String(describing: error))")
      }
    }
    #expect(RowClock(rate: 1e-3)?.timestamp(ofRow: 10_000_000) == .max)
    #expect(RowClock(rate: 250)?.timestamp(ofRow: 3) == 12_000_000)
  }

  /// Another process may cut a file off while it is read.
  @Test func aFileThatIsCutOffWhileItIsReadIsAnError() throws {
    let rows = 400_000
    let path = try folder.write(
      Data(Self.array("'<f8'", "(\(rows), 6)", data: [UInt8](repeating: 0, count: rows * 48))), to: "cut.npy")
    let options = LogOptions(
      angularRateUnit: .radiansPerSecond, accelerationUnit: .metersPerSecondSquared, samplingRate: 100)
    var reader = try MotionLog.open(path, options: options)
    var records: [LogRecord] = []
    try reader.read(into: &records, atMost: 1000)
    #expect(records.count == 1000)
    truncate(path, 5000)
    let error = #expect(throws: LogError.self) {
      repeat { try reader.read(into: &records, atMost: 1000) } while !records.isEmpty
    }
    #expect(error?.message.contains("truncated while it was read") == true)
  }

  /// The same of a table: the rows before the cut are not the whole log.
  @Test func aTableThatIsCutOffWhileItIsReadIsAnError() throws {
    let path = try folder.write(
      "t [s],gyro_x [rad/s],gyro_y,gyro_z\n" + String(repeating: "0.25,1.5,2.5,3.5\n", count: 100_000), to: "cut.csv")
    var reader = try MotionLog.open(path)
    var records: [LogRecord] = []
    try reader.read(into: &records, atMost: 1000)
    #expect(records.count == 1000)
    truncate(path, 600_000)
    let error = #expect(throws: LogError.self) {
      repeat { try reader.read(into: &records, atMost: 1000) } while !records.isEmpty
    }
    #expect(error?.message.contains("truncated while it was read") == true)
  }

  /// 40 changes of each small file of every format but HDF5, whose library runs in a process of its own.
  @Test func changedFilesAreReadOrRefusedInTime() throws {
    var originals: [(name: String, bytes: [UInt8])] = Self.crafted.map { ($0.name, $0.bytes) }
    let numbers = (0..<600).flatMap { row in (0..<7).map { Double(row * 7 + $0) } }
    let rows = numbers.withUnsafeBytes(Array.init)
    originals += [
      ("plain.npy", Self.array("'<f8'", "(600, 7)", data: rows)),
      ("columns.npy", Self.array("'<f8'", "(600, 7)", order: "True", data: rows)),
      (
        "fields.npy",
        Self.array("[('t [s]', '<f8'), ('gyro_rad_s', '<f8', (3,)), ('accel_m_s2', '<f8', (3,))]", "(600,)", data: rows)
      ),
      ("flight.ulg", ULogFile.still(300).bytes),
      (
        "table.csv",
        Array(("t [s],gx [dps],gy,gz,ax [g],ay,az\n" + (0..<500).map { "\($0),1,2,3,4,5,6\n" }.joined()).utf8)
      ),
      (
        "data.csv",
        Array(
          ("#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y,w_RS_S_z,a_RS_S_x [m s^-2],a_RS_S_y,a_RS_S_z\n"
            + (0..<500).map { "\($0)000000,1,2,3,4,5,6\n" }.joined()).utf8)
      ),
    ]
    for name in ["recording.npz", "compressed.npz"] {
      let file = Project.file("Tests/LogFormatsTests/Fixtures/\(name)")
      originals.append((name, Array(try Data(contentsOf: file))))
    }
    var random = SplitMix64(seed: 1902)
    for (name, bytes) in originals {
      for round in 0..<40 {
        var changed = bytes
        switch round % 4 {
        case 0: changed.removeLast(Int.random(in: 0..<changed.count, using: &random))
        case 1:
          for _ in 0..<(1 + round / 4) {
            changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
          }
        case 2:
          // Lengths and counts: eight bytes of ones or zeros.
          let place = Int.random(in: 0..<max(1, changed.count - 8), using: &random)
          for index in place..<min(place + 8, changed.count) { changed[index] = round % 8 < 4 ? 0xff : 0 }
        default:
          let place = Int.random(in: changed.indices, using: &random)
          changed.insert(contentsOf: changed[place...].prefix(200), at: place)
        }
        let path = try folder.write(Data(changed), to: name)
        let seconds = read(path).seconds
        #expect(seconds < Self.longestTime, "\(name), round \(round), took \(seconds) s")
      }
    }
  }
}
