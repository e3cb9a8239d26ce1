import Rotations
import TestSupport

@testable import LogFormats
@testable import LogTables

/// The path of a file of `Fixtures`.
func fixture(_ name: String) -> String { Project.file("Tests/LogFormatsTests/Fixtures/\(name)").path }

/// Every row of a recording.
func records(_ path: String, options: LogOptions = LogOptions()) throws(LogError) -> [LogRecord] {
  var reader = try MotionLog.open(path, options: options)
  var records: [LogRecord] = []
  while let record = try reader.next() { records.append(record) }
  return records
}

/// The error that reading a whole recording ends with; nil where it ends well.
func failure(_ path: String, options: LogOptions = LogOptions()) -> LogError? {
  do throws(LogError) {
    _ = try records(path, options: options)
    return nil
  } catch {
    return error
  }
}

/// The fact that these units are missing.
func missing(_ gaps: LogError.UnitGap...) -> LogError.Fact { .unitsMissing(gaps, needsRate: false) }

/// Whether two numbers have the same bits, or are both not-a-number.
func isSame(_ left: Double, _ right: Double) -> Bool {
  left.bitPattern == right.bitPattern || (left.isNaN && right.isNaN)
}

func isSame(_ left: Vector3<Double>, _ right: Vector3<Double>) -> Bool {
  (0..<3).allSatisfy { isSame(left[$0], right[$0]) }
}
