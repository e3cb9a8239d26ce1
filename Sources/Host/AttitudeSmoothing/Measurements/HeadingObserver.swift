import NumericalMethods
import Rotations

/// Heading observations from the magnetic field, with a calibration of the magnetometer that is refined in every
/// iteration.
struct HeadingObserver {
  /// The angle ψ of the field east of north at an interval's first knot, rad, and its weight (22).
  struct Observation {
    var angle: Double
    var weight: Double
  }

  let parameters: AttitudeSmootherParameters.FieldParameters
  /// For each interval whether it is not at rest.
  let isMoving: [Bool]
  /// The calibration; nil before the first iteration.
  private(set) var model: FieldModel?
  /// The lag τ that preintegration corrects, s.
  private(set) var lag = 0.0
  /// Whether the hard iron is estimated.
  private(set) var hasHardIron = false
  /// The standard deviation σ_D of the direction of the field, rad (21).
  private(set) var directionDeviation: Double
  /// One for each interval, nil without field.
  private(set) var observations: [Observation?]
  /// The squared anomaly a of each interval, relative to the horizontal field (20).
  private(set) var squaredAnomalies: [Double]

  /// Fewer moving intervals with a field give no evidence for hard iron (17).
  private static let fewestMovingIntervals = 20
  /// Weight of intervals at rest in the test for hard iron (17).
  private static let restWeightOfTest = 0.02
  /// A field steeper than this ratio of horizontal to vertical has no usable direction (18).
  private static let leastHorizontalRatio = 1e-3
  /// The standard deviation of a normal distribution over the median of its magnitudes (21).
  private static let deviationFromMedian = 1.4826

  init(_ parameters: AttitudeSmootherParameters.FieldParameters, isMoving: [Bool]) {
    self.parameters = parameters
    self.isMoving = isMoving
    directionDeviation = parameters.directionDeviation
    observations = Array(repeating: nil, count: isMoving.count)
    squaredAnomalies = Array(repeating: 0, count: isMoving.count)
  }

  /// Calibrates the magnetometer at the current attitudes. Returns the angle that rotates the level frame to ENU (18), nil
  /// without a usable field.
  mutating func calibrate(_ intervals: [IntervalMeasurement], iteration: Int) throws(LinearAlgebraError) -> Double? {
    let withField = intervals.lazy.filter { $0.fieldCount > 0 }
    let fieldCount = withField.count
    guard fieldCount > 0 else { return nil }
    let strength = withField.reduce(0) { $0 + $1.field.length } / Double(fieldCount)
    var regression = FieldRegression(
      parameters: parameters, fieldStrength: strength, directionDeviation: directionDeviation, lag: lag,
      hasHardIron: hasHardIron)
    if iteration == 0 {
      model = try regression.fit(intervals, isMoving: isMoving, from: nil, scales: FieldRegression.fromScratch)
    } else {
      if iteration <= 2 { try testHardIron(&regression, intervals) }
      let scale = Self.graduation(iteration)
      // Preintegration corrects the lag found before; the rest of the model is the start of the fit.
      model?.lagChange = 0
      model = try regression.fit(intervals, isMoving: isMoving, from: model, scales: [scale, scale])
    }
    lag += model?.lagChange ?? 0
    guard let field = model?.siteField, Self.horizontal(field) > Self.leastHorizontalRatio * abs(field.z) else {
      return nil
    }
    return Double.arcTangent(y: field.x, x: field.y)  // (18)
  }

  /// γ_j, the factor on robust widths in iteration j (16). Source: H. Yang, P. Antonante, V. Tzoumas, L. Carlone,
  /// "Graduated non-convexity for robust spatial perception", IEEE Robotics and Automation Letters 5(2), 2020.
  private static func graduation(_ iteration: Int) -> Double { Double(1 << max(0, 3 - iteration)) }

