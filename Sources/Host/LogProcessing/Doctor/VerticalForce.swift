import AttitudeFilters
import LogTables
import Rotations

/// The vertical specific force of a filter's estimate in ENU, averaged over windows: gravity, on a carrier that neither climbs nor
/// falls for long. It shows the scale of an accelerometer that never rests.
package struct VerticalForce: Sendable {
  /// Seconds of a window: a change of the vertical speed by 1 m/s is 2 % of gravity.
  private static let windowLength = 5.0

  private var window = (sum: 0.0, time: 0.0)
  private var windows = (count: 0, sum: 0.0, squares: 0.0)
  private var last: Int64?

  /// Adds a row and the motion after it.
  mutating func add(_ record: LogRecord, _ motion: Motion<Double>) {
    defer { last = record.timestamp }
    guard let last, record.specificForce.isFiniteInLane, !motion.flags.contains(.initializing) else { return }
    let interval = Double(record.timestamp &- last) * 1e-9
    guard interval > 0, interval < 0.5 else {
      window = (0, 0)
      return
    }
    window.sum += motion.outputFromBody.rotate(record.specificForce).z * interval
    window.time += interval
    guard window.time >= Self.windowLength else { return }
    let mean = window.sum / window.time
    windows = (windows.count + 1, windows.sum + mean, windows.squares + mean * mean)
    window = (0, 0)
  }

  /// The mean in m/s², and its standard error; nil for less than 40 s.
  package var mean: (value: Double, standardError: Double)? {
    guard windows.count >= 8 else { return nil }
    let count = Double(windows.count)
    let mean = windows.sum / count
    return (mean, (max(0, windows.squares / count - mean * mean) / count).squareRoot())
  }
}
