import Rotations

/// The smoother's unknowns: attitude, velocity and gyroscope bias at every knot, and the sensors' constant errors.
///
/// The level frame has z up; its y axis is turned to magnetic north in every iteration if there is a usable field (18), and
/// has an arbitrary heading otherwise.
struct SmoothingState {
  /// The attitude at each knot.
  var levelFromBody: [Rotation<Double>]
  /// In the level frame, m/s.
  var velocities: [Vector3<Double>]
  /// The gyroscope's bias at each knot, rad/s.
  var biases: [Vector3<Double>]
  /// Scale and misalignment M of the gyroscope.
  var gyroscopeMatrix = Matrix3<Double>.zero
  /// Bias of the accelerometer, m/s².
  var accelerometerBias = Vector3<Double>.zero
  /// Scale error of the accelerometer.
  var accelerometerScale = Vector3<Double>.zero
  /// Lag of the accelerometer behind the gyroscope, s.
  var accelerometerLag = 0.0
  /// From the point whose velocity is near zero on average to the sensor, in body axes, m.
  var leverArm = Vector3<Double>.zero

  /// The largest attitude step of an iteration, rad, within which the linearisation is valid (40).
  private static let largestStep = 0.8

  /// Turns the knots in `range` about the vertical.
  mutating func turn(by angle: Double, knots range: Range<Int>) {
    let turn = Rotation<Double>(aboutZ: angle)
    for knot in range {
      levelFromBody[knot] = (turn * levelFromBody[knot]).renormalized
      velocities[knot] = turn.rotate(velocities[knot])
    }
  }

  /// Applies a correction of 9 numbers a knot and 19 constant errors (40). Returns the largest change of tilt, rad.
  mutating func apply(knots: [Double], globals: [Double]) -> Double {
    var largestTilt = 0.0
    for knot in levelFromBody.indices {
      let step = Self.vector(knots, Unknown.attitude(knot))
      largestTilt = max(largestTilt, (step.x * step.x + step.y * step.y).squareRoot())
      let length = step.length
      let limited = length > Self.largestStep ? step * (Self.largestStep / length) : step
      levelFromBody[knot] = (Rotation(rotationVector: limited) * levelFromBody[knot]).renormalized
      velocities[knot] += Self.vector(knots, Unknown.velocity(knot))
      biases[knot] += Self.vector(knots, Unknown.bias(knot))
    }
    gyroscopeMatrix += Matrix3(
      rows: Self.vector(globals, Unknown.gyroscopeMatrix(row: 0)),
      Self.vector(globals, Unknown.gyroscopeMatrix(row: 1)),
      Self.vector(globals, Unknown.gyroscopeMatrix(row: 2)))
    accelerometerBias += Self.vector(globals, Unknown.accelerometerBias)
    accelerometerScale += Self.vector(globals, Unknown.accelerometerScale)
    accelerometerLag += globals[Unknown.accelerometerLag]
    leverArm += Self.vector(globals, Unknown.leverArm)
    return largestTilt
  }

  /// The velocity between a knot and the next, m/s.
  @inline(__always)
  func velocity(after knot: Int, _ share: Double) -> Vector3<Double> {
    velocities[knot] * (1 - share) + velocities[knot + 1] * share
  }

  /// Body x between a knot and the next, in the level frame.
  @inline(__always)
  func forward(after knot: Int, _ share: Double) -> Vector3<Double> {
    let axis = Vector3(x: 1.0, y: 0, z: 0)
    return levelFromBody[knot].rotate(axis) * (1 - share) + levelFromBody[knot + 1].rotate(axis) * share
  }

  /// An angular rate at a knot without bias, scale and misalignment (6).
  @inline(__always)
  func corrected(_ rate: Vector3<Double>, _ knot: Int) -> Vector3<Double> {
    let unbiased = rate - biases[knot]
    return unbiased - gyroscopeMatrix * unbiased
  }

  /// Three successive values as a vector.
  @inline(__always)
  static func vector(_ values: [Double], _ start: Int) -> Vector3<Double> {
    Vector3(x: values[start], y: values[start + 1], z: values[start + 2])
  }
}

/// The places of the unknowns in the equations: nine for each knot, then, counted from 0 again, the 19 constant errors.
///
/// The order of velocity, attitude and bias is that which `BlockRow` needs: a velocity is coupled to the next velocity only.
enum Unknown {
  /// The attitude error of a knot about an axis of the level frame.
  @inline(__always)
  static func attitude(_ knot: Int, _ axis: Int = 0) -> Int { ArrowWindow.knotSize * knot + 3 + axis }
  /// The velocity of a knot along an axis of the level frame.
  @inline(__always)
  static func velocity(_ knot: Int, _ axis: Int = 0) -> Int { ArrowWindow.knotSize * knot + axis }
  /// The gyroscope's bias of a knot about a body axis.
  @inline(__always)
  static func bias(_ knot: Int, _ axis: Int = 0) -> Int { ArrowWindow.knotSize * knot + 6 + axis }

  /// The first entry of a row of the gyroscope's matrix M.
  @inline(__always)
  static func gyroscopeMatrix(row: Int) -> Int { 3 * row }
  /// The first component of the accelerometer's bias.
  @inline(__always)
  static var accelerometerBias: Int { 9 }
  /// The first component of the accelerometer's scale error.
  @inline(__always)
  static var accelerometerScale: Int { 12 }
  /// The accelerometer's lag.
  @inline(__always)
  static var accelerometerLag: Int { 15 }
  /// The first component of the lever arm.
  @inline(__always)
  static var leverArm: Int { 16 }
}
