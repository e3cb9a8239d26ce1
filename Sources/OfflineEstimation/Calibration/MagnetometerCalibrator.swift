import MotionSamples
import Rotations

/// Calibrates a magnetometer from a recording in which it was turned through many directions, in bounded memory.
///
/// The gyroscope and the accelerometer, where the recording has them, turn the result into their axes.
public struct MagnetometerCalibrator: Sendable {
  /// What can be chosen.
  public struct Options: Sendable {
    /// What is fitted; nil for the shape that explains the readings best for its number of parameters (BIC), among
    /// those that the directions allow. Default nil.
    public var shape: EllipsoidShape?
    /// The strength of the field, µT, such as a model of the Earth's field says; nil to keep the scale of the readings.
    /// Default nil.
    public var fieldStrength: Double?
    /// The share of the sphere of directions below which nothing is fitted. Default 0.25.
    public var leastCoverage = 0.25
    /// The same for a full soft-iron matrix, which says more about directions never seen. Default 0.4.
    public var leastCoverageForFull = 0.4
    /// The largest typical distance from the ellipsoid, as a share of its radius. Default 0.15.
    public var largestResidualShare = 0.15
    /// The largest standard deviation of a calibrated direction because of the fit, rad. Default 2 degrees.
    public var largestDirectionUncertainty = 2 * Double.pi / 180

    /// The default choices.
    public init() {}
  }

  /// The fewest thinned readings that are fitted.
  static let leastCount = 30
  /// The edge of the cells that readings are thinned in, µT.
  private static let cellEdge = 1.0

  private var cloud = ThinnedCloud(smallestEdge: Self.cellEdge)
  private var collector = FieldTurnCollector()

  /// A calibrator that has seen nothing.
  public init() {}

  /// Takes a sample in the order of the recording; a magnetic field that is absent is left out.
  public mutating func add(_ sample: MotionSample<Double>) {
    collector.add(sample)
    cloud.add(sample.magneticField)
  }

  /// The calibration. Throws with advice where the recording does not give a trustworthy one.
  public func calibration(_ options: Options = Options()) throws(CalibrationError) -> MagnetometerCalibration {
    let points = cloud.points
    try checkReadings(points)
    let shapes = options.shape.map { [$0] } ?? EllipsoidShape.allCases
    var best: EllipsoidFit?
    var firstProblem: CalibrationError?
    for shape in shapes {
      do throws(CalibrationError) {
        let fit = try Self.fit(points, shape, options)
        if best.map({ fit.informationCriterion < $0.informationCriterion }) ?? true { best = fit }
      } catch {
        firstProblem = firstProblem ?? error
      }
    }
    guard let best else { throw firstProblem ?? .undetermined(.magnetometer) }
    // Only the full matrix has the ambiguity.
    let alignment = best.shape == .full ? FieldAlignment(turns: collector.turns, ellipsoid: best) : nil
    return MagnetometerCalibration(best, readings: points, alignment: alignment)
  }

  private func checkReadings(_ points: [Vector3<Double>]) throws(CalibrationError) {
    guard cloud.readingCount >= Self.leastCount else {
      throw .tooFewReadings(.magnetometer, count: cloud.readingCount, needed: Self.leastCount)
    }
    let extents = (0..<3).map { axis in points.map { $0[axis] }.max()! - points.map { $0[axis] }.min()! }
    let largest = extents.max()!
    // A cell is wider than the noise of most sensors; what stays within two of them does not turn.
    guard largest > 2 * Self.cellEdge else { throw .constantReadings(.magnetometer) }
    try checkRange(points, extents, largest)
    guard points.count >= Self.leastCount else {
      throw .tooFewReadings(.magnetometer, count: points.count, needed: Self.leastCount)
    }
  }

  /// Readings that stick to a plane at the end of an axis; of an ellipsoid that is seen all around, 0.1 % lie so near to
  /// its end.
  private func checkRange(
    _ points: [Vector3<Double>], _ extents: [Double], _ largest: Double
  ) throws(CalibrationError) {
    for axis in 0..<3 where extents[axis] > 0.2 * largest {
      let values = points.map { $0[axis] }
      for end in [values.min()!, values.max()!] {
        let count = values.count { ($0 - end).magnitude <= 1e-3 * extents[axis] }
        let share = Double(count) / Double(values.count)
        if count >= 10 && share > 0.03 {
          throw .clippedReadings(.magnetometer, axis: axis, limit: end, share: share)
        }
      }
    }
  }

  private static func fit(
    _ points: [Vector3<Double>], _ shape: EllipsoidShape, _ options: Options
  ) throws(CalibrationError) -> EllipsoidFit {
    let fit: EllipsoidFit
    do throws(LinearAlgebraError) {
      fit = try EllipsoidFit(points, shape: shape, radius: options.fieldStrength)
    } catch {
      throw .undetermined(.magnetometer)
    }
    let share = fit.residualScale / fit.radius
    guard share <= options.largestResidualShare, fit.conditionNumber < 10 else {
      throw .notAnEllipsoid(.magnetometer, residualShare: share)
    }
    let coverage = fit.coverage(of: points).share
    let needed = shape == .full ? options.leastCoverageForFull : options.leastCoverage
    guard coverage >= needed, fit.directionUncertainty <= options.largestDirectionUncertainty else {
      throw .littleCoverage(.magnetometer, share: coverage, needed: needed)
    }
    return fit
  }
}
