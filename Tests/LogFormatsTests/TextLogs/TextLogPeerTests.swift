import Foundation
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

/// Text logs of laboratories against pandas and telemetry-parser, and archives by Python.
@Suite(.needs(Requirement.textLogPeers), .endedWhenHanging)
struct TextLogPeerTests {
  let folder = TemporaryFolder()

  static func path(_ name: String) -> String { SharedRecordings.folder.appending(path: name).path }

  private func vectors(_ rows: [[Double]], from first: Int, factor: Double) -> [Vector3<Double>] {
    rows.map { Vector3(x: $0[first] * factor, y: $0[first + 1] * factor, z: $0[first + 2] * factor) }
  }

  @Test(.needs(.recording("lab/xsens.txt"))) func xsensIsReadAsByPandas() throws {
    let path = Self.path("lab/xsens.txt")
    let names =
      ["Counter"] + ["Acc", "Gyr", "Mag"].flatMap { name in "XYZ".map { "\(name)_\($0)" } }
      + ["w", "x", "y", "z"].map { "Quat_\($0)" }
    // pandas takes one character for a comment.
    let text = try String(contentsOfFile: path, encoding: .utf8).replacing("//", with: "#")
    let peer = try Peer.textLogs.numbers(["columns", folder.write(text, to: "xsens.txt"), "tab", "#"] + names)
    let rows = try records(path, options: LogOptions(truthTopic: "Quat"))
    #expect(rows.count == peer.count && rows.count == 953)
    #expect(rows.map(\.timestamp) == peer.map { Int64($0[0]) * 20_000_000 })
    #expect(rows.map(\.specificForce) == vectors(peer, from: 1, factor: 1))
    #expect(rows.map(\.angularRate) == vectors(peer, from: 4, factor: 1))
    #expect(rows.map(\.magneticField) == vectors(peer, from: 7, factor: 50))
    for (row, values) in zip(rows, peer) {
      let peer = try #require(
        Rotation(normalizing: Quaternion(w: values[10], x: values[11], y: values[12], z: values[13])))
      #expect(try #require(row.trueENUFromBody).angle(to: peer) < 1e-7)
    }
    #expect(try records(path)[0].trueENUFromBody == nil)
    // The counter wraps at 65536.
    let wrapped = try records(
      folder.write(
        text.split(separator: "\n").prefix(5).joined(separator: "\n") + "\n"
          + [65534, 65535, 0, 2].map { "\($0)" + String(repeating: "\t1", count: 13) + "\n" }.joined()))
    #expect(wrapped.map { $0.timestamp - wrapped[0].timestamp } == [0, 20_000_000, 40_000_000, 80_000_000])
  }

  @Test(.needs(.recording("lab/ximu3/Inertial.csv"))) func xIMU3IsReadAsByPandas() throws {
    let path = Self.path("lab/ximu3")
    func columns(_ file: String, _ names: [String]) throws -> [[Double]] {
      try Peer.textLogs.numbers(["columns", "\(path)/\(file)", ",", "-", "Timestamp (us)"] + names)
    }
    let inertial = try columns(
      "Inertial.csv",
      "XYZ".map { "Gyroscope \($0) (deg/s)" } + "XYZ".map { "Accelerometer \($0) (g)" })
    let magnetometer = try columns("Magnetometer.csv", "XYZ".map { "\($0) Axis (a.u.)" })
    let attitude = try columns("Quaternion.csv", "WXYZ".map { "\($0) Element" })
    let rows = try records(path, options: LogOptions(truthTopic: "Quaternion"))
    #expect(rows.map(\.timestamp) == inertial.map { Int64($0[0]) * 1000 })
    #expect(rows.map(\.angularRate) == vectors(inertial, from: 1, factor: .pi / 180))
    #expect(rows.map(\.specificForce) == vectors(inertial, from: 4, factor: 9.80665))
    let last = try #require(rows.last).timestamp
    let fields = vectors(magnetometer.filter { Int64($0[0]) * 1000 <= last }, from: 1, factor: 50)
    #expect(rows.map(\.magneticField).filter(\.isFiniteInLane) == fields && fields.count > 190)
    #expect(rows.last?.temperature == 30)
    for (row, values) in zip(rows, attitude) {
      let peer = try #require(Rotation(normalizing: Quaternion(w: values[1], x: values[2], y: values[3], z: values[4])))
      #expect(try #require(row.trueENUFromBody).angle(to: peer) < 1e-7)
    }
  }

  @Test(.needs(.recording("lab/ngimu/sensors.csv"))) func ngimuIsReadAsByPandas() throws {
    let path = Self.path("lab/ngimu")
    let names =
      "XYZ".map { "Gyroscope \($0) (deg/s)" } + "XYZ".map { "Accelerometer \($0) (g)" }
      + "XYZ".map { "Magnetometer \($0) (uT)" }
    let peer = try Peer.textLogs.numbers(["columns", "\(path)/sensors.csv", ",", "-", "Time (s)"] + names)
    let rows = try records(path, options: LogOptions(truthTopic: "quaternion"))
    #expect(rows.map(\.timestamp) == peer.map { Int64(($0[0] * 1e9).rounded()) })
    #expect(rows.map(\.angularRate) == vectors(peer, from: 1, factor: .pi / 180))
    #expect(rows.map(\.specificForce) == vectors(peer, from: 4, factor: 9.80665))
    #expect(rows.map(\.magneticField) == vectors(peer, from: 7, factor: 1))
    #expect(rows.count { $0.trueENUFromBody != nil } > 490)
  }

  @Test(arguments: ["orientation,YxZ", "orientation,zXy", "vendor,unknown"])
  func gcsvIsReadAsByTelemetryParser(_ line: String) throws {
    var text =
      "GYROFLOW IMU LOG\nversion,1.3\nid,test\n\(line)\ntscale,0.001\ngscale,0.00122173047640\nascale,0.00048828125\n"
    text += "t,gx,gy,gz,ax,ay,az\n"
    var generator = SplitMix64(seed: 5)
    for index in 0..<100 {
      text +=
        "\(index * 5)," + (0..<6).map { _ in "\(Int(generator.next() % 65536) - 32768)" }.joined(separator: ",") + "\n"
    }
    let path = try folder.write(text, to: "clip.gcsv")
    let peer = try Peer.textLogs.numbers(["imu", path])
    let rows = try records(path)
    #expect(rows.count == 100 && peer.count == 100)
    for (row, values) in zip(rows, peer) {
      #expect(row.timestamp == Int64((values[0] * 1e6).rounded()))
      let rate = Vector3(x: values[1], y: values[2], z: values[3]) * (.pi / 180)
      #expect((row.angularRate - rate).length <= 1e-12 * rate.length)
      let force = Vector3(x: values[4], y: values[5], z: values[6])
      #expect((row.specificForce - force).length <= 1e-12 * force.length)
    }
    // Without its first line, with a colon and blanks, with a scale of time that is no power of ten.
    let wild = text.replacing("GYROFLOW IMU LOG\nversion,1.3", with: "  version:1.3").replacing(
      "tscale,0.001", with: " tscale , 0.002")
    #expect(try records(folder.write(wild)).map(\.timestamp) == rows.map { $0.timestamp * 2 })
    let error = failure(try folder.write(text.replacing("gscale,", with: "other,")))
    guard case .unitsMissing(let gaps, needsRate: false, _) = error?.fact else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(gaps.map(\.reading) == [.gyroscope])
  }

  /// Folders as archives, in a folder and with its files at the top.
  @Test(.needs(.recording("lab/ximu3/Inertial.csv")), arguments: ["stored", "deflated"])
  func archivesAreReadAsFolders(_ method: String) throws {
    for name in ["lab/ximu3", "lab/ngimu"] {
      let zip = folder.path("recording.zip")
      try Peer.textLogs.run(["zip", Self.path(name), zip, method])
      let (own, other) = (try records(zip), try records(Self.path(name)))
      #expect(own.map(\.timestamp) == other.map(\.timestamp) && own.map(\.angularRate) == other.map(\.angularRate))
      #expect(MotionLog.isLog(zip) && own.count >= 499)
      #expect(try MotionLog.open(zip).header.formatName == MotionLog.open(Self.path(name)).header.formatName)
    }
    let table = "t [s],gx [rad/s],gy,gz\n0,1,2,3\n1,4,5,6\n"
    try folder.write(table, to: "one/walk.csv")
    try folder.write("a,b\n1,2\n", to: "one/notes.csv")
    let zip = folder.path("one.zip")
    try Peer.textLogs.run(["zip", folder.path("one"), zip, method])
    #expect(try records(zip).map(\.angularRate.z) == [3, 6])
    try folder.write(table, to: "one/second.csv")
    try Peer.textLogs.run(["zip", folder.path("one"), zip, method])
    #expect(MotionLog.recordings(of: zip) == ["\(zip)#0", "\(zip)#1"] && failure(zip) != nil)
    #expect(try records("\(zip)#1").map(\.angularRate.z) == [3, 6])
  }

  @Test(.needs(.recording("lab/xsens.txt")), arguments: ["gz", "zst"])
  func compressedTextsAreReadAsTexts(_ ending: String) throws {
    for (name, file) in [("lab/xsens.txt", "xsens.txt"), ("csv/ximu_100hz_deg_g_ut.csv", "walk.csv")] {
      let compressed = folder.path("\(file).\(ending)")
      try Peer.textLogs.run(["compress", Self.path(name), compressed])
      let (own, other) = (try records(compressed), try records(Self.path(name)))
      #expect(own.map(\.timestamp) == other.map(\.timestamp) && own.map(\.specificForce) == other.map(\.specificForce))
      #expect(!own.isEmpty)
    }
  }

  /// 200 cut archives and 200 with a changed byte: rows or an error, never a crash.
  @Test(.needs(.recording("lab/ximu3/Inertial.csv")), arguments: ["stored", "deflated"])
  func damagedArchivesAreErrorsOrShorter(_ method: String) throws {
    let zip = folder.path("recording.zip")
    try Peer.textLogs.run(["zip", Self.path("lab/ximu3"), zip, method])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: zip))
    let whole = try records(zip).count
    var generator = SplitMix64(seed: 18)
    for index in 0..<400 {
      var damaged = bytes
      let place = Int(generator.next() % UInt64(bytes.count))
      if index < 200 { damaged = bytes.prefix(place) } else { damaged[place] ^= 1 << (generator.next() % 8) }
      let path = try folder.write(damaged, to: "damaged.zip")
      _ = MotionLog.kind(of: path)
      do throws(LogError) {
        var reader = try MotionLog.open(path)
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(index >= 200 && count <= whole)
        #expect(count == whole || reader.damage.summary != nil, "\(index): \(count)")
      } catch {
        #expect(!error.message.isEmpty && error.path.hasPrefix(path))
      }
    }
  }

  /// Text logs cut at 200 places, and with 200 changed bytes, of which bad rows are skipped.
  @Test(
    .needs(.recording("lab/xsens.txt")),
    arguments: ["lab/xsens.txt", "lab/ngimu/sensors.csv", "csv/ximu_100hz_deg_g_ut.csv"])
  func damagedTextsKeepTheirWholeRows(_ name: String) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Self.path(name))).prefix(40_000)
    let header = bytes.firstRange(of: Data("\n".utf8))!.lowerBound + 300
    var options = LogOptions()
    options.skipsBadRows = true
    let whole = try records(folder.write(bytes, to: "whole.csv"), options: options).count
    var generator = SplitMix64(seed: 19)
    for index in 0..<400 {
      var damaged = Data(bytes)
      let place = header + Int(generator.next() % UInt64(bytes.count - header))
      if index < 200 { damaged = damaged.prefix(place) } else { damaged[place] ^= 1 << (generator.next() % 8) }
      let lines = damaged[header...].split(separator: UInt8(ascii: "\n")).count
      let path = try folder.write(damaged, to: "damaged.csv")
      let rows = try records(path, options: options).count
      #expect(index < 200 ? rows >= lines - 2 : rows >= whole - 2, "\(index): \(rows) of \(whole)")
    }
  }
}
