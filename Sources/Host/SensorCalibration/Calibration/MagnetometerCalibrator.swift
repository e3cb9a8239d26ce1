import MotionSamples
import Rotations

/// Calibrates a magnetometer from rotations through many directions, in bounded memory.
///
/// Gyroscope and accelerometer, if recorded, rotate the result into their axes.
public struct MagnetometerCalibrator: Sendable {
  /// Options of the calibration.
  public struct Options: Sendable {
    /// The shape to fit; nil for the best by BIC among those that the recording determines. A given shape is not checked for
    /// its gain. Default nil.
    public var shape: EllipsoidShape?
    /// The field strength, µT, for example from a model of the Earth's field; nil keeps the scale of the readings. Default
    /// nil.
    public var fieldStrength: Double?
    /// The least share of the sphere of directions. Default 0.3.
    var leastCoverage = 0.3
    /// The largest standard deviation of the distances from the ellipsoid, as a share of its radius; more comes from iron
    /// nearby. Default 0.04; 0.15 for a given shape, which may lack the soft iron.
    var largestResidualShare: Double?
    /// The largest uncertainty of a calibrated direction due to the fit, rad. Default 2 degrees.
    var largestDirectionUncertainty = 2 * Double.pi / 180
    /// The least reduction of the error against the gyroscope's rotations in each quarter of the recording, with a calibration
    /// from the other three. Default 0.05: on the 16 BROAD trials, no accepted calibration makes the attitude worse by more
    /// than 2 %.
    var leastGain = 0.05
    /// The least ratio of the correction to the disturbances of the field, both as angles; checked instead of `leastGain` if
    /// the recording has too few turns or no gyroscope. Default 1.5.
    var leastSignificance = 1.5
    /// The smallest rotation against the other sensors that is corrected, rad; disturbances of the field mimic smaller ones.
    /// Default 2.5 degrees.
    var leastAlignmentAngle = 2.5 * Double.pi / 180

    /// The defaults.
    public init() {}
  }

  /// The fewest thinned readings that are fitted.
  static let leastCount = 30
  /// The edge of the cells that readings are thinned in, µT.
  private static let cellEdge = 1.0

  private var cloud = ThinnedCloud(smallestEdge: Self.cellEdge)
  private var collector = FieldTurnCollector()

  /// A calibrator before the first sample.
  init() {}

  /// Takes the next sample; an absent magnetic field is ignored.
  mutating func add(_ sample: MotionSample<Double>) {
    collector.add(sample)
    cloud.add(sample.magneticField)
  }

  /// Calibrates from the samples so far; throws if they do not determine a reliable calibration.
  func calibration(_ options: Options = Options()) throws(CalibrationError) -> MagnetometerCalibration {
    let points = cloud.points
    try checkReadings(points)
    let best = try Self.bestFit(points, options)
    // Only the full matrix leaves the rotation open.
    let alignment = best.shape == .full ? FieldAlignment(turns: collector.turns, ellipsoid: best) : nil
    let calibration = MagnetometerCalibration(
      best, readings: points, alignment: alignment, leastAngle: options.leastAlignmentAngle)
    if options.shape == nil { try checkUse(of: calibration, best, options) }
    return calibration
  }

  /// Throws unless the calibration is shown to reduce the errors.
  private func checkUse(
    of calibration: MagnetometerCalibration, _ fit: EllipsoidFit, _ options: Options
  ) throws(CalibrationError) {
    if let gain = FieldCrossValidation.gain(collector.turns, shape: fit.shape) {
      guard gain >= options.leastGain else {
        throw .littleGain(.magnetometer, gain: gain, needed: options.leastGain)
      }
      return
    }
    let disturbance = fit.residualScale / fit.radius
    guard calibration.correctionAngle >= options.leastSignificance * disturbance else {
      throw .nothingToCorrect(.magnetometer, correction: calibration.correctionAngle, disturbance: disturbance)
    }
  }

  /// The best reliable shape, in the order of BIC.
  private static func bestFit(
    _ points: [Vector3<Double>], _ options: Options
  ) throws(CalibrationError) -> EllipsoidFit {
    let shapes = options.shape.map { [$0] } ?? EllipsoidShape.allCases
    let fits = shapes.compactMap {
      try? EllipsoidFit(points, shape: $0, radius: options.fieldStrength, isSequence: true)
    }
    var firstProblem: CalibrationError?
    for fit in fits.sorted(by: { $0.informationCriterion < $1.informationCriterion }) {
      do throws(CalibrationError) {
        try checkTrust(fit, points, options)
        return fit
      } catch {
        firstProblem = firstProblem ?? error
      }
    }
    throw firstProblem ?? .undetermined(.magnetometer)
  }

