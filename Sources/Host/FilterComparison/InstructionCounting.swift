import AttitudeFilters
import FileAccess
import LogTables
import MotionSamples
import Rotations
import SystemLibrary

/// Counts the instructions of a filter with valgrind, which runs this program again.
///
/// A program with a main function for it calls `serve` first.
package enum InstructionCounting {
  /// The first argument of the process; the name of the filter, the passes over the rows and parameters as NAME=VALUE follow.
  static let argument = "--count-instructions"
  /// A filter does the same work for every row, but for corrections at a lower rate.
  private static let mostRows = 2000

  /// Runs a filter over rows from the standard input: the main function of the process. `arguments` are those after the name of
  /// the program. Returns the exit code; nil for arguments of another purpose.
  package static func serve(_ arguments: [String]) -> Int32? {
    guard arguments.count >= 3, arguments[0] == argument, let passes = Int(arguments[2]),
      let kind = FilterKind.allCases.first(where: { $0.name == arguments[1] })
    else { return nil }
    var filter = FilterSelection(kind)
    for argument in arguments.dropFirst(3) {
      let parts = argument.parts(separatedBy: "=")
      guard parts.count == 2, let value = Double(parts[1]), (try? filter.set(parts[0], to: value)) != nil else {
        return 1
      }
    }
    guard let bytes = RegularFile.contents(of: "/dev/stdin") else { return 1 }
    var run = Passes(
      timing: FilterTiming(filter: filter, settings: StreamSettings(), records: PeerRows.records(bytes)), count: passes)
    return kind.perform(&run).isFinite ? 0 : 1
  }

  /// Throws if valgrind is not installed or cannot run this program.
  package static func check() throws(LogError) { _ = try count(["--version"]) }

  /// Instructions per row of a recording, from its first rows. The difference between one pass and three leaves out the start of
  /// the program.
  static func perRow(of filter: FilterSelection, rows: PeerRows) throws(LogError) -> Double {
    let first = rows.prefix(mostRows)
    let parameters = filter.values.map { "\($0.key)=\($0.value)" }
    let counts = try [1, 3].map { passes throws(LogError) in
      try count([argument, filter.kind.name, "\(passes)"] + parameters, input: first.bytes)
    }
    return (counts[1] - counts[0]) / Double(2 * first.count)
  }

  /// The instructions of this program with other arguments.
  private static func count(_ arguments: [String], input: [UInt8] = []) throws(LogError) -> Double {
    guard let program = realpath("/proc/self/exe", nil) else {
      throw LogError(path: "/proc/self/exe", message: SystemError.last)
    }
    defer { free(program) }
    // Without the options in .valgrindrc and in the environment.
    let valgrind = [
      "valgrind", "--command-line-only=yes", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
    ]
    let result = try ChildProgram(arguments: valgrind + [String(cString: program)] + arguments).run(input: input)
    // ==17== I refs:      123,456
    let words = result.complaint.parts(separatedBy: "refs:")
    guard result.status == 0, words.count == 2, let count = Double(words[1].filter(\.isNumber)) else {
      throw LogError(
        path: "valgrind",
        message: "counted no instructions of \(String(cString: program)), which must be stripped of debug information")
    }
    return count
  }

  private struct Passes: FilterOperation {
    typealias Scalar = Double
    let timing: FilterTiming
    let count: Int

    mutating func perform<Filter: AttitudeFilter>(for type: Filter.Type) -> Double where Filter.Scalar == Double {
      var sum = 0.0
      for _ in 0..<count { sum += timing.pass(type) }
      return sum
    }
  }
}
