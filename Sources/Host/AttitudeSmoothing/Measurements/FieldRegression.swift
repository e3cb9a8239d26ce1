import NumericalMethods
import Rotations

/// The magnetometer's model: mean field of an interval = site field + mean rotation · hard iron + lag effect · lag, (13).
struct FieldModel {
  /// The field m of the site in the level frame, µT.
  var siteField = Vector3<Double>.zero
  /// The hard iron h in body axes, µT; zero if it is not estimated.
  var hardIron = Vector3<Double>.zero
  /// The lag δ beyond that of preintegration, s.
  var lagChange = 0.0

  /// The field of an interval in the level frame, corrected for hard iron and lag (19).
  @inline(__always)
  func corrected(_ interval: IntervalMeasurement) -> Vector3<Double> {
    interval.field - interval.meanRotation * hardIron - interval.lagEffect * lagChange
  }

  /// The magnitude of the residual of an interval, µT.
  @inline(__always)
  func residual(_ interval: IntervalMeasurement) -> Double { (corrected(interval) - siteField).length }

  /// Rotates the level frame about the vertical (18).
  mutating func turn(_ rotation: Matrix3<Double>) { siteField = rotation * siteField }
}

/// The calibration of the magnetometer: a robust linear regression of `FieldModel` over the intervals, at the attitudes of
/// the current iteration, (13) to (15). An error of the heading only rotates the site field.
///
/// A linear form, inside the iterations, of M. Kok, T. Schön, "Magnetometer calibration using inertial sensors", IEEE
/// Sensors Journal 16(14), 2016.
struct FieldRegression {
  let parameters: AttitudeSmootherParameters.FieldParameters
  /// The mean length of the measured field, µT.
  let fieldStrength: Double
  /// The standard deviation of the field's direction, rad.
  var directionDeviation: Double
  /// The lag τ that preintegration corrects already, s.
  var lag: Double
  /// Whether the hard iron is estimated.
  var hasHardIron: Bool
  /// The factor on the weight of intervals at rest.
  var restWeight = 1.0

  // The unknowns: site field, hard iron, lag.
  private static let size = 7
  private static let siteStart = 0
  private static let ironStart = 3
  private static let lagPlace = 6
  /// Standard deviation of the site field about zero, in field strengths (15).
  private static let siteWidth = 10.0

  /// The model after one weighted fit for each robust width in `scales`, starting from `start`. With nil as start, or an
  /// infinite width, all intervals have the same robust weight.
  func fit(
    _ intervals: [IntervalMeasurement], isMoving: [Bool], from start: FieldModel?, scales: [Double]
  ) throws(LinearAlgebraError) -> FieldModel {
    var model = start
    for scale in scales { model = try fitOnce(intervals, isMoving, model, scale) }
    return model ?? FieldModel()
  }

  /// The widths of a fit without a start: from unweighted to the final one (16).
  static let fromScratch: [Double] = [.infinity, 16, 8, 4, 2, 1]

  private func fitOnce(
    _ intervals: [IntervalMeasurement], _ isMoving: [Bool], _ model: FieldModel?, _ scale: Double
  ) throws(LinearAlgebraError) -> FieldModel {
    var sums = Sums()
    let width = parameters.calibrationWidth * fieldStrength * scale
    for (index, interval) in intervals.enumerated() where interval.fieldCount > 0 {
      var weight = interval.duration / (2 * parameters.correlationTime)  // (14)
      if !isMoving[index] { weight *= restWeight }
      if let model, scale.isFinite {
        let ratio = model.residual(interval) / width
        weight /= 1 + ratio * ratio
      }
      sums.add(interval, weight, hasHardIron: hasHardIron)
    }
    return try solve(sums)
  }

  /// Adds the priors (15) and solves the 7 x 7 equations.
  private func solve(_ sums: Sums) throws(LinearAlgebraError) -> FieldModel {
    let variance = (0.5 * directionDeviation * fieldStrength) * (0.5 * directionDeviation * fieldStrength)
    let strength = Self.siteWidth * fieldStrength
    let iron = parameters.hardIronDeviation * fieldStrength
    let ironWeight = hasHardIron ? variance / (iron * iron) : 1
    let lagWeight = variance / max(parameters.lagDeviation * parameters.lagDeviation, 1e-18)
    var matrix = [Double](repeating: 0, count: Self.size * Self.size)
    var right = [Double](repeating: 0, count: Self.size)
    for axis in 0..<3 {
      let (site, iron) = (Self.siteStart + axis, Self.ironStart + axis)
      matrix[site + Self.size * site] = sums.weight + variance / (strength * strength)
      right[site] = sums.field[axis]
      right[iron] = sums.ironMoment[axis]
      matrix[Self.lagPlace + Self.size * site] = sums.lag[axis]
      matrix[Self.lagPlace + Self.size * iron] = sums.ironLag[axis]
      for column in 0..<3 {
        // The lower triangle: hard iron below site field.
        matrix[iron + Self.size * (Self.siteStart + column)] = sums.rotation[column, axis]
        matrix[iron + Self.size * (Self.ironStart + column)] = sums.iron[axis, column]
      }
      matrix[iron + Self.size * iron] += ironWeight
    }
    matrix[Self.lagPlace + Self.size * Self.lagPlace] = sums.lagSquare + lagWeight
    right[Self.lagPlace] = sums.lagMoment - lagWeight * lag
    let solution = try DenseCholesky(matrix, order: Self.size).solve(right)
    let limit = parameters.lagLimit
    return FieldModel(
      siteField: SmoothingState.vector(solution, Self.siteStart),
      hardIron: SmoothingState.vector(solution, Self.ironStart),
      lagChange: min(max(lag + solution[Self.lagPlace], -limit), limit) - lag)
  }

  /// The weighted sums of the normal equations, columns site field (I), hard iron (mean rotation) and lag (lag effect).
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
