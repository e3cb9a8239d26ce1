import LogTables
import Rotations

/// The small rotation and the delay between gyroscope and accelerometer, and the bias of the gyroscope over time, from gravity; in
/// constant memory.
///
/// In axes that do not turn gravity is constant, and an acceleration has little power at low frequencies. With the gravity s in the
/// axes of the body, a rotation by the small angle φ adds φ × s to the reading, a delay τ adds τ ω × s. Motion that is tied to the
/// rotation is estimated beside them: a sensor at the lever r adds ω̇ × r + ω × (ω × r), a carrier with the constant velocity v in
/// the body ω × v. All unknowns are linear and solved together in the same band of frequencies, and once more in a slower one.
package struct ForceAgreement: Sendable {
  private static let width = 11
  private static let unknowns = 16
  private static let slow = 3.0
  private static let fast = [0.3, 1.0]
  /// The time constant of the rate's derivative, s.
  private static let derivative = 0.02
  /// The seconds between rows of the regressions, and the rows of a stretch of 2 s.
  private static let spacing = 0.1
  private static let rowsPerBlock = 20

  private var readings = TurningReading()
  private var band = InertialBand(slow: Self.slow, fast: Self.fast, width: Self.width)
  private var regressions = [BlockRegression](
    repeating: BlockRegression(unknowns: Self.unknowns, rowsPerBlock: Self.rowsPerBlock), count: Self.fast.count)
  /// The reading, and the effects of angle, delay, lever and velocity.
  private var vectors = [Vector3<Double>](repeating: .zero, count: Self.width)
  private var smoothRate: Vector3<Double>?
  private var sinceLast = 0.0
  private var time = 0.0

  /// An estimate before its first row.
  package init() {}

  /// Begins again with the next row, after rows that do not count.
  mutating func restart() {
    readings.restart()
    band.restart()
    smoothRate = nil
  }

  /// Adds a row: the rate in rad/s, the specific force in m/s², and the seconds since the row before.
  package mutating func add(angularRate: Vector3<Double>, specificForce: Vector3<Double>, interval: Double) {
    guard angularRate.isFiniteInLane, interval > 0, interval < 0.5, readings.silence < 0.5 else { return restart() }
    time += interval
    guard let step = readings.add(angularRate: angularRate, reading: specificForce, interval: interval) else { return }
    let gravity = band.turn(step.bodyFromBefore, reading: specificForce, interval: step.interval)
    let (rate, before) = (step.rate, smoothRate ?? step.rate)
    let acceleration = (rate - before) / (Self.derivative + step.interval)
    smoothRate = before + acceleration * step.interval
    vectors[0] = specificForce
    vectors[4] = rate.cross(gravity)
    for axis in 0..<3 {
      var unit = Vector3<Double>.zero
      unit[axis] = 1
      vectors[1 + axis] = unit.cross(gravity)
      vectors[5 + axis] = acceleration.cross(unit) + rate.cross(rate.cross(unit))
      vectors[8 + axis] = rate.cross(unit)
    }
    band.add(vectors, interval: step.interval)
    sinceLast += step.interval
    guard sinceLast >= Self.spacing else { return }
    sinceLast = 0
    for index in regressions.indices {
      var row = band.output(index)
      for axis in 0..<3 { row.append(row[Self.width + axis] * time) }
      regressions[index].add(row)
    }
  }

  /// What gravity shows in one band of frequencies.
  package struct Estimate: Sendable {
    /// The angle φ in rad, which turns vectors of the gyroscope's axes into those of the accelerometer.
    package var angle: Vector3<Double>
    /// The largest standard deviation of a component, rad.
    package var angleDeviation: Double
    /// The delay of the accelerometer, s, positive if it reads after the gyroscope.
    package var delay: Double
    /// Its standard deviation, s.
    package var delayDeviation: Double
    /// The mean bias of the gyroscope, rad/s.
    package var bias: Vector3<Double>
    /// The largest standard deviation of a component of the bias, rad/s.
    package var biasDeviation: Double
    /// The change of the bias from the start to the end, rad/s.
    package var drift: Vector3<Double>
    /// The largest standard deviation of a component, rad/s.
    package var driftDeviation: Double
  }

  /// The estimates from the fast band and from the slow one; nil for less than 20 s.
  package var estimates: (fast: Estimate, slow: Estimate)? {
    guard let fast = regressions[0].solution, let slow = regressions[1].solution else { return nil }
    return (estimate(fast), estimate(slow))
  }

  private func estimate(_ solution: BlockRegression.Solution) -> Estimate {
    let (angle, bias, slope) = (solution.vector(from: 0), solution.vector(from: 10), solution.vector(from: 13))
    let drift = slope.value * time
    return Estimate(
      angle: angle.value, angleDeviation: angle.deviation,
      delay: solution.values[3], delayDeviation: solution.standardDeviations[3],
      bias: bias.value + drift / 2, biasDeviation: bias.deviation,
      drift: drift, driftDeviation: slope.deviation * time)
  }
}
