import MotionSamples
import Rotations

/// Calibrates an accelerometer from rests in different attitudes, in which it must read the length of gravity.
///
/// Source: D. Tedaldi, A. Pretto, E. Menegatti, "A robust and easy to implement method for IMU calibration without
/// external equipments", ICRA 2014, equation 10.
public struct AccelerometerCalibrator: Sendable {
  /// What can be chosen.
  public struct Options: Sendable {
    /// What is fitted; nil for the shape that explains the rests best for its number of parameters (BIC), among those
    /// that the number of attitudes allows. Default nil.
    public var shape: EllipsoidShape?
    /// Gravity at the place, m/s²; a relative error becomes one of the scale. Default standard gravity, 9.80665.
    public var gravity = Double.standardGravity
    /// The largest typical distance of a calibrated rest from gravity, as a share of it. Default 0.02.
    public var largestResidualShare = 0.02
    /// The largest standard deviation of a calibrated direction because of the fit, rad. Default 0.5 degrees.
    public var largestDirectionUncertainty = 0.5 * Double.pi / 180

    /// The default choices.
    public init() {}
  }

  /// The fewest attitudes that calibrate an accelerometer.
  public static let leastPoseCount = 6

  /// The calibration from rests. Throws with advice where they do not give a trustworthy one.
  public static func calibration(
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

  /// How many rests differ in attitude from all before them that count, by 20 degrees or more.
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
    // One attitude more than unknowns: with as many, nothing speaks of how good the fit is.
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
