import AttitudeEvaluation
import AttitudeFilters
import LogTables
import Rotations
import SystemLibrary

/// The heading that the magnetometer shows, against that of the estimate in ENU with magnetic north, over the rows whose
/// field the filter accepts.
package struct HeadingResidual: Sendable {
  private var sum = 0.0
  /// The rows that count.
  package private(set) var count = 0

  /// Adds a row and the motion after it.
  mutating func add(_ record: LogRecord, _ motion: Motion<Double>) {
    guard !motion.flags.contains(.fieldDisturbed), !motion.flags.contains(.initializing) else { return }
    let field = motion.outputFromBody.rotate(record.magneticField)
    guard field.isFiniteInLane, field.x != 0 || field.y != 0 else { return }
    let angle = atan2(field.x, field.y)
    sum += angle * angle
    count += 1
  }

  /// The root mean square in rad; nil for fewer than 100 rows.
  package var rootMeanSquare: Double? { count >= 100 ? (sum / Double(count)).squareRoot() : nil }
}

/// The difference between the estimate of the default filter and that of VQF, which takes mean acceleration for zero.
package struct EstimateDifference {
  /// The time that both filters are given to settle, s.
  private static let start: Int64 = 10_000_000_000

  private var other = MotionStream<VQFFilter<Double>>(parameters: VQFParameters())
  private var first: Int64?
  private var count = 0
  private var inclinations = 0.0
  private var headings = 0.0
  private var worst = (inclination: 0.0, timestamp: Int64(0))

  /// Adds a row and the motion of the default filter after it, in ENU.
  mutating func add(_ record: LogRecord, _ motion: Motion<Double>) {
    let beginning = first ?? record.timestamp
    first = beginning
    other.process(record.measured(usesVelocity: false))
    guard record.timestamp &- beginning > Self.start, !motion.flags.contains(.initializing) else { return }
    let error = AttitudeError(estimate: motion.outputFromBody, truth: other.outputFromBody)
    count += 1
    inclinations += error.inclination * error.inclination
    headings += error.heading * error.heading
    if error.inclination > worst.inclination { worst = (error.inclination, record.timestamp) }
  }

  /// The root mean squares of the angle between both directions of up and of the difference in heading, rad, and the
  /// timestamp of the largest former, ns; nil for a short log.
  package var rootMeanSquare: (inclination: Double, heading: Double, worst: Int64)? {
    guard count >= 100 else { return nil }
    let rows = Double(count)
    return ((inclinations / rows).squareRoot(), (headings / rows).squareRoot(), worst.timestamp)
  }
}
