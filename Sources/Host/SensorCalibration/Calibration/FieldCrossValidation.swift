import MotionSamples
import NumericalMethods
import Rotations

/// Cross-validation of a magnetometer's calibration against the gyroscope's rotations.
///
/// The field is constant in the world, so the gyroscope predicts how a calibrated reading rotates. The turns are divided into
/// successive parts; each part is predicted with a calibration from the others. This rejects corrections that only fit an
/// uneven field in one part of the recording.
enum FieldCrossValidation {
  /// The parts of a recording.
  static let partCount = 4
  /// The fewest turns.
  static let leastTurnCount = 80

  /// The reduction of the typical error in the part where it is least, as a share; nil for too few turns.
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

  /// Errors of predicted readings, as shares of the field, after compensation of the magnetometer's delay.
  private struct Misfit {
    let model: SensorModel<Double>
    let strength: Double
    private var delay = 0.0

    /// Errors are clipped at this share.
    private static let largest = 0.3
    /// The width of the robust weight in the delay.
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

    /// The error without delay, and its derivative by the delay: a delayed reading is b + delay · (rate × b).
    private func parts(_ turn: FieldTurn) -> (miss: Vector3<Double>, late: Vector3<Double>) {
      let (before, after) = (
        model.apply(to: turn.before.field) / strength, model.apply(to: turn.after.field) / strength
      )
      let (lateBefore, lateAfter) = (turn.before.angularRate.cross(before), turn.after.angularRate.cross(after))
      return (after - turn.afterFromBefore.rotate(before), lateAfter - turn.afterFromBefore.rotate(lateBefore))
    }
  }
}
