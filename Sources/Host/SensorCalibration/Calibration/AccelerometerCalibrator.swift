import MotionSamples
import NumericalMethods
import Rotations

/// Bias, scale and misalignment of an accelerometer, with their uncertainty.
public struct AccelerometerCalibration: Sendable {
  /// The model, with the bias in m/s². Its matrix is symmetric: of all responses that differ by a rotation, which rests do not
  /// show, this one rotates the axes least. (Tedaldi et al. choose the triangular one.)
  public let model: SensorModel<Double>
  /// The shape that was fitted.
  public let shape: EllipsoidShape
  /// The assumed gravity, m/s².
  public let gravity: Double
  /// The rests used.
  package let rests: [RestSegment]
  /// The number of attitudes among them that differ by 20 degrees or more.
  public let poseCount: Int
  /// The length of each calibrated rest minus gravity, m/s².
  public let residuals: [Double]
  /// The standard deviation of the residuals, m/s².
  public let residual: Double
  /// Their root mean square before calibration, m/s².
  public let residualBefore: Double
  /// The covariance of the parameters: bias in m/s², then, by shape, nothing, the diagonal, or xx, yy, zz, yz, xz, xy of the
  /// matrix.
  public let covariance: DenseMatrix

  /// One standard deviation of the bias, m/s².
  public var biasStandardDeviation: Vector3<Double> {
    let variances = covariance.diagonal
    return Vector3(x: variances[0].squareRoot(), y: variances[1].squareRoot(), z: variances[2].squareRoot())
  }
}

/// Calibrates an accelerometer from rests in different attitudes, where its readings must have the length of gravity.
///
/// Source: D. Tedaldi, A. Pretto, E. Menegatti, "A robust and easy to implement method for IMU calibration without
/// external equipments", ICRA 2014, equation 10.
public enum AccelerometerCalibrator {
  /// Options of the calibration.
  public struct Options: Sendable {
    /// The shape to fit; nil for the best by BIC among those that the number of attitudes allows. Default nil.
    public var shape: EllipsoidShape?
    /// Local gravity, m/s²; its relative error becomes a scale error. Default 9.80665, standard gravity.
    public var gravity = Double.standardGravity
    /// The largest standard deviation of a calibrated rest's length, as a share of gravity. Default 0.02.
    var largestResidualShare = 0.02
    /// The largest uncertainty of a calibrated direction due to the fit, rad. Default 0.5 degrees.
    var largestDirectionUncertainty = 0.5 * Double.pi / 180

    /// The defaults.
    public init() {}
  }

  /// The fewest attitudes that calibrate an accelerometer.
  private static let leastPoseCount = 6

  /// Calibrates from rests; throws if they do not determine a reliable calibration.
  static func calibration(
    from rests: [RestSegment], _ options: Options = Options()
  ) throws(CalibrationError) -> AccelerometerCalibration {
    let usable = rests.filter { $0.specificForce.isFiniteInLane && $0.specificForce.length > 0 }
    let poseCount = poseCount(of: usable)
    guard poseCount >= leastPoseCount else { throw .tooFewPoses(count: poseCount, needed: leastPoseCount) }
    let points = usable.map(\.specificForce)
    let shapes = options.shape.map { [$0] } ?? EllipsoidShape.allCases
    var best: EllipsoidFit?
    var firstProblem: CalibrationError?
    for shape in shapes {
      do throws(CalibrationError) {
        let fit = try fit(points, poseCount, shape, options)
        if best.map({ fit.informationCriterion < $0.informationCriterion }) ?? true { best = fit }
      } catch {
        firstProblem = firstProblem ?? error
      }
    }
    guard let best else { throw firstProblem ?? .undetermined(.accelerometer) }
    return AccelerometerCalibration(best, rests: usable, poseCount: poseCount)
  }

  /// The number of attitudes that differ from all earlier counted ones by 20 degrees or more.
  static func poseCount(of rests: [RestSegment]) -> Int {
    let cosine = 0.94
    var poses: [Vector3<Double>] = []
    for rest in rests {
      guard let direction = rest.specificForce.normalized else { continue }
      if !poses.contains(where: { $0.dot(direction) > cosine }) { poses.append(direction) }
    }
    return poses.count
  }

  private static func fit(
    _ points: [Vector3<Double>], _ poseCount: Int, _ shape: EllipsoidShape, _ options: Options
  ) throws(CalibrationError) -> EllipsoidFit {
    // One attitude more than unknowns: else the residuals say nothing about the fit.
    let needed = max(leastPoseCount, shape.parameterCount + (shape == .full ? 1 : 0))
    guard poseCount >= needed else { throw .tooFewPoses(count: poseCount, needed: needed) }
    let fit: EllipsoidFit
    do throws(LinearAlgebraError) {
      fit = try EllipsoidFit(
        points, shape: shape, radius: options.gravity,
        robustness: points.count >= 3 * shape.parameterCount ? 2.5 : .infinity)
    } catch {
      throw .undetermined(.accelerometer)
    }
    let share = fit.residualScale / fit.radius
    guard share <= options.largestResidualShare, fit.conditionNumber < 2 else {
      throw .notAnEllipsoid(.accelerometer, residualShare: share)
    }
    guard fit.directionUncertainty <= options.largestDirectionUncertainty else { throw .undetermined(.accelerometer) }
    return fit
  }
}

extension AccelerometerCalibration {
  /// A calibration from a fit of rests.
  init(_ fit: EllipsoidFit, rests: [RestSegment], poseCount: Int) {
    model = SensorModel(matrix: fit.matrix, bias: fit.offset)
    shape = fit.shape
    gravity = fit.radius
    self.rests = rests
    self.poseCount = poseCount
    residuals = fit.residuals
    residual = fit.residualScale
    let squares = rests.reduce(0) { $0 + ($1.specificForce.length - fit.radius).squared }
    residualBefore = (squares / Double(max(1, rests.count))).squareRoot()
    covariance = fit.covariance
  }
}
