import Rotations

/// What the smoother estimates: attitude, velocity and gyroscope bias at every knot, and the sensors' constant errors.
struct SmoothingState {
  /// Earth from body.
  var attitudes: [Rotation<Double>]
  /// In the earth frame, m/s.
  var velocities: [Vector3<Double>]
  /// The gyroscope's bias, rad/s.
  var biases: [Vector3<Double>]
  /// Scale and misalignment M of the gyroscope.
  var gyroscopeMatrix = Matrix3<Double>.zero
  /// Bias of the accelerometer, m/s².
  var accelerometerBias = Vector3<Double>.zero
  /// Scale error of the accelerometer.
  var accelerometerScale = Vector3<Double>.zero

  /// The largest attitude step of an iteration, rad: the linearisation does not reach further.
  private static let largestStep = 0.8

  /// Turns the knots in `range` about the vertical.
  mutating func turn(by angle: Double, knots range: Range<Int>) {
    let turn = Rotation<Double>(aboutZ: angle)
    for knot in range {
      attitudes[knot] = (turn * attitudes[knot]).renormalized
      velocities[knot] = turn.rotate(velocities[knot])
    }
  }

  /// Takes a correction into the state, 9 numbers a knot and 15 constant errors; gives the largest change of tilt, rad.
  mutating func apply(knots: [Double], globals: [Double]) -> Double {
    var largestTilt = 0.0
    for knot in attitudes.indices {
      let at = ArrowWindow.knotSize * knot
      let step = Self.vector(knots, at)
      largestTilt = max(largestTilt, (step.x * step.x + step.y * step.y).squareRoot())
      let length = step.length
      let limited = length > Self.largestStep ? step * (Self.largestStep / length) : step
      attitudes[knot] = (Rotation(rotationVector: limited) * attitudes[knot]).renormalized
      velocities[knot] += Self.vector(knots, at + 3)
      biases[knot] += Self.vector(knots, at + 6)
    }
    gyroscopeMatrix += Matrix3(
      rows: Self.vector(globals, 0), Self.vector(globals, 3), Self.vector(globals, 6))
    accelerometerBias += Self.vector(globals, 9)
    accelerometerScale += Self.vector(globals, 12)
    return largestTilt
  }

  @inline(__always)
  static func vector(_ values: [Double], _ start: Int) -> Vector3<Double> {
    Vector3(x: values[start], y: values[start + 1], z: values[start + 2])
  }
}
