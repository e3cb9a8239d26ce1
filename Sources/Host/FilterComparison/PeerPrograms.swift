import CEmbeddedFiles
import JSONCoding
import LogTables
import MotionSamples
import Rotations

/// The attitude filters of other Python packages, which run in a child process with the script `peers.py`.
package struct PeerPrograms: Sendable {
  /// The Python interpreter, found through PATH.
  package let python: String
  private static let script = String(cString: cardan_peers_py())

  /// The packages of an interpreter.
  package init(python: String) { self.python = python }

  private struct Entry: Decodable {
    var name: String
    var package: String
    var version: String?
    var tuning: String
  }

  /// The filters of the installed packages, and the names of the packages that are missing. Throws if the interpreter fails.
  package func methods() throws(LogError) -> (found: [BenchmarkMethod], missing: [String]) {
    let result = try run([], input: [])
    guard let entries = try? JSON.value([Entry].self, from: result.output) else {
      throw LogError(path: python, message: "not a Python interpreter of version 3.8 or newer")
    }
    var missing: [String] = []
    var found: [BenchmarkMethod] = []
    for entry in entries {
      if let version = entry.version {
        found.append(
          BenchmarkMethod(name: entry.name, version: version, tuning: entry.tuning, program: .peer(self)))
      } else if !missing.contains(entry.package) {
        missing.append(entry.package)
      }
    }
    return (found, missing)
  }

  /// The attitudes of a method after each row, not finite where it failed, and its processor time in ns per row.
  func estimates(of method: String, rows: PeerRows) throws(LogError) -> (enuFromBody: [Rotation<Double>], cost: Double)
  {
    let result = try run([method], input: rows.bytes)
    let numbers = result.output.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
    guard numbers.count == 1 + 4 * rows.count else {
      throw LogError(path: method, message: "returned \(numbers.count) numbers, expected \(1 + 4 * rows.count)")
    }
    let attitudes = (0..<rows.count).map { row in
      let place = 1 + 4 * row
      let quaternion = Quaternion(
        w: numbers[place], x: numbers[place + 1], y: numbers[place + 2], z: numbers[place + 3])
      return Rotation(normalizing: quaternion) ?? Rotation(unchecked: quaternion)
    }
    return (attitudes, numbers[0])
  }

  private func run(_ arguments: [String], input: [UInt8]) throws(LogError) -> ChildProgram.Result {
    // Isolated: modules come from the installation, not from the folder of the log, PYTHONPATH or the home folder.
    let result = try ChildProgram(arguments: [python, "-I", "-c", Self.script] + arguments).run(input: input)
    guard result.status == 0 else {
      let reason = result.complaint.isEmpty ? "ended with status \(result.status)" : result.complaint
      throw LogError(path: arguments.first ?? python, message: reason)
    }
    return result
  }
}

/// Samples as `peers.py` and `InstructionCounting` read them: rows of ten numbers in the byte order of this machine.
struct PeerRows {
  private static let numbersPerRow = 10
  private(set) var count = 0
  private(set) var bytes: [UInt8] = []

  /// Adds a row; the interval in s, sensors in SI units in body axes, NaN where absent.
  mutating func append(
    interval: Double, angularRate: Vector3<Double>, specificForce: Vector3<Double>, magneticField: Vector3<Double>
  ) {
    let numbers = [interval] + [angularRate, specificForce, magneticField].flatMap { [$0.x, $0.y, $0.z] }
    numbers.withUnsafeBytes { bytes += $0 }
    count += 1
  }

  /// The first rows, up to a number.
  func prefix(_ most: Int) -> PeerRows {
    var rows = PeerRows()
    rows.count = min(count, most)
    rows.bytes = Array(bytes.prefix(rows.count * Self.numbersPerRow * MemoryLayout<Double>.size))
    return rows
  }

  /// The rows of a log with these bytes, from time 0.
  static func records(_ bytes: [UInt8]) -> [LogRecord] {
    let numbers = bytes.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
    var time = 0.0
    return stride(from: 0, through: numbers.count - numbersPerRow, by: numbersPerRow).map { place in
      func vector(_ first: Int) -> Vector3<Double> {
        Vector3(x: numbers[place + first], y: numbers[place + first + 1], z: numbers[place + first + 2])
      }
      time += numbers[place]
      return LogRecord(
        timestamp: Int64(saturating: (time * 1e9).rounded()), angularRate: vector(1), specificForce: vector(4),
        magneticField: vector(7))
    }
  }
}
