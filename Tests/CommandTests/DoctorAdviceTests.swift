import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// `cardan doctor` on logs with faults, with and without the true attitude: advice, obeyed, never makes the result worse, and the error
/// of a log that it calls good is at most twice that of the sound one.
@Suite struct DoctorAdviceTests: CommandSuite {
  let folder = TemporaryFolder()

  /// A table by the names of its columns.
  private struct Table {
    var names: [String]
    var columns: [String: [Double]]

    init(_ text: String) throws {
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      names = try #require(lines.first).split(separator: ",").map(String.init)
      let rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(Double.init) }
      columns = [:]
      for (place, name) in names.enumerated() { columns[name] = rows.map { $0[place] ?? .nan } }
    }

    /// The name of the column that begins with a text.
    func name(_ start: String) -> String { names.first { $0.hasPrefix(start) } ?? start }

    subscript(start: String) -> [Double] {
      get { columns[name(start)] ?? [] }
      set { columns[name(start)] = newValue }
    }

    /// The table as text; `hidden` columns are left out.
    func text(without hidden: String? = nil) -> String {
      let kept = names.filter { name in hidden.map { !name.hasPrefix($0) } ?? true }
      let rows = (self["t"].indices).map { row in
        kept.map { name in columns[name].map { $0[row].isNaN ? "" : "\($0[row])" } ?? "" }.joined(separator: ",")
      }
      return ([kept.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
    }
  }

  /// What is wrong with a log.
  enum Fault: String, CaseIterable, Sendable {
    case none, accelerometerReversed, accelerometerInG, oneAxisInG, magnetometerTurned, magnetometerColumnsSwapped
    case gyroscopeInDegrees, gyroscopeScale, gyroscopeWraps, gyroscopeLate, accelerometerLate, biasStep,
      accelerometerSmoothed
    case remounted, magnetLater, timeInBursts, gyroscopeInDegreesAndAccelerometerReversed
  }

  private func put(_ fault: Fault, in table: inout Table) {
    let axes = ["x", "y", "z"]
    func scale(_ sensor: String, by factor: Double) {
      for axis in axes { table["\(sensor)_\(axis)"] = table["\(sensor)_\(axis)"].map { $0 * factor } }
    }
    func delay(_ sensor: String, by rows: Int) {
      for axis in axes {
        let column = table["\(sensor)_\(axis)"]
        table["\(sensor)_\(axis)"] = column.indices.map { column[max(0, $0 - rows)] }
      }
    }
    let half = table["t"].count / 2
    switch fault {
    case .none: break
    case .accelerometerReversed: scale("accel", by: -1)
    case .accelerometerInG: scale("accel", by: 1 / 9.80665)
    case .oneAxisInG: table["accel_z"] = table["accel_z"].map { $0 / 9.80665 }
    case .magnetometerTurned: for axis in "xy" { table["mag_\(axis)"] = table["mag_\(axis)"].map { -$0 } }
    case .magnetometerColumnsSwapped:
      (table["mag_x"], table["mag_y"], table["mag_z"]) = (table["mag_y"], table["mag_z"], table["mag_x"])
    case .gyroscopeInDegrees: scale("gyro", by: 180 / .pi)
    case .gyroscopeScale: table["gyro_z"] = table["gyro_z"].map { $0 * 1.1 }
    case .gyroscopeWraps:
      for axis in axes { table["gyro_\(axis)"] = table["gyro_\(axis)"].map { $0 - 2 * ($0 / 2).rounded() } }
    case .gyroscopeLate: delay("gyro", by: 6)
    case .accelerometerLate: delay("accel", by: 6)
    case .biasStep:
      table["gyro_z"] = table["gyro_z"].enumerated().map { $0.element + ($0.offset > half ? 3 * .pi / 180 : 0) }
    case .accelerometerSmoothed:
      for axis in axes {
        var last = Double.nan
        table["accel_\(axis)"] = table["accel_\(axis)"].map { value in
          last = last.isNaN ? value : last + 0.05 * (value - last)
          return last
        }
      }
    case .remounted:
      for sensor in ["gyro", "accel", "mag"] {
        let (x, y) = (table["\(sensor)_x"], table["\(sensor)_y"])
        table["\(sensor)_x"] = x.indices.map { $0 > half ? y[$0] : x[$0] }
        table["\(sensor)_y"] = x.indices.map { $0 > half ? -x[$0] : y[$0] }
      }
    case .magnetLater:
      table["mag_x"] = table["mag_x"].enumerated().map { $0.element + ($0.offset > half ? 40 : 0) }
    case .timeInBursts:
      let times = table["t"]
      table["t"] = times.indices.map { times[$0 / 10 * 10] + 0.0001 * Double($0 % 10) }
    case .gyroscopeInDegreesAndAccelerometerReversed:
      scale("gyro", by: 180 / .pi)
      scale("accel", by: -1)
    }
  }

  /// The total error of `cardan evaluate`, in degrees.
  private func error(_ log: String, _ options: [String]) throws -> Double {
    let result = try cardan(["evaluate", "--json", log] + options)
    let entries = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    return try #require(entries.first?["total"] as? Double, "\(options): \(result.errors)")
  }

  @Test(arguments: Fault.allCases, [true, false])
  func adviceIsNeverWorseAndGoodIsGood(_ fault: Fault, hasTruth: Bool) throws {
    let arguments = ["simulate", "--scenario", "hand-held", "-d", "60", "--seed", "3", "-o", "sound.csv"]
    #expect(try cardan(arguments).status == 0)
    var table = try Table(try folder.text("sound.csv"))
    put(fault, in: &table)
    _ = try folder.write(table.text(), to: "fault.csv")
    _ = try folder.write(table.text(without: "q_"), to: "alone.csv")
    let result = try cardan("doctor", "--json", hasTruth ? "fault.csv" : "alone.csv")
    let reports = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    let findings = try #require(reports.first?["findings"] as? [[String: Any]])
    if try #require(reports.first?["verdict"] as? String) == "good" {
      let (sound, faulty) = (try error("sound.csv", []), try error("fault.csv", []))
      #expect(faulty <= 2 * sound, "\(fault): \(sound) -> \(faulty)")
    }
    let advised = findings.compactMap { $0["options"] as? [String] }.filter { !$0.isEmpty }
    guard !advised.isEmpty else { return }
    let before = try error("fault.csv", [])
    let all = Array(Set(advised.flatMap(\.self))).sorted()
    let after = try error("fault.csv", all)
    #expect(after <= 1.05 * before + 0.1, "\(fault) \(all): \(before) -> \(after)")
    #expect(try cardan(["fuse", "fault.csv", "-q", "-o", "result.csv"] + all).status != 2)
  }
}
