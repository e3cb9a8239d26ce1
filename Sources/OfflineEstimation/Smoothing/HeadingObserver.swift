import Rotations

/// Turns the magnetic field of a recording into observations of heading, with a calibration of the magnetometer that
/// grows with the iterations.
struct HeadingObserver {
  /// The angle of the field east of north at an interval's first knot, and its weight.
  struct Observation {
    var angle: Double
    var weight: Double
  }

  let parameters: AttitudeSmootherParameters.FieldParameters
  /// For each interval, whether the sensor moves in it.
  let isMoving: [Bool]
  /// The calibration; nil before the first.
  private(set) var model: FieldModel?
  /// The lag that preintegration takes out, s.
  private(set) var lag = 0.0
  /// Whether the hard iron is estimated.
  private(set) var hasHardIron = false
  /// The deviation of the direction of the field, rad.
  private(set) var directionDeviation: Double
  /// One for each interval; nil where there is no field.
  private(set) var observations: [Observation?]
  /// The squared anomaly of each interval in units of the horizontal field, with its memory.
  private(set) var squaredAnomalies: [Double]

  init(_ parameters: AttitudeSmootherParameters.FieldParameters, isMoving: [Bool]) {
    self.parameters = parameters
    self.isMoving = isMoving
    directionDeviation = parameters.directionDeviation
    observations = Array(repeating: nil, count: isMoving.count)
    squaredAnomalies = Array(repeating: 0, count: isMoving.count)
  }

  /// Calibrates the magnetometer at the current attitudes. The answer is the angle by which the earth frame is to be
  /// turned to the north; nil where there is no usable field.
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
      // The lag found before has been taken out since; the rest of the model stays the best guess.
      model?.lagChange = 0
      model = try regression.fit(intervals, isMoving: isMoving, from: model, scales: [scale, scale])
    }
    lag += model?.lagChange ?? 0
    guard let field = model?.earthField, Self.horizontal(field) > 1e-3 * abs(field.z) else { return nil }
    return Double.arcTangent(y: field.x, x: field.y)
  }

  /// Robust widths start eight times as wide: the graduation of H. Yang, P. Antonante, V. Tzoumas, L. Carlone, "Graduated
  /// non-convexity for robust spatial perception", IEEE Robotics and Automation Letters 5(2), 2020.
  private static func graduation(_ iteration: Int) -> Double { Double(1 << max(0, 3 - iteration)) }

  /// Hard iron is a hypothesis: it is estimated where the typical residual in motion without it is more than
  /// `hardIronRatio` times that with it. (Free where there is none, it follows the unevenness of the field.)
  private mutating func testHardIron(
    _ regression: inout FieldRegression, _ intervals: [IntervalMeasurement]
  ) throws(LinearAlgebraError) {
    let moving = intervals.indices.filter { isMoving[$0] && intervals[$0].fieldCount > 0 }
    guard moving.count >= 20 else { return }
    regression.restWeight = 0.02
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

  /// Turns the calibrated field with the earth frame.
  mutating func turn(_ rotation: Matrix3<Double>) { model?.turn(rotation) }

  /// Makes the observations of heading, after the frame was turned to the north.
  mutating func observe(_ intervals: [IntervalMeasurement], iteration: Int) {
    guard let model else { return }
    let field = model.earthField
    let level = Self.horizontal(field)
    var angles = [Double](repeating: .nan, count: intervals.count)
    for (index, interval) in intervals.enumerated() {
      squaredAnomalies[index] = 0
      guard interval.fieldCount > 0 else { continue }
      let corrected = model.corrected(interval)
      angles[index] = Double.arcTangent(y: corrected.x, x: corrected.y)
      let (ofLevel, ofVertical) = (Self.horizontal(corrected) - level, corrected.z - field.z)
      squaredAnomalies[index] = (ofLevel * ofLevel + ofVertical * ofVertical) / (level * level)
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
      let variance = (direction + anomaly) * correlation * (1 + ratio * ratio)
      observations[index] = Observation(angle: angles[index], weight: 1 / variance)
    }
  }

  /// An anomaly casts doubt on what is near it, before and after.
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

  private mutating func estimateDirectionDeviation(_ angles: [Double]) {
    let moving = angles.indices.filter { isMoving[$0] && !angles[$0].isNaN }
    guard let median = moving.map({ abs(angles[$0]) }).median else { return }
    let range = parameters.directionDeviationRange
    directionDeviation = min(max(1.4826 * median, range.lowerBound), range.upperBound)
  }

  @inline(__always)
  private static func horizontal(_ field: Vector3<Double>) -> Double {
    (field.x * field.x + field.y * field.y).squareRoot()
  }
}
