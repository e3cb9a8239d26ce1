import Rotations

/// The gain J = P Φᵀ P'⁻¹ of a step, which carries an error before the step's measurements back to its start: P is the covariance
/// at the start, Φ the transition and P' the covariance before the measurements.
struct SmoothingGain: Sendable {
  // By rows.
  private var entries = InlineArray<121, Double>(repeating: 0)

  /// The numbers of a gain.
  static let count = 121

  /// The gain from P' and, for each row, that row of P Φᵀ.
  init(_ predicted: SymmetricMatrix<11, Double>, row: (_ index: Int) -> InlineArray<11, Double>) {
    var factor = InlineArray<121, Double>(repeating: 0)
    Self.factorize(predicted, to: factor.mutableSpan)
    for index in 0..<11 {
      let right = row(index)
      for column in 0..<11 { entries[unchecked: 11 &* index &+ column] = right[unchecked: column] }
    }
    for index in 0..<11 { Self.solve(factor.span, entries.mutableSpan, from: 11 &* index) }
  }

  /// Copies the numbers, by rows.
  func store(to place: UnsafeMutablePointer<Double>) {
    for index in 0..<Self.count { place[index] = entries[unchecked: index] }
  }

  /// Replaces the error at the end of a step by that at its start.
  @inline(__always)
  static func carryBack(_ error: inout InlineArray<11, Double>, by gain: UnsafePointer<Double>) {
    var result = InlineArray<11, Double>(repeating: 0)
    for row in 0..<11 {
      var sum = 0.0
      for column in 0..<11 { sum += gain[11 &* row &+ column] * error[unchecked: column] }
      result[unchecked: row] = sum
    }
    error = result
  }

  /// A state whose variance is this much smaller than before elimination is determined by the others.
  private static let leastShare = 1e-12

  /// L with L Lᵀ = P, by rows, in numbers that are zero; a state without variance keeps its row of zeros.
  private static func factorize(_ matrix: SymmetricMatrix<11, Double>, to numbers: consuming MutableSpan<Double>) {
    var factor = numbers
    for column in 0..<11 {
      let diagonal = 12 &* column
      for row in column..<11 {
        var sum = matrix[row, column]
        for inner in 0..<column {
          sum -= factor[unchecked: 11 &* row &+ inner] * factor[unchecked: 11 &* column &+ inner]
        }
        if row == column {
          factor[unchecked: diagonal] = sum > leastShare * matrix[row, row] ? sum.squareRoot() : 0
        } else if factor[unchecked: diagonal] > 0 {
          factor[unchecked: 11 &* row &+ column] = sum / factor[unchecked: diagonal]
        }
      }
    }
  }

  /// Solves L Lᵀ x = b; the 11 numbers from `start` are b, then x. The unknowns of states without variance are zero.
  private static func solve(_ factor: Span<Double>, _ numbers: consuming MutableSpan<Double>, from start: Int) {
    var x = numbers
    for row in 0..<11 {
      var rest = x[unchecked: start &+ row]
      for column in 0..<row { rest -= factor[unchecked: 11 &* row &+ column] * x[unchecked: start &+ column] }
      let pivot = factor[unchecked: 12 &* row]
      x[unchecked: start &+ row] = pivot > 0 ? rest / pivot : 0
    }
    for row in (0..<11).reversed() {
      var rest = x[unchecked: start &+ row]
      for column in row + 1..<11 { rest -= factor[unchecked: 11 &* column &+ row] * x[unchecked: start &+ column] }
      let pivot = factor[unchecked: 12 &* row]
      x[unchecked: start &+ row] = pivot > 0 ? rest / pivot : 0
    }
  }
}

extension VelocityBoundedFilter where Scalar == Double, stateCount == 11 {
  /// Whether the step that is due has led to `next` without a reset. Always inlined: a call would copy both filters.
  @inline(__always)
  func isContinued(by next: Self) -> Bool {
    let wasAligned = alignedTime >= parameters.alignmentDuration
    let isAligned = next.alignedTime >= parameters.alignmentDuration
    return wasAligned && isAligned && hasSteppedSinceGap && !next.hasJumped && strapdown.increment.hasSpecificForce
  }

  /// The gain of the step that is due.
  var smoothingGain: SmoothingGain {
    var predicted = self
    predicted.strapdown.increment.finish(predicted.strapdown.levelFromBody)
    let increment = predicted.strapdown.increment
    predicted.velocityMonitor.follow(increment)
    predicted.predict()
    predicted.learnVelocityDensity(isKnown: isVelocityKnown)
    let velocity = predicted.isVelocityKnown ? predicted.velocityMonitor.velocity : nil
    return SmoothingGain(predicted.errorState.covariance) {
      Self.carried(errorState.covariance.column($0), increment, velocity)
    }
  }

  /// Φ times a vector (equation 25), with a known velocity that of equation 55 too.
  private static func carried(
    _ vector: InlineArray<11, Double>, _ increment: MotionIncrement<Double>, _ velocity: Vector2<Double>?
  ) -> InlineArray<11, Double> {
    var result = vector
    let gravity = Double.nominalGravity * increment.duration
    result[9] += gravity * vector[1]
    result[10] -= gravity * vector[0]
    let bias = Vector3(x: vector[3], y: vector[4], z: vector[5])
    let scale = Vector3(x: vector[6], y: vector[7], z: vector[8])
    let turned = increment.meanRotation * increment.rateError(bias: bias, scale: scale) * increment.duration
    for axis in 0..<3 { result[axis] -= turned[axis] }
    if let across = velocity?.quarterTurn {
      result[9] += across.x * turned.z
      result[10] += across.y * turned.z
    }
    return result
  }
}
