import Rotations

/// The calibration of the magnetometer as a robust linear regression of `FieldModel` over the intervals, at the attitudes
/// of the current iteration. It needs no heading: a wrong one only turns the earth field.
///
/// After M. Kok, T. Schön, "Magnetometer calibration using inertial sensors", IEEE Sensors Journal 16(14), 2016, made
/// linear and put inside the iteration.
struct FieldRegression {
  let parameters: AttitudeSmootherParameters.FieldParameters
  /// The mean length of the measured field, µT.
  let fieldStrength: Double
  /// The deviation of the field's direction, rad.
  var directionDeviation: Double
  /// The lag that was taken out already, s.
  var lag: Double
  /// Whether the hard iron is free.
  var hasHardIron: Bool
  /// What the weight of an interval at rest is multiplied with.
  var restWeight = 1.0

  private static let size = 7

  /// The model after one weighted fit for each width in `scales`, from `start`; nil as start, or an infinite width: all
  /// weights alike.
  func fit(
    _ intervals: [IntervalMeasurement], isMoving: [Bool], from start: FieldModel?, scales: [Double]
  ) throws(LinearAlgebraError) -> FieldModel {
    var model = start
    for scale in scales { model = try fitOnce(intervals, isMoving, model, scale) }
    return model ?? FieldModel()
  }

  /// The widths from scratch: from unweighted to the final one.
  static let fromScratch: [Double] = [.infinity, 16, 8, 4, 2, 1]

  private func fitOnce(
    _ intervals: [IntervalMeasurement], _ isMoving: [Bool], _ model: FieldModel?, _ scale: Double
  ) throws(LinearAlgebraError) -> FieldModel {
    var sums = Sums()
    let width = parameters.calibrationWidth * fieldStrength * scale
    for (index, interval) in intervals.enumerated() where interval.fieldCount > 0 {
      var weight = interval.duration / (2 * parameters.correlationTime)
      if !isMoving[index] { weight *= restWeight }
      if let model, scale.isFinite {
        let ratio = model.residual(interval) / width
        weight /= 1 + ratio * ratio
      }
      sums.add(interval, weight, hasHardIron: hasHardIron)
    }
    return try solve(sums)
  }

  /// Adds the priors and solves the 7 x 7 equations.
  private func solve(_ sums: Sums) throws(LinearAlgebraError) -> FieldModel {
    let variance = (0.5 * directionDeviation * fieldStrength) * (0.5 * directionDeviation * fieldStrength)
    let strength = 10 * fieldStrength
    let iron = parameters.hardIronDeviation * fieldStrength
    let ironWeight = hasHardIron ? variance / (iron * iron) : 1
    let lagWeight = variance / max(parameters.lagDeviation * parameters.lagDeviation, 1e-18)
    var matrix = [Double](repeating: 0, count: Self.size * Self.size)
    var right = [Double](repeating: 0, count: Self.size)
    for row in 0..<3 {
      matrix[row + Self.size * row] = sums.weight + variance / (strength * strength)
      right[row] = sums.field[row]
      right[3 + row] = sums.ironMoment[row]
      matrix[6 + Self.size * row] = sums.lag[row]
      matrix[6 + Self.size * (3 + row)] = sums.ironLag[row]
      for column in 0..<3 {
        // The lower triangle: hard iron below earth field.
        matrix[3 + row + Self.size * column] = sums.rotation[column, row]
        matrix[3 + row + Self.size * (3 + column)] = sums.iron[row, column]
      }
      matrix[3 + row + Self.size * (3 + row)] += ironWeight
    }
    matrix[6 + Self.size * 6] = sums.lagSquare + lagWeight
    right[6] = sums.lagMoment - lagWeight * lag
    let solution = try DenseCholesky(matrix, order: Self.size).solve(right)
    let limit = parameters.lagLimit
    return FieldModel(
      earthField: SmoothingState.vector(solution, 0), hardIron: SmoothingState.vector(solution, 3),
      lagChange: min(max(lag + solution[6], -limit), limit) - lag)
  }

  /// The weighted sums of the normal equations, columns earth field (I), hard iron (mean rotation) and lag (lag effect).
  private struct Sums {
    var weight = 0.0
    var field = Vector3<Double>.zero
    var rotation = Matrix3<Double>.zero
    var iron = Matrix3<Double>.zero
    var ironMoment = Vector3<Double>.zero
    var lag = Vector3<Double>.zero
    var ironLag = Vector3<Double>.zero
    var lagSquare = 0.0
    var lagMoment = 0.0

    @inline(__always)
    mutating func add(_ interval: IntervalMeasurement, _ weight: Double, hasHardIron: Bool) {
      let effect = interval.lagEffect * weight
      self.weight += weight
      field += interval.field * weight
      lag += effect
      lagSquare += effect.dot(interval.lagEffect)
      lagMoment += effect.dot(interval.field)
      guard hasHardIron else { return }
      let mean = interval.meanRotation
      let transposed = mean.transpose
      rotation += mean * weight
      iron += (transposed * mean) * weight
      ironMoment += (transposed * interval.field) * weight
      ironLag += transposed * effect
    }
  }
}
