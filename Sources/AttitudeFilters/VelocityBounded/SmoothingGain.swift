import Rotations

/// The gain J = P Φᵀ P'⁻¹ of a step, which carries an error before the step's measurements back to its start: P is the covariance
/// at the start, Φ the transition and P' the covariance before the measurements.
///
/// A view of the caller's memory: copies of a kilobyte for every step that is carried back would cost more than the arithmetic.
struct SmoothingGain {
  /// The numbers of a gain.
  static let count = 121
  // By rows.
  private let entries: UnsafeMutablePointer<Double>

  /// A gain in `count` numbers.
  init(_ memory: UnsafeMutablePointer<Double>) { entries = memory }

  /// Sets the gain from P' and, for each row, that row of P Φᵀ.
  func set(_ predicted: SymmetricMatrix<11, Double>, row: (_ index: Int) -> InlineArray<11, Double>) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.count) { factor in
      guard let factor = factor.baseAddress else { return }
      Self.factor(predicted, into: factor)
      for index in 0..<11 {
        let right = row(index)
        let solution = entries + 11 &* index
        for column in 0..<11 { solution[column] = right[unchecked: column] }
        Self.solve(factor, solution)
      }
    }
  }

  /// Replaces the error at the end of the step by that at its start.
  @inline(__always)
  func carryBack(_ error: inout InlineArray<11, Double>) {
    var result = InlineArray<11, Double>(repeating: 0)
    for row in 0..<11 {
      var sum = 0.0
      for column in 0..<11 { sum += entries[11 &* row &+ column] * error[unchecked: column] }
      result[unchecked: row] = sum
    }
    error = result
  }

  /// A state whose variance is this much smaller than before elimination is determined by the others.
  private static let leastShare = 1e-12

  /// L with L Lᵀ = P, by rows; a state without variance has a row of zeros.
  private static func factor(_ matrix: SymmetricMatrix<11, Double>, into factor: UnsafeMutablePointer<Double>) {
    factor.initialize(repeating: 0, count: count)
    for column in 0..<11 {
      let diagonal = 12 &* column
      for row in column..<11 {
        var sum = matrix[row, column]
        for inner in 0..<column { sum -= factor[11 &* row &+ inner] * factor[11 &* column &+ inner] }
        if row == column {
          factor[diagonal] = sum > leastShare * matrix[row, row] ? sum.squareRoot() : 0
        } else if factor[diagonal] > 0 {
          factor[11 &* row &+ column] = sum / factor[diagonal]
        }
      }
    }
  }

  /// Replaces the right side by x with L Lᵀ x = right side; the unknowns of states without variance are zero.
  private static func solve(_ factor: UnsafePointer<Double>, _ x: UnsafeMutablePointer<Double>) {
    for row in 0..<11 {
      var rest = x[row]
      for column in 0..<row { rest -= factor[11 &* row &+ column] * x[column] }
      let pivot = factor[12 &* row]
      x[row] = pivot > 0 ? rest / pivot : 0
    }
    for row in (0..<11).reversed() {
      var rest = x[row]
      for column in row + 1..<11 { rest -= factor[11 &* column &+ row] * x[column] }
      let pivot = factor[12 &* row]
      x[row] = pivot > 0 ? rest / pivot : 0
    }
  }
}

extension VelocityBoundedFilter where Scalar == Double, stateCount == 11 {
  /// Whether the step that is due has led to `next` without a reset.
  func isContinued(by next: Self) -> Bool {
    let wasAligned = alignedTime >= parameters.alignmentDuration
    let isAligned = next.alignedTime >= parameters.alignmentDuration
    return wasAligned && isAligned && !next.hasJumped && !next.hasMissedRotation && strapdown.increment.hasSpecificForce
  }

  /// Sets the gain to that of the step that is due.
  func setSmoothingGain(_ gain: SmoothingGain) {
    var predicted = self
    predicted.strapdown.increment.finish()
    let increment = predicted.strapdown.increment
    predicted.velocityMonitor.observeSpecificForce(increment)
    predicted.velocityMonitor.integrate(increment)
    predicted.predict()
    predicted.judgeRest()
    predicted.learnVelocityDensity(
      densityFactor: densityFactor(normError: predicted.velocityMonitor.normError), isKnown: isVelocityKnown)
    gain.set(predicted.errorState.covariance) {
      Self.carried(errorState.covariance.column($0), increment)
    }
  }

  /// Φ times a vector (equations 17 and 18).
  private static func carried(
    _ vector: InlineArray<11, Double>, _ increment: MotionIncrement<Double>
  ) -> InlineArray<11, Double> {
    var result = vector
    let gravity = Double.nominalGravity * increment.duration
    result[9] += gravity * vector[1]
    result[10] -= gravity * vector[0]
    let bias = Vector3(x: vector[3], y: vector[4], z: vector[5])
    let scale = Vector3(x: vector[6], y: vector[7], z: vector[8])
    let turned = increment.rotationIntegral * bias + increment.rateIntegral * scale
    for axis in 0..<3 { result[axis] -= turned[axis] }
    return result
  }
}
