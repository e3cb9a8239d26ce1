import MotionSamples
import Rotations

/// Cuts a recording into turns of half a radian with the magnetometer's readings at their ends, in bounded memory.
struct FieldTurnCollector: Sendable {
  /// The turns, evenly spread over the recording.
  var turns: [FieldTurn] { list.elements }

  /// Long enough for the field to change clearly, short enough for the gyroscope's bias to matter little, rad and s.
  private static let (turnAngle, longestDuration) = (0.5, 2.0)
  /// The time constant of the direction of up, s, and the specific forces that can be gravity, m/s².
  private static let (levelingTime, gravityRange) = (1.0, 8.8...10.8)

  private var list = ThinnedList<FieldTurn>(capacity: 3000)
  private var anchor: FieldTurn.Moment?
  private var anchorFromBody = Rotation<Double>.identity
  private var duration = 0.0
  private var up: Vector3<Double>?

  /// Takes a sample in the order of the recording.
  mutating func add(_ sample: MotionSample<Double>) {
    guard sample.angularRate.isFiniteInLane, sample.interval > 0, sample.interval < 0.5 else {
      (anchor, up) = (nil, nil)
      return
    }
    turn(by: sample.angularRate * sample.interval, sample.interval)
    level(sample.specificForce, sample.interval)
    guard sample.magneticField.isFiniteInLane else { return }
    let moment = FieldTurn.Moment(field: sample.magneticField, up: up?.normalized, angularRate: sample.angularRate)
    guard let before = anchor else { return drop(moment) }
    guard anchorFromBody.angle > Self.turnAngle else {
      if duration > Self.longestDuration { drop(moment) }
      return
    }
    list.offer(
      FieldTurn(before: before, after: moment, afterFromBefore: anchorFromBody.inverse, duration: duration))
    drop(moment)
  }

  private mutating func drop(_ moment: FieldTurn.Moment) {
    anchor = moment
    anchorFromBody = .identity
    duration = 0
  }

  private mutating func turn(by angle: Vector3<Double>, _ interval: Double) {
    let turn = Rotation(rotationVector: angle)
    anchorFromBody = (anchorFromBody * turn).renormalized
    duration += interval
    up = up.map(turn.inverse.rotate)
  }

  /// The direction of up follows the gyroscope, and slowly the specific force where that can be gravity.
  private mutating func level(_ specificForce: Vector3<Double>, _ interval: Double) {
    guard specificForce.isFiniteInLane, Self.gravityRange.contains(specificForce.length) else { return }
    let direction = specificForce / specificForce.length
    let old = up ?? direction
    up = old + (direction - old) * (interval / (Self.levelingTime + interval))
  }
}
