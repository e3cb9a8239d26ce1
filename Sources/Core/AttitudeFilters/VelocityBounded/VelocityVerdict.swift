import Rotations

/// What the evidence says of a measured velocity (TheDefaultFilter.md, equation 57).
@frozen @usableFromInline
struct VelocityVerdict<Scalar: RealLanes>: VisitableState, Sendable {
  /// The errors of the set-up that explain most: lever arm along body x, y and z, m, lag, s, heading, rad (p).
  @usableFromInline var errors = InlineArray<5, Scalar>(repeating: 0.0)
  /// The covariance of those of lever arm and lag.
  @usableFromInline var covariance = Self.firstCovariance
  /// By how much the velocity is larger than the felt one, as a share (κ).
  @usableFromInline var scaleError: Scalar = 0.0
  /// The mean squared residual in variances, about 1 while all is right: of all evidence, and of the last seconds (ϱ).
  @usableFromInline var residual: Scalar = 1.0
  @usableFromInline var recentResidual: Scalar = 1.0
  /// By how much each hypothesis explains less than the velocity as given (Δ).
  @usableFromInline var disadvantages = InlineArray<8, Scalar>(repeating: 0.0)
  /// Whether the velocity as given has explained what the sensor felt; whether something else does.
  @usableFromInline var isProven = Scalar.Mask(repeating: false)
  @usableFromInline var isRefuted = Scalar.Mask(repeating: false)

  /// The standard deviations before any evidence: of the lever arm, m, the lag, s, what is added to that of the heading, rad, and of the
  /// scale.
  @export(implementation) static var armDeviation: Scalar { 0.3 }
  @export(implementation) static var lagDeviation: Scalar { 0.1 }
  @export(implementation) static var headingDeviation: Scalar { .degrees(10.0) }
  @export(implementation) static var scaleDeviation: Scalar { 0.2 }
  /// The disadvantage that refutes; the sum of products from which a velocity is proven; the scale errors that are tolerated and that refute.
  @export(implementation) static var certainty: Scalar { 10.0 }
  @export(implementation) static var leastEvidence: Scalar { 30.0 }
  @export(implementation) static var toleratedScaleError: Scalar { 0.25 }
  @export(implementation) static var largestScaleError: Scalar { 0.5 }
  /// Averaging time of the recent residual, s, and the largest residual.
  @export(implementation) static var recentTime: Scalar { 3.0 }
  @export(implementation) static var largestResidual: Scalar { 100.0 }
  /// The weight of a residual of 1 that is there before any evidence.
  @export(implementation) static var priorCount: Scalar { 2.0 }
  /// The least information of an error of the set-up, that of an unknown heading.
  @export(implementation) static var leastInformation: Scalar { 0.1 }
  /// The largest disadvantage that is told from a larger one.
  @export(implementation) static var largestDisadvantage: Scalar { 80.0 }

  @export(implementation)
  init() {}

  @export(implementation)
  static var firstCovariance: SymmetricMatrix<4, Scalar> {
    var covariance = SymmetricMatrix<4, Scalar>()
    for axis in 0..<3 { covariance[axis, axis] = armDeviation.squared }
    covariance[3, 3] = lagDeviation.squared
    return covariance
  }

  /// Follows a residual, in variances.
  @export(implementation)
  mutating func follow(squaredResidual: Scalar, duration: Scalar) {
    let gain = Scalar.minimum(0.5, duration / Self.recentTime)
    recentResidual += gain * (Scalar.minimum(squaredResidual, Self.largestResidual) - recentResidual)
  }

  /// Judges all hypotheses; `lagVariance` and `headingVariance` are those before the evidence.
  @export(implementation)
  mutating func judge(_ evidence: VelocityEvidence<Scalar>, lagVariance: Scalar, headingVariance: Scalar) {
    let factor = CholeskyFactor(
      of: evidence.information(lagVariance: lagVariance, headingVariance: headingVariance),
      leastPivot: Self.leastInformation)
    var own: Scalar = 0.0
    for number in 0..<VelocityHypothesis.count {
      let (moment, square) = evidence.moment(of: VelocityHypothesis(number))
      let solution = factor.halfSolved(moment)
      var residual = square
      for index in 0..<6 { residual -= solution[index].squared }
      if number == 0 {
        own = residual
        let explained = factor.backSolved(solution, count: 5)
        errors = InlineArray { explained[$0] }
        scaleError = solution[5] / factor.rows[5][5]
      }
      disadvantages[number] = residual - own
    }
    setCovariance(factor)
    residual = (Scalar.maximum(0.0, own) + 2.0 * Self.priorCount) / (2.0 * (evidence.count + Self.priorCount))
    let isSeen = evidence.feltSquare .> Self.leastEvidence
    isRefuted =
      (disadvantages[best] .< -Self.certainty) .| (isSeen .& (scaleError .> Self.largestScaleError))
    let isExplained =
      isSeen .& (evidence.plain.x .> Self.leastEvidence) .& (scaleError .< Self.toleratedScaleError)
    isProven = (isProven .| isExplained) .& .!isRefuted
  }

