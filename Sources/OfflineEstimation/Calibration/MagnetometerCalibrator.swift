import MotionSamples
import Rotations

/// Calibrates a magnetometer from a recording in which it was turned through many directions, in bounded memory.
///
/// The gyroscope and the accelerometer, where the recording has them, turn the result into their axes.
public struct MagnetometerCalibrator: Sendable {
  /// What can be chosen.
  public struct Options: Sendable {
    /// What is fitted; nil for the shape that explains the readings best for its number of parameters (BIC), or the next
    /// best where the recording does not tell that one well enough. Default nil.
    public var shape: EllipsoidShape?
    /// The strength of the field, µT, such as a model of the Earth's field says; nil to keep the scale of the readings.
    /// Default nil.
    public var fieldStrength: Double?
    /// The share of the sphere of directions below which nothing is fitted. Default 0.3.
    public var leastCoverage = 0.3
    /// The largest typical distance from the ellipsoid, as a share of its radius: what is more comes from iron nearby.
    /// Default 0.04; a shape that was chosen may miss the soft iron and is allowed 0.15.
    public var largestResidualShare: Double?
    /// The largest standard deviation of a calibrated direction because of the fit, rad. Default 2 degrees.
    public var largestDirectionUncertainty = 2 * Double.pi / 180
    /// By which share the readings must miss the turns of the gyroscope less than without calibration, in each quarter of the
    /// recording, calibrated from the other three; a smaller gain is as likely to harm, and the sensor is called calibrated
    /// already. Not asked for a shape that was chosen. Default 0.05.
    ///
    /// What speaks for 0.05: of the 16 BROAD trials six pass the other checks. Two gain 7 and 23 % in every quarter, and the
    /// attitude is never worse by more than 2 %; two gain 1 and 3 %, and are worse by 54 and 37 % for it (2 % and -1 % where
    /// the truth's own north is left out). Left out one after the other, with the middle of that gap found on the other
    /// fifteen, none of the sixteen is worse by more than 2 %.
    public var leastGain = 0.05
    /// Where the recording has too few turns, or no gyroscope: how many times as large as the disturbances of the field a
    /// correction must be, both as angles. Not asked for a shape that was chosen. Default 1.5.
    public var leastSignificance = 1.5
    /// The smallest rotation against the other sensors that is taken out; disturbances of the field feign smaller ones.
    /// Default 2.5 degrees.
    public var leastAlignmentAngle = 2.5 * Double.pi / 180

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
    let best = try Self.bestFit(points, options)
    // Only the full matrix has the ambiguity.
    let alignment = best.shape == .full ? FieldAlignment(turns: collector.turns, ellipsoid: best) : nil
    let calibration = MagnetometerCalibration(
      best, readings: points, alignment: alignment, leastAngle: options.leastAlignmentAngle)
    if options.shape == nil { try checkUse(of: calibration, best, options) }
    return calibration
  }

  /// Throws where nothing shows that the calibration does more good than harm.
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

  /// The best shape that can be trusted: fits in the order of what they explain for their number of parameters.
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
    // A wild fit of few directions also lies far from its readings: the directions are what to change.
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
    // A cell is wider than the noise of most sensors; what stays within two of them does not turn.
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

  /// Readings that stick to a plane at the end of an axis; of an ellipsoid that is seen all around, 0.1 % lie so near to
  /// its end.
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
