import MotionSamples
import Rotations

/// Magnetometer readings before and after a rotation measured by the gyroscope.
struct FieldTurn: Sendable {
  /// One end of the turn.
  struct End: Sendable {
    /// The raw reading of the magnetometer, µT.
    var field: Vector3<Double>
    /// The unit vector up in the body; nil without an accelerometer.
    var up: Vector3<Double>?
    /// The angular rate, rad/s.
    var angularRate: Vector3<Double>
  }

  /// The start of the turn.
  var before: End
  /// The end of the turn.
  var after: End
  /// The rotation.
  var afterFromBefore: Rotation<Double>
  /// The duration, s.
  var duration: Double
}

/// Divides a recording into turns of half a radian with the magnetometer's readings at their ends, in bounded memory.
struct FieldTurnCollector: Sendable {
  /// The turns, evenly distributed over the recording.
  var turns: [FieldTurn] { list.elements }

  /// Long enough for the field to change clearly, short enough for the gyroscope's bias to be negligible, rad and s.
  private static let (turnAngle, longestDuration) = (0.5, 2.0)
  /// The time constant of the direction of up, s, and the range of specific forces taken for gravity, m/s².
  private static let (levelingTime, gravityRange) = (1.0, 8.8...10.8)

  private var list = ThinnedList<FieldTurn>(capacity: 3000)
  private var anchor: FieldTurn.End?
  private var anchorFromBody = Rotation<Double>.identity
  private var duration = 0.0
  private var up: Vector3<Double>?

  /// Takes the next sample.
  mutating func add(_ sample: MotionSample<Double>) {
    guard sample.angularRate.isFiniteInLane, sample.interval > 0, sample.interval < 0.5 else {
      (anchor, up) = (nil, nil)
      return
    }
    turn(by: sample.angularRate * sample.interval, sample.interval)
    level(sample.specificForce, sample.interval)
    guard sample.magneticField.isFiniteInLane else { return }
    let end = FieldTurn.End(field: sample.magneticField, up: up?.normalized, angularRate: sample.angularRate)
    guard let before = anchor else { return drop(end) }
    guard anchorFromBody.angle > Self.turnAngle else {
      if duration > Self.longestDuration { drop(end) }
      return
    }
    list.offer(
      FieldTurn(before: before, after: end, afterFromBefore: anchorFromBody.inverse, duration: duration))
    drop(end)
  }

  private mutating func drop(_ end: FieldTurn.End) {
    anchor = end
    anchorFromBody = .identity
    duration = 0
  }

  private mutating func turn(by angle: Vector3<Double>, _ interval: Double) {
    let turn = Rotation(rotationVector: angle)
    anchorFromBody = (anchorFromBody * turn).renormalized
    duration += interval
    up = up.map(turn.inverse.rotate)
  }

  /// Corrects the direction of up slowly by the specific force.
  private mutating func level(_ specificForce: Vector3<Double>, _ interval: Double) {
    guard specificForce.isFiniteInLane, Self.gravityRange.contains(specificForce.length) else { return }
    let direction = specificForce / specificForce.length
    let old = up ?? direction
    up = old + (direction - old) * (interval / (Self.levelingTime + interval))
  }
}
