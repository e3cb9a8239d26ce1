import LogTables
import Rotations

/// The readings of a vector sensor with the rotation of the gyroscope between them. Rows without a new reading are joined, and the
/// readings of 20 ms averaged in the axes of the last: vibration does not fold into slow motion.
struct TurningReading: Sendable {
  /// The least time between steps, s.
  private static let spacing = 0.0199

  private var bodyFromBefore = Rotation<Double>.identity
  private var angle = Vector3<Double>.zero
  private var elapsed = 0.0
  private var sum = Vector3<Double>.zero
  private var count = 0.0
  private var last: Vector3<Double>?

  /// What happened since the step before.
  struct Step {
    var bodyFromBefore: Matrix3<Double>
    var reading: Vector3<Double>
    var rate: Vector3<Double>
    var interval: Double
  }

  /// Begins again after an interruption.
  mutating func restart() { self = TurningReading() }

  /// Adds a row: a step if it ends one.
  mutating func add(angularRate: Vector3<Double>, reading: Vector3<Double>, interval: Double) -> Step? {
    let turn = Rotation(rotationVector: angularRate * -interval)
    bodyFromBefore = turn * bodyFromBefore
    angle += angularRate * interval
    elapsed += interval
    if count > 0 { sum = turn.rotate(sum) }
    if reading.isFiniteInLane, reading != last {
      last = reading
      sum += reading
      count += 1
    }
    guard count > 0, elapsed >= Self.spacing else { return nil }
    let step = Step(
      bodyFromBefore: bodyFromBefore.matrix, reading: sum / count, rate: angle / elapsed, interval: elapsed)
    let reading = last
    self = TurningReading()
    last = reading
    return step
  }

  /// The time since the last step, s.
  var silence: Double { elapsed }
}
