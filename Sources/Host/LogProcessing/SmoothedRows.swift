import LogTables
import MotionSamples
import Rotations

/// What a row has beside its sample, stored compactly: reference attitudes only if the log has them.
struct SmoothedRows {
  var timestamps: [Int64] = []
  var truths: [Rotation<Double>?] = []
  var isMoving: [Bool] = []
  var isDiscontinuous: [Bool] = []

  mutating func append(_ record: LogRecord, isDiscontinuous discontinuity: Bool, hasTruth: Bool) {
    timestamps.append(record.timestamp)
    if hasTruth { truths.append(record.trueENUFromBody) }
    isMoving.append(record.isMoving)
    isDiscontinuous.append(discontinuity)
  }

  mutating func append(_ rows: SmoothedRows) {
    timestamps += rows.timestamps
    truths += rows.truths
    isMoving += rows.isMoving
    isDiscontinuous += rows.isDiscontinuous
  }

  func record(_ index: Int, _ sample: MotionSample<Double>) -> LogRecord {
    LogRecord(
      timestamp: timestamps[index], angularRate: sample.angularRate, specificForce: sample.specificForce,
      magneticField: sample.magneticField, trueENUFromBody: truths.isEmpty ? nil : truths[index],
      isMoving: isMoving[index])
  }

  /// Takes out the first `count` rows. The others, which are fewer as a rule, are copied.
  mutating func takeFirst(_ count: Int) -> SmoothedRows {
    var first = SmoothedRows()
    swap(&first, &self)
    timestamps = Self.takeRest(of: &first.timestamps, from: count)
    if !first.truths.isEmpty { truths = Self.takeRest(of: &first.truths, from: count) }
    isMoving = Self.takeRest(of: &first.isMoving, from: count)
    isDiscontinuous = Self.takeRest(of: &first.isDiscontinuous, from: count)
    return first
  }

  private static func takeRest<Value>(of values: inout [Value], from index: Int) -> [Value] {
    let rest = Array(values[index...])
    values.removeLast(rest.count)
    return rest
  }
}
