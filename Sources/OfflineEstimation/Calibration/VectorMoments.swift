import Rotations

/// Mean and standard deviation of vectors, axis by axis, in one pass (B. Welford, Technometrics 4(3), 1962).
struct VectorMoments: Sendable {
  /// The number of vectors.
  private(set) var count = 0.0
  /// Their mean.
  private(set) var mean = Vector3<Double>.zero
  private var squares = Vector3<Double>.zero

  /// Takes a vector.
  mutating func add(_ vector: Vector3<Double>) {
    count += 1
    let difference = vector - mean
    mean += difference / count
    squares += difference.timesElementwise(vector - mean)
  }

  /// The standard deviation of one vector; zero for fewer than two.
  var deviation: Vector3<Double> {
    guard count > 1 else { return .zero }
    let variance = squares / (count - 1)
    return Vector3(x: variance.x.squareRoot(), y: variance.y.squareRoot(), z: variance.z.squareRoot())
  }

  /// The standard deviation of the mean.
  var deviationOfMean: Vector3<Double> { count > 0 ? deviation / count.squareRoot() : .zero }
}
