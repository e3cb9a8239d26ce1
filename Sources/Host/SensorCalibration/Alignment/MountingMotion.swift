import AttitudeFilters
import MotionSamples
import Rotations

/// Determines the mounting of a sensor from a simple motion: lay the body still in a known pose, turn it once about a known
/// body axis that is not vertical, lay it still again.
///
/// Rows are taken one by one, in constant memory. Of several turns the largest counts, with the rest before it.
public struct MountingMotion: Sendable {
  /// A rest and the turn after it, in the sensor's axes.
  private struct Turn {
    var up: Vector3<Double>
    var angle: Vector3<Double>
    var path: Double
  }

  /// The readings at rest.
  private struct Pose {
    var up: Vector3<Double>
    var bias: Vector3<Double>
  }

  private var detector = RestDetector<Double>()
  private var wasAtRest = false
  /// The newest pose, and one at least half a second older, which is free of the next movement.
  private var newestPose: (pose: Pose, time: Double)?
  private var settledPose: Pose?
  private var open: Turn?
  private var largest: Turn?
  private var bias = Vector3<Double>.zero
  private var time = 0.0
  private var last: Timestamp?

  /// The age at which a pose is free of the movement that ends it, s.
  private static let settling = 0.5
  /// The least turn, rad (25 degrees).
  private static let leastTurn = 0.44
  /// The least share of the turn that is about one axis.
  private static let leastShare = 0.8

  /// No rows yet.
  public init() {}

  /// Takes the next row; rows without an angular rate are ignored.
  public mutating func add(angularRate: Vector3<Double>, specificForce: Vector3<Double>, at timestamp: Timestamp) {
    add(
      angularRate: angularRate, specificForce: specificForce,
      interval: last.map { timestamp.seconds(since: $0) } ?? 0)
    last = timestamp
  }

  /// Takes a row `interval` seconds after the one before.
  mutating func add(angularRate: Vector3<Double>, specificForce: Vector3<Double>, interval: Double) {
    guard angularRate.isFiniteInLane, interval >= 0, interval < 1 else { return }
    time += interval
    var parameters = RestDetectorParameters<Double>()
    parameters.biasLimit = 0.2
    let hasForce = specificForce.isFiniteInLane
    detector.update(
      angularRate: angularRate, specificForce: hasForce ? specificForce : .zero, hasSpecificForce: hasForce,
      interval: interval, parameters: parameters)
    if detector.isAtRest { rest() } else { move(angularRate, interval) }
    wasAtRest = detector.isAtRest
  }

  private mutating func rest() {
    if !wasAtRest {
      closeTurn()
      settledPose = nil
      newestPose = nil
    }
    guard newestPose.map({ time - $0.time >= Self.settling }) ?? true else { return }
    let pose = Pose(up: detector.averageSpecificForce, bias: detector.averageRate)
    settledPose = newestPose?.pose ?? pose
    newestPose = (pose, time)
  }

  private mutating func move(_ angularRate: Vector3<Double>, _ interval: Double) {
    if wasAtRest, let pose = settledPose {
      open = Turn(up: pose.up, angle: .zero, path: 0)
      bias = pose.bias
    }
    let step = (angularRate - bias) * interval
    open?.angle += step
    open?.path += step.length
  }

  private mutating func closeTurn() {
    largest = largestTurn
    open = nil
  }

  private var largestTurn: Turn? {
    [largest, open].compactMap { $0 }.max { $0.angle.length < $1.angle.length }
  }

  /// The mounting, given the body axis `up` that pointed up at rest and the body axis `turn` of the right-handed turn after it.
  ///
  /// Throws `noRest`, `noTurn`, `turnNotAboutOneAxis`, `directionsOnOneLine` or `contradiction`.
  public func mounting(up: SignedAxis, turn axis: SignedAxis) throws(AlignmentError) -> SensorMounting {
    guard settledPose != nil else { throw .noRest }
    guard let turn = largestTurn, turn.angle.length >= Self.leastTurn else {
      throw .noTurn(largest: largestTurn?.angle.length ?? 0)
    }
    let share = turn.angle.length / turn.path
    guard share >= Self.leastShare else { throw .turnNotAboutOneAxis(share: share) }
    return try SensorMounting([
      .init(inBody: up.unitVector, inSensor: turn.up), .init(inBody: axis.unitVector, inSensor: turn.angle),
    ])
  }
}
