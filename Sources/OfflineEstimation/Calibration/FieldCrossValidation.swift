import MotionSamples
import Rotations

/// Whether a calibration of the magnetometer holds in parts of the recording that it was not made from.
///
/// The field stands still in the world, so that after a turn a calibrated sensor reads what it read before, turned back. The
/// turns of the recording are cut into successive parts; for each part the sensor is calibrated from the others, and the
/// readings of the part must miss their turns by less than without calibration. A correction that only explains the
/// unevenness of the field on one stretch of the way does not pass.
enum FieldCrossValidation {
  /// The parts of a recording.
  static let partCount = 4
  /// The fewest turns that are enough.
  static let leastTurnCount = 80

  /// By which share the typical miss falls, in the part where it falls least; nil where the turns are too few to tell.
  static func gain(_ turns: [FieldTurn], shape: EllipsoidShape) -> Double? {
    guard turns.count >= leastTurnCount else { return nil }
    var least = Double.infinity
    for part in 0..<partCount {
      let range = part * turns.count / partCount..<(part + 1) * turns.count / partCount
      let others = turns.leavingOut(range)
      let fields = others.map(\.before.field)
      guard let fit = try? EllipsoidFit(fields, shape: shape) else { return -.infinity }
      let strength = fields.map(\.length).median ?? fit.radius
      let raw = Misfit(model: .identity, strength: strength, learning: others)
      let calibrated = Misfit(
        model: SensorModel(softIron: fit.matrix, hardIron: fit.offset), strength: fit.radius, learning: others)
      least = min(least, 1 - calibrated.typical(turns[range]) / max(raw.typical(turns[range]), 1e-12))
    }
    return least
  }

  /// By how much readings miss their turns, as shares of the field, once the delay of the magnetometer is taken out.
  private struct Misfit {
    let model: SensorModel<Double>
    let strength: Double
    private var delay = 0.0

    /// A miss beyond this share counts as this: a magnet passed by.
    private static let largest = 0.3
    /// Misses beyond this share hardly count in the delay.
    private static let width = 0.05

    init(model: SensorModel<Double>, strength: Double, learning turns: [FieldTurn]) {
      self.model = model
      self.strength = strength
      for _ in 0..<3 {
        var (moment, weight) = (0.0, 1e-6)
        for turn in turns {
          let (miss, late) = parts(turn)
          let share = 1 / (1 + (miss - late * delay).squaredLength / Self.width.squared)
          moment += share * miss.dot(late)
          weight += share * late.squaredLength
        }
        delay = moment / weight
      }
    }

    func typical(_ turns: ArraySlice<FieldTurn>) -> Double {
      let squares = turns.reduce(0) { sum, turn in
        let (miss, late) = parts(turn)
        return sum + min((miss - late * delay).squaredLength, Self.largest.squared)
      }
      return (squares / Double(max(1, turns.count))).squareRoot()
    }

    /// The miss without delay, and what a second of delay adds: a late reading is b + delay · (rate × b).
    private func parts(_ turn: FieldTurn) -> (miss: Vector3<Double>, late: Vector3<Double>) {
      let (before, after) = (
        model.apply(to: turn.before.field) / strength, model.apply(to: turn.after.field) / strength
      )
      let (lateBefore, lateAfter) = (turn.before.angularRate.cross(before), turn.after.angularRate.cross(after))
      return (after - turn.afterFromBefore.rotate(before), lateAfter - turn.afterFromBefore.rotate(lateBefore))
    }
  }
}
