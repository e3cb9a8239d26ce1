import AttitudeFilters
import MotionSamples
import Rotations

/// A recording in memory, row by row, and the memory for its results.
///
/// It says where readings come from and where results go, so that arrays of any layout pass through the same lanes.
public protocol RecordingRows {
  /// The number of rows.
  var count: Int { get }
  /// Whether rows have timestamps; otherwise samples have their intervals.
  var hasTimestamps: Bool { get }
  /// The mean time between rows in seconds; 0 if unknown.
  var meanInterval: Double { get }
  /// Whether the flags are wanted.
  var wantsFlags: Bool { get }
  /// Whether the gyroscope bias or the tilt uncertainty is wanted.
  var wantsBias: Bool { get }
  /// Whether the angular rate or the heading uncertainty is wanted.
  var wantsRate: Bool { get }
  /// Whether the doubts are wanted.
  var wantsDoubts: Bool { get }

  /// Whether some of these rows may have a velocity over ground or a speed, which lanes do not take.
  func hasVelocities(in rows: Range<Int>) -> Bool
  /// The timestamp of a row; nil for an invalid one.
  func timestamp(_ row: Int) -> Timestamp?
  /// The gyroscope's temperature in degrees Celsius; NaN if unknown.
  func temperature(_ row: Int) -> Double
  /// The raw sample of a row.
  func sample(_ row: Int) -> MotionSample<Double>
  /// Copies raw samples in another precision.
  func read<Element: LaneElement>(_ rows: Range<Int>, into samples: UnsafeMutablePointer<MotionSample<Element>>)

  /// The address for the attitudes from a row on, if each is four adjacent numbers in double precision; otherwise nil.
  func attitudes(from row: Int) -> UnsafeMutableRawPointer?
  /// Stores a result of each of some rows, if it is wanted: calls `numbers` to write the rows one after the other, without space
  /// between, into the memory for results or into `column`.
  func store(
    _ quantity: FusedQuantity, of rows: Range<Int>, using column: UnsafeMutablePointer<Double>,
    _ numbers: (UnsafeMutablePointer<Double>) -> Void)
  /// Stores the flags of some rows, which are counted from 0 for `flags`.
  func storeFlags(of rows: Range<Int>, _ flags: (Int) -> OutcomeFlags)
  /// Stores the doubts after the last row.
  func store(_ doubts: InputDoubts)

  /// Adds the memory that is read and written after these rows.
  func append(to upcoming: inout UpcomingRows, after rows: Range<Int>)
}

/// Defaults for rows without temperature and doubts.
extension RecordingRows {
  @inlinable public var wantsDoubts: Bool { false }
  @inlinable @inline(__always)
  public func temperature(_ row: Int) -> Double { .nan }
  @inlinable public func store(_ doubts: InputDoubts) {}
}

extension RecordingRows {
  /// The number of samples in a duration in seconds, rounded to the nearest; 0 if unknown.
  @inlinable
  func samples(in duration: Double) -> Int {
    let step = meanInterval
    return step > 0 && duration < 1e6 * step ? Int(saturating: (duration / step).rounded()) : 0
  }
}

/// A result that a recording has for each of its rows.
@frozen
public enum FusedQuantity: UInt8, Sendable {
  /// The attitude in the frame of the settings: w, x, y, z.
  case outputFromBody
  /// Gravity in body axes, m/s².
  case gravity
  /// Acceleration without gravity in body axes, m/s².
  case userAcceleration
  /// Angular rate without the gyroscope's estimated errors, rad/s.
  case angularRate
  /// The estimated gyroscope bias, rad/s.
  case gyroscopeBias
  /// The standard deviation of the tilt, rad.
  case tiltStandardDeviation
  /// The standard deviation of the heading, rad.
  case headingStandardDeviation
}

/// Recordings that are processed together, by number.
public protocol RecordingJobs: Sendable {
  /// The rows of a recording.
  associatedtype Rows: RecordingRows
  /// The number of recordings.
  var count: Int { get }
  /// The rows of a recording; nil for an invalid one, which is skipped.
  func rows(of index: Int) -> Rows?
  /// Processes a recording with a stream of its own.
  func fuseAlone(_ index: Int)
}