  private static func checkTrust(
    _ fit: EllipsoidFit, _ points: [Vector3<Double>], _ options: Options
  ) throws(CalibrationError) {
    let coverage = fit.coverage(of: points).share
    let share = fit.residualScale / fit.radius
    let largestShare = options.largestResidualShare ?? (options.shape == nil ? 0.04 : 0.15)
    // A poor fit of few directions also has large residuals: report the directions first.
    guard coverage >= options.leastCoverage else {
      throw .littleCoverage(.magnetometer, share: coverage, needed: options.leastCoverage)
    }
    guard share <= largestShare, fit.conditionNumber < 10 else {
      throw .notAnEllipsoid(.magnetometer, residualShare: share)
    }
    guard fit.directionUncertainty <= options.largestDirectionUncertainty else { throw .undetermined(.magnetometer) }
  }

  private func checkReadings(_ points: [Vector3<Double>]) throws(CalibrationError) {
    guard cloud.readingCount >= Self.leastCount else {
      throw .tooFewReadings(.magnetometer, count: cloud.readingCount, needed: Self.leastCount)
    }
    let ranges = Self.ranges(of: points)
    let largest = ranges.map(\.length).max() ?? 0
    // A cell is wider than the noise of most sensors: readings within two cells do not rotate.
    guard largest > 2 * Self.cellEdge else { throw .constantReadings(.magnetometer) }
    for (axis, range) in ranges.enumerated() where range.length > 0.2 * largest {
      try Self.checkEnds(of: range, axis: axis, points)
    }
    guard points.count >= Self.leastCount else {
      throw .tooFewReadings(.magnetometer, count: points.count, needed: Self.leastCount)
    }
  }

  private static func ranges(of points: [Vector3<Double>]) -> [ClosedRange<Double>] {
    (0..<3).map { axis in
      let values = points.map { $0[axis] }
      return (values.min() ?? 0)...(values.max() ?? 0)
    }
  }

  /// Checks for readings clipped at the end of an axis: on a complete ellipsoid 0.1 % lie that close to it.
  private static func checkEnds(
    of range: ClosedRange<Double>, axis: Int, _ points: [Vector3<Double>]
  ) throws(CalibrationError) {
    for end in [range.lowerBound, range.upperBound] {
      let count = points.count { ($0[axis] - end).magnitude <= 1e-3 * range.length }
      let share = Double(count) / Double(points.count)
      if count >= 10 && share > 0.03 {
        throw .clippedReadings(.magnetometer, axis: axis, limit: end, share: share)
      }
    }
  }
}

extension ClosedRange<Double> {
  /// The distance between its ends.
  fileprivate var length: Double { upperBound - lowerBound }
}

/// Readings thinned to their means in the cells of a cubic grid, in bounded memory.
///
/// Each cell counts once, which balances the directions. The edge doubles when there are too many cells. Cells keep the order
/// of their first appearance.
struct ThinnedCloud: Sendable {
  private struct Key: Hashable {
    var x, y, z: Int32

    init?(_ reading: Vector3<Double>, edge: Double) {
      let largest = 1e9
      guard reading.largestMagnitude < largest * edge else { return nil }
      x = Int32(saturating: (reading.x / edge).rounded(.down))
      y = Int32(saturating: (reading.y / edge).rounded(.down))
      z = Int32(saturating: (reading.z / edge).rounded(.down))
    }
  }

  private struct Cell {
    var sum: Vector3<Double>
    var count: Double
  }

  /// The largest number of cells.
  static let largestCount = 6000

  /// The number of readings taken.
  private(set) var readingCount = 0
  private var edge: Double
  private var places: [Key: Int] = [:]
  private var cells: [Cell] = []

  /// An empty cloud whose cells have an edge of at least `smallestEdge`.
  init(smallestEdge: Double) { edge = smallestEdge }

  /// The means of the cells, in the order of their first appearance.
  var points: [Vector3<Double>] { cells.map { $0.sum / $0.count } }

  /// Takes a reading; a non-finite one is ignored.
  mutating func add(_ reading: Vector3<Double>) {
    guard reading.isFiniteInLane, let key = Key(reading, edge: edge) else { return }
    readingCount += 1
    merge(Cell(sum: reading, count: 1), at: key)
    if cells.count > Self.largestCount { coarsen() }
  }

  private mutating func merge(_ cell: Cell, at key: Key) {
    if let place = places[key] {
      cells[place].sum += cell.sum
      cells[place].count += cell.count
    } else {
      places[key] = cells.count
      cells.append(cell)
    }
  }

  private mutating func coarsen() {
    let fine = cells
    edge *= 2
    places.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    for cell in fine {
      guard let key = Key(cell.sum / cell.count, edge: edge) else { continue }
      merge(cell, at: key)
    }
  }
}