  /// The covariance of lever arm and lag, from the factor of the information of lever arm, lag and heading.
  @export(implementation)
  mutating func setCovariance(_ factor: CholeskyFactor<6, Scalar>) {
    for row in 0..<4 {
      let unit: InlineArray<6, Scalar> = InlineArray { $0 == row ? 1.0 : 0.0 }
      let column = factor.backSolved(factor.halfSolved(unit), count: 5)
      for index in row..<4 { covariance[row, index] = column[index] }
    }
  }

  /// The variance that the doubt of lever arm and lag adds to a velocity, by their effects along one axis.
  @export(implementation)
  func variance(ofEffects effects: InlineArray<4, Scalar>) -> Scalar {
    var sum: Scalar = 0.0
    for row in 0..<4 {
      for column in 0..<4 { sum += effects[row] * effects[column] * covariance[row, column] }
    }
    return sum
  }

  /// The factor by which residuals are larger than they should be, at least 1.
  @export(implementation)
  var excess: Scalar { Scalar.maximum(1.0, Scalar.maximum(residual, recentResidual)) }

  /// The number of the hypothesis that explains most.
  @export(implementation)
  var best: Int {
    var best = 0
    for number in 1..<VelocityHypothesis.count where (disadvantages[number] .< disadvantages[best]).isTrueInAnyLane {
      best = number
    }
    return best
  }

  /// How likely a hypothesis is in units of the velocity as given.
  @export(implementation)
  func likelihood(_ number: Int) -> Scalar {
    Scalar.exponential(-0.5 * (disadvantages[number] / excess).clamped(0.0, Self.largestDisadvantage))
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    for index in 0..<5 { visitor.visit(&errors[index], with: other.errors[index]) }
    visitor.visit(&covariance, with: other.covariance)
    visitor.visit(&scaleError, with: other.scaleError)
    visitor.visit(&residual, with: other.residual, .nonnegative)
    visitor.visit(&recentResidual, with: other.recentResidual, .nonnegative)
    for index in 0..<8 { visitor.visit(&disadvantages[index], with: other.disadvantages[index]) }
    visitor.visit(&isProven, with: other.isProven)
    visitor.visit(&isRefuted, with: other.isRefuted)
  }
}

extension VelocityEvidence {
  /// The information of lever arm, lag, heading and scale, with what is assumed before the evidence.
  @export(implementation)
  func information(lagVariance: Scalar, headingVariance: Scalar) -> SymmetricMatrix<6, Scalar> {
    var matrix = SymmetricMatrix<6, Scalar>()
    for row in 0..<5 {
      for column in row..<5 { matrix[row, column] = information[row, column] }
      matrix[row, 5] = feltMoment[row]
    }
    for axis in 0..<3 { matrix[axis, axis] += 1.0 / VelocityVerdict<Scalar>.armDeviation.squared }
    matrix[3, 3] += 1.0 / lagVariance
    matrix[4, 4] += 1.0 / (headingVariance + VelocityVerdict<Scalar>.headingDeviation.squared)
    matrix[5, 5] = feltSquare + 1.0 / VelocityVerdict<Scalar>.scaleDeviation.squared
    return matrix
  }

  /// The products of the effects with what a hypothesis leaves without them, and its square.
  @export(implementation)
  func moment(of hypothesis: VelocityHypothesis) -> (moment: InlineArray<6, Scalar>, square: Scalar) {
    let product = hypothesis.dot(plain, mirrored: mirrored)
    var moment = InlineArray<6, Scalar>(repeating: product - feltSquare)
    for row in 0..<5 {
      moment[row] = hypothesis.dot(plainMoment[row], mirrored: mirroredMoment[row]) - feltMoment[row]
    }
    return (moment, measuredSquare + feltSquare - 2.0 * product)
  }
}
