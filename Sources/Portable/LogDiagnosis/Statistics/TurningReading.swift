import LogTables
import Rotations

/// The readings of a vector sensor with the rotation of the gyroscope between them; rows without a new reading are joined.
struct TurningReading: Sendable {
  private var bodyFromBefore = Rotation<Double>.identity
  private var angle = Vector3<Double>.zero
  private var elapsed = 0.0
  private var last: Vector3<Double>?

  /// What happened since the reading before.
  struct Step {
    var bodyFromBefore: Matrix3<Double>
    var rate: Vector3<Double>
    var interval: Double
  }

  /// Begins again after an interruption.
  mutating func restart() { self = TurningReading() }

  /// Adds a row: the step to its reading, nil for a repeated or absent one.
  mutating func add(angularRate: Vector3<Double>, reading: Vector3<Double>, interval: Double) -> Step? {
    bodyFromBefore = Rotation(rotationVector: angularRate * -interval) * bodyFromBefore
    angle += angularRate * interval
    elapsed += interval
    guard reading.isFiniteInLane, reading != last else { return nil }
    let step = Step(bodyFromBefore: bodyFromBefore.matrix, rate: angle / elapsed, interval: elapsed)
    self = TurningReading()
    last = reading
    return step
  }

  /// The time since the last reading, s.
  var silence: Double { elapsed }
}
