import Rotations

/// The rotation Q between the level frames of two joined bodies at every box, from equal forces at the joint.
///
/// Its state is the small tilt between both frames, the heading of the second in the first and the rate of that heading:
/// Q = Exp(d_x, d_y, 0) Rz(d_z). The tilt, and with two magnetometers the heading, returns to zero with the variances that the
/// smoother gives; without them the heading drifts with the biases of both gyroscopes. A Kalman filter forward and the smoother of
/// Bierman backward.
/// Sources: I. Weygers, M. Kok, "Drift-free inertial sensor-based joint kinematics for long-term arbitrary movements", IEEE Sensors
/// Journal 20(14), 2020; G. Bierman, "Fixed interval smoothing with discrete measurements", International Journal of Control
/// 18(1), 1973.
struct JointRotation {
  /// d at each box, rad.
  private(set) var states: [Vector3<Double>]
  /// The variances of the tilt about a level axis and of the heading, rad².
  private var variances: [(tilt: Double, heading: Double)]

  /// What is known of a box before the joint is used.
  struct Prior {
    /// Variance of the tilt between both level frames about a level axis, rad².
    var tilt: Double
    /// Variance of the heading between them, rad²; NaN if it is arbitrary.
    var heading: Double
  }

  /// The time in which a tilt error of the smoother renews itself, s.
  private static let tiltTime = 5.0
  /// The time in which the error of a magnetic heading renews itself, s.
  private static let headingTime = 60.0
  /// The walk of an arbitrary heading, rad²/s: 0.05°/√s.
  private static let headingWalk = Double.degrees(0.05).squared
  /// The variance of the rate of an arbitrary heading, rad²/s², and its walk, rad²/s³: those of two gyroscopes in the smoother.
  private static let rateVariance = 2 * Double.degrees(0.3).squared
  private static let rateWalk = 2 * Double.degrees(0.005).squared
  /// Horizontal forces count above the square root of this many times the noise.
  private static let noiseFactor = 4.0

  /// A rotation about the vertical by these headings, rad.
  init(headings: [Double]) {
    states = headings.map { Vector3(x: 0, y: 0, z: $0) }
    variances = Array(repeating: (0, 0), count: headings.count)
  }

  /// Q at a box.
  func firstFromSecond(_ box: Int) -> Rotation<Double> { Self.rotation(states[box]) }

  private static func rotation(_ state: Vector3<Double>) -> Rotation<Double> {
    Rotation(rotationVector: Vector3(x: state.x, y: state.y, z: 0)) * Rotation(aboutZ: state.z)
  }

  /// Q and its variances between two boxes.
  func interpolated(_ box: Int, _ share: Double) -> (firstFromSecond: Rotation<Double>, tilt: Double, heading: Double) {
    let next = min(box + 1, states.count - 1)
    let (here, there) = (variances[box], variances[next])
    return (
      Self.rotation(states[box] + (states[next] - states[box]) * share),
      here.tilt + (there.tilt - here.tilt) * share, here.heading + (there.heading - here.heading) * share
    )
  }

  /// One Gauss-Newton iteration: filter and smoother at the present linearisation.
  ///
  /// - Parameters:
  ///   - pairs: The forces at the joint in both level frames, m/s²; nil where one is missing.
  ///   - priors: What is known without the joint.
  ///   - variances: The variance of a component of the difference of the forces, (m/s²)², with their correlation.
  ///   - noise: The variance of a component of one difference, (m/s²)²; horizontal forces of this size give no heading.
  ///   - width: The time between boxes, s.
  mutating func iterate(
    _ pairs: [(first: Vector3<Double>, second: Vector3<Double>)?], _ priors: [Prior], variances: [Double],
    noise: Double, width: Double
  ) {
    var steps: [JointStep] = []
    steps.reserveCapacity(states.count)
    var (state, covariance) = start(priors.first)
    for box in states.indices {
      var step = JointStep(state: state, covariance: covariance)
      if box > 0 { predict(&step, priors[box], width) }
      (state, covariance) = (step.state, step.covariance)
      if let pair = pairs[box] {
        let (jacobian, innovation) = Self.equations(pair, at: states[box], noise: noise)
        for axis in 0..<3 {
          let row = jacobian[axis]
          let value = innovation[axis] + row.dot(states[box])
          step.measurements[axis] = JointStep.update(&state, &covariance, row, value, variance: variances[box])
        }
      }
      steps.append(step)
    }
    smooth(steps)
  }