  /// Tests for hard iron: it is estimated if the median residual in motion without it is more than `hardIronRatio` times
  /// that with it (17). Estimated without evidence, it would follow the unevenness of the field.
  private mutating func testHardIron(
    _ regression: inout FieldRegression, _ intervals: [IntervalMeasurement]
  ) throws(LinearAlgebraError) {
    let moving = intervals.indices.filter { isMoving[$0] && intervals[$0].fieldCount > 0 }
    guard moving.count >= Self.fewestMovingIntervals else { return }
    regression.restWeight = Self.restWeightOfTest
    var residuals: [Double] = []
    for isFree in [false, true] {
      regression.hasHardIron = isFree
      let fitted = try regression.fit(intervals, isMoving: isMoving, from: nil, scales: FieldRegression.fromScratch)
      residuals.append(moving.map { fitted.residual(intervals[$0]) }.median ?? 0)
      if isFree, residuals[0] > parameters.hardIronRatio * residuals[1] { model = fitted }
    }
    hasHardIron = residuals[0] > parameters.hardIronRatio * residuals[1]
    if !hasHardIron { model?.hardIron = .zero }
    regression.hasHardIron = hasHardIron
    regression.restWeight = 1
  }

  /// Rotates the site field with the level frame.
  mutating func turn(_ rotation: Matrix3<Double>) { model?.turn(rotation) }

  /// Makes the heading observations; the frame is ENU now.
  mutating func observe(_ intervals: [IntervalMeasurement], iteration: Int) {
    guard let model else { return }
    let field = model.siteField
    let horizontal = Self.horizontal(field)
    var angles = [Double](repeating: .nan, count: intervals.count)
    for (index, interval) in intervals.enumerated() {
      squaredAnomalies[index] = 0
      guard interval.fieldCount > 0 else { continue }
      let corrected = model.corrected(interval)  // (19)
      angles[index] = Double.arcTangent(y: corrected.x, x: corrected.y)
      let (ofHorizontal, ofVertical) = (Self.horizontal(corrected) - horizontal, corrected.z - field.z)
      let squaredDifference = ofHorizontal * ofHorizontal + ofVertical * ofVertical
      squaredAnomalies[index] = squaredDifference / (horizontal * horizontal)  // (20)
    }
    rememberAnomalies(intervals)
    if iteration >= 1 { estimateDirectionDeviation(angles) }
    let width = (iteration == 0 ? parameters.robustWidth : 3 * directionDeviation) * Self.graduation(iteration)
    for index in intervals.indices {
      guard !angles[index].isNaN else {
        observations[index] = nil
        continue
      }
      let ratio = angles[index] / width
      let direction = directionDeviation * directionDeviation
      let anomaly = parameters.anomalyWeight * parameters.anomalyWeight * squaredAnomalies[index]
      let correlation = 2 * parameters.correlationTime / max(intervals[index].duration, 1e-9)
      let variance = (direction + anomaly) * correlation * (1 + ratio * ratio)  // (22)
      observations[index] = Observation(angle: angles[index], weight: 1 / variance)
    }
  }

  /// Extends anomalies forward and backward in time with an exponential decay (20).
  private mutating func rememberAnomalies(_ intervals: [IntervalMeasurement]) {
    func decay(_ index: Int) -> Double { Double.exponential(-intervals[index].duration / parameters.anomalyMemory) }
    let own = squaredAnomalies
    var memory = 0.0
    for index in intervals.indices {
      memory = max(own[index], memory * decay(index))
      squaredAnomalies[index] = memory
    }
    memory = 0
    for index in intervals.indices.reversed() {
      memory = max(own[index], memory * decay(index))
      squaredAnomalies[index] = max(squaredAnomalies[index], memory)
    }
  }

  /// Estimates σ_D from the angles in motion (21).
  private mutating func estimateDirectionDeviation(_ angles: [Double]) {
    let moving = angles.indices.filter { isMoving[$0] && !angles[$0].isNaN }
    guard let median = moving.map({ abs(angles[$0]) }).median else { return }
    let range = parameters.directionDeviationRange
    directionDeviation = min(max(Self.deviationFromMedian * median, range.lowerBound), range.upperBound)
  }

  @inline(__always)
  private static func horizontal(_ field: Vector3<Double>) -> Double {
    (field.x * field.x + field.y * field.y).squareRoot()
  }
}
