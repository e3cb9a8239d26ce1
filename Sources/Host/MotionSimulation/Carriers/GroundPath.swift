import MotionSamples
import Rotations

/// The path of a vehicle: its speed follows a plan, its direction the heading of the plan and the grade of the road.
///
/// After the end of the plan it is driven again with left and right exchanged, and so on: the path is defined at any time, and
/// the heading returns. The plan ends with the speed at which it begins. Position is the integral of the velocity by
/// quadrature, with an error below 1e-8 m.
struct GroundPath: Sendable {
  /// The motion along the path at one time.
  struct Course {
    /// Distance travelled, m.
    var distance: Double
    /// Speed along the path, m/s.
    var speed: Double
    /// Its derivative, m/s².
    var acceleration: Double
    /// The derivative of `acceleration`, m/s³.
    var jerk: Double
    /// The angle from east to the path, counter-clockwise seen from above, rad.
    var heading: Double
    /// Its derivative, rad/s.
    var turnRate: Double
    /// The derivative of `turnRate`, rad/s².
    var turnAcceleration: Double
    /// The angle of the path above the horizontal, rad, and its derivatives by time.
    var grade: SinusoidSum.Jet

    /// A clock that runs with the distance travelled, for functions of the road.
    var roadClock: RestSchedule.Warp {
      RestSchedule.Warp(time: distance, speed: speed, acceleration: acceleration, jerk: jerk)
    }

    /// Velocity in ENU, m/s.
    var velocity: Vector3<Double> {
      let (sine, cosine) = Double.sineAndCosine(heading)
      let (rise, run) = Double.sineAndCosine(grade.value)
      return Vector3(x: run * cosine, y: run * sine, z: rise) * speed
    }

    /// The derivative of `velocity`, m/s².
    var accelerationInENU: Vector3<Double> {
      let (sine, cosine) = Double.sineAndCosine(heading)
      let (rise, run) = Double.sineAndCosine(grade.value)
      let along = Vector3(x: run * cosine, y: run * sine, z: rise)
      let left = Vector3(x: -sine, y: cosine, z: 0.0)
      let upward = Vector3(x: -rise * cosine, y: -rise * sine, z: run)
      return along * acceleration + left * (speed * turnRate * run) + upward * (speed * grade.rate)
    }
  }

  private let plan: DrivingPlan
  private let grade: SinusoidSum
  private let lapHeading: Double
  private let lapDistance: Double
  /// The position at multiples of `knotInterval` within the first lap, the last of them at or after its end.
  private var knots: [Vector3<Double>] = [.zero]
  private var lapDisplacement = Vector3<Double>.zero

  private static let knotInterval = 0.25

  /// A path from its plan and the grade as a function of the distance in m, whose frequencies are changed to multiples of
  /// that of a lap.
  init(plan: DrivingPlan, grade: SinusoidSum = SinusoidSum([])) {
    precondition(plan.duration > 0 && plan.speed == plan.initialSpeed, "a plan ends with the speed at which it begins")
    self.plan = plan
    let end = plan.acceleration.jet(at: plan.duration)
    lapDistance = plan.initialSpeed * plan.duration + end.secondIntegral
    lapHeading = plan.turnRate.jet(at: plan.duration).integral
    self.grade = grade.repeating(after: lapDistance)
    let count = Int(saturating: plan.duration / Self.knotInterval)
    for knot in 0..<count {
      knots.append(position(inLap: Double(knot + 1) * Self.knotInterval, fromKnot: knot))
    }
    lapDisplacement = position(inLap: plan.duration, fromKnot: count)
  }

  /// A function of the distance with its frequencies changed so that it repeats with the road.
  func road(_ function: SinusoidSum) -> SinusoidSum { function.repeating(after: lapDistance) }

  /// The motion along the path at a time in seconds.
  func course(at time: Double) -> Course {
    let lap = (time / plan.duration).rounded(.down)
    let course = course(inLap: time - lap * plan.duration)
    return isMirrored(lap) ? mirrored(course, lap: lap) : advanced(course, lap: lap)
  }

  /// The position in ENU at a time in seconds, m; at time zero the origin.
  func position(at time: Double) -> Vector3<Double> {
    let lap = (time / plan.duration).rounded(.down)
    let phase = time - lap * plan.duration
    let knot = min(Int(saturating: phase / Self.knotInterval), knots.count - 1)
    let inLap = position(inLap: phase, fromKnot: knot)
    let pairs = (lap * 0.5).rounded(.down)
    let start = (lapDisplacement + mirrored(lapDisplacement)) * pairs
    return isMirrored(lap) ? start + lapDisplacement + mirrored(inLap) : start + inLap
  }

  private func isMirrored(_ lap: Double) -> Bool { lap != 2.0 * (lap * 0.5).rounded(.down) }

  private func position(inLap time: Double, fromKnot knot: Int) -> Vector3<Double> {
    let start = Double(knot) * Self.knotInterval
    return knots[knot] + GaussLegendre.mean(from: start, to: time) { course(inLap: $0).velocity } * (time - start)
  }

  /// A displacement of a lap in a mirrored lap, which begins with the heading of the end of a lap.
  private func mirrored(_ displacement: Vector3<Double>) -> Vector3<Double> {
    Rotation(aboutZ: lapHeading).rotate(Vector3(x: displacement.x, y: -displacement.y, z: displacement.z))
  }

  private func mirrored(_ course: Course, lap: Double) -> Course {
    var course = advanced(course, lap: lap)
    course.heading = lapHeading - course.heading
    course.turnRate = -course.turnRate
    course.turnAcceleration = -course.turnAcceleration
    return course
  }

  private func advanced(_ course: Course, lap: Double) -> Course {
    var course = course
    course.distance += lap * lapDistance
    return course
  }

  private func course(inLap time: Double) -> Course {
    let along = plan.acceleration.jet(at: time)
    let turn = plan.turnRate.jet(at: time)
    var course = Course(
      distance: plan.initialSpeed * time + along.secondIntegral, speed: plan.initialSpeed + along.integral,
      acceleration: along.value, jerk: along.slope, heading: turn.integral, turnRate: turn.value,
      turnAcceleration: turn.slope, grade: SinusoidSum.Jet())
    course.grade = grade.jet(at: course.distance).warped(by: course.roadClock)
    return course
  }
}
