import MotionSamples
import Rotations

/// The spectral density of the velocity at every knot, from the velocities around it (38).
///
/// A carrier that moves on for seconds contradicts a velocity of zero; with a small density it would tilt the estimate and
/// leak into the gyroscope's bias. The vertical velocity stays small whatever carries the sensor: it tells an acceleration,
/// which makes the specific force longer, from a wrong tilt, which does not.
struct LocalVelocityDensity {
  let parameters: AttitudeSmootherParameters
  /// The number of knots on each side that count.
  let reach: Int
  /// Whether the gyroscope is saturated near each knot, so that a velocity may be that of a wrong tilt.
  private let areDoubtful: [Bool]

  /// The densities of a knot, (m/s)² s.
  struct Density: Equatable {
    var horizontal: Double
    var vertical: Double

    init(_ horizontal: Double, vertical: Double) { (self.horizontal, self.vertical) = (horizontal, vertical) }
  }

  /// The time around a saturated gyroscope in which no carrier travels, s (38).
  private static let reachOfSaturation = 20.0

  /// Densities of knots `knotInterval` seconds apart; `saturated` are the intervals with a saturated gyroscope.
  init(_ parameters: AttitudeSmootherParameters, knotInterval: Double, saturated: [Bool] = []) {
    self.parameters = parameters
    reach = max(1, Int(saturating: (parameters.velocityWindow / knotInterval).rounded()))
    let around = Int(saturating: (Self.reachOfSaturation / knotInterval).rounded())
    var areDoubtful = [Bool](repeating: false, count: saturated.contains(true) ? saturated.count + 1 : 0)
    if !areDoubtful.isEmpty {
      for interval in saturated.indices where saturated[interval] {
        for knot in max(0, interval - around)..<min(areDoubtful.count, interval + around + 2) {
          areDoubtful[knot] = true
        }
      }
    }
    self.areDoubtful = areDoubtful
  }

  /// The densities. `velocities` are those that the lever arm does not explain, in the level frame, m/s.
  func densities(_ velocities: some Sequence<Vector3<Double>>) -> [Density] {
    var sums = [(horizontal: 0.0, vertical: 0.0)]
    for velocity in velocities {
      let last = sums[sums.count - 1]
      sums.append(
        (
          last.horizontal + 0.5 * (velocity.x * velocity.x + velocity.y * velocity.y),
          last.vertical + velocity.z * velocity.z
        ))
    }
    let count = sums.count - 1
    let (least, largest) = (parameters.leastVelocityDensity, parameters.largestVelocityDensity)
    let staying = min(parameters.stayingVelocityDensity, largest)
    return (0..<count).map { knot in
      let (start, end) = (max(0, knot - reach), min(count, knot + reach + 1))
      let scale = parameters.velocityTime / Double(end - start)
      let isDoubtful = !areDoubtful.isEmpty && areDoubtful[knot]
      return Density(
        min(max(scale * (sums[end].horizontal - sums[start].horizontal), least), isDoubtful ? staying : largest),
        vertical: min(max(scale * (sums[end].vertical - sums[start].vertical), least), staying))
    }
  }
}