  /// The columns of d in the difference A₁ - Q A₂ = d × Q A₂, by axis, and the difference at `former`.
  private static func equations(
    _ pair: (first: Vector3<Double>, second: Vector3<Double>), at former: Vector3<Double>, noise: Double
  ) -> (jacobian: [Vector3<Double>], innovation: Vector3<Double>) {
    let second = rotation(former).rotate(pair.second)
    // A horizontal force that is noise would show a heading, and more of it every time.
    let horizontal = second.x.squared + second.y.squared
    let share = max(0, 1 - noiseFactor * noise / max(horizontal, noise))
    let matrix = Matrix3(crossProductBy: -second) * Matrix3(diagonal: Vector3(x: 1, y: 1, z: share))
    return ([matrix.row0, matrix.row1, matrix.row2], pair.first - second)
  }

  /// The state before the first box. An arbitrary heading begins at that of the first estimate, with no knowledge of it.
  private func start(_ prior: Prior?) -> (JointState, JointMatrix) {
    var (state, covariance) = (JointState(repeating: 0), JointMatrix())
    guard let prior else { return (state, covariance) }
    let isArbitrary = !prior.heading.isFinite
    if isArbitrary { state[2] = states[0].z }
    covariance[0, 0] = prior.tilt
    covariance[1, 1] = prior.tilt
    covariance[2, 2] = isArbitrary ? Double.pi.squared : prior.heading
    covariance[3, 3] = isArbitrary ? Self.rateVariance : 0
    return (state, covariance)
  }

  /// Moves a step to the next box.
  private func predict(_ step: inout JointStep, _ prior: Prior, _ width: Double) {
    let isArbitrary = !prior.heading.isFinite
    let tiltShare = Double.exponential(-width / Self.tiltTime)
    let headingShare = isArbitrary ? 1 : Double.exponential(-width / Self.headingTime)
    step.transition[0, 0] = tiltShare
    step.transition[1, 1] = tiltShare
    step.transition[2, 2] = headingShare
    step.transition[2, 3] = width
    step.state = step.transition * step.state
    step.covariance = step.transition * step.covariance * step.transition.transposed
    step.covariance[0, 0] += (1 - tiltShare.squared) * prior.tilt
    step.covariance[1, 1] += (1 - tiltShare.squared) * prior.tilt
    step.covariance[2, 2] += isArbitrary ? Self.headingWalk * width : (1 - headingShare.squared) * prior.heading
    step.covariance[3, 3] += isArbitrary ? Self.rateWalk * width : 0
  }

  private mutating func smooth(_ steps: [JointStep]) {
    var (adjoint, information) = (JointState(repeating: 0), JointMatrix())
    for box in steps.indices.reversed() {
      let step = steps[box]
      for axis in (0..<3).reversed() { step.measurements[axis]?.stepBack(&adjoint, &information) }
      let change = step.covariance * adjoint
      states[box] = Vector3(
        x: step.state[0] - change[0], y: step.state[1] - change[1], z: step.state[2] - change[2])
      let gain = step.covariance * information * step.covariance
      variances[box] = (
        max(0, 0.5 * (step.covariance[0, 0] - gain[0, 0] + step.covariance[1, 1] - gain[1, 1])),
        max(0, step.covariance[2, 2] - gain[2, 2])
      )
      adjoint = step.transition.transposed * adjoint
      information = step.transition.transposed * information * step.transition
    }
  }
}
