import MotionSamples
import Rotations

/// The spectral density of the velocity at every knot, from the velocities around it (38).
///
/// A carrier that moves on for seconds contradicts a velocity of zero; with a small density it would tilt the estimate and
/// leak into the gyroscope's bias.
struct LocalVelocityDensity {
  let parameters: AttitudeSmootherParameters
  /// The number of knots on each side that count.
  let reach: Int

  init(_ parameters: AttitudeSmootherParameters, knotInterval: Double) {
    self.parameters = parameters
    reach = max(1, Int(saturating: (parameters.velocityWindow / knotInterval).rounded()))
  }

  /// The densities, (m/s)² s. `velocities` are those that the lever arm does not explain, in the level frame, m/s.
  func densities(_ velocities: some Sequence<Vector3<Double>>) -> [Double] {
    var sums = [0.0]
    for velocity in velocities {
      sums.append((sums.last ?? 0) + 0.5 * (velocity.x * velocity.x + velocity.y * velocity.y))
    }
    let count = sums.count - 1
    return (0..<count).map { knot in
      let (start, end) = (max(0, knot - reach), min(count, knot + reach + 1))
      let density = parameters.velocityTime * (sums[end] - sums[start]) / Double(end - start)
      return min(max(density, parameters.leastVelocityDensity), parameters.largestVelocityDensity)
    }
  }
}
