import LogTables
import Rotations

/// The model of gyroscope and accelerometer over a log: rotation and delay between them, their gains, and the bias of the gyroscope over
/// time, from gravity; in constant memory.
///
/// In axes that do not turn gravity is constant, and an acceleration has little power at low frequencies. With the gravity s in the
/// axes of the body, a rotation by the small angle φ adds φ × s to the reading, a delay τ adds τ ω × s, unequal gains of the axes add
/// S s with a symmetric matrix S without trace. Motion that is tied to the rotation is estimated beside them: a sensor at the lever r
/// adds ω̇ × r + ω × (ω × r), a carrier with the constant velocity v in the body ω × v. An error of the rate, b + G ω, turns the axes.
/// All unknowns are linear and solved together in the same band of frequencies, and once more in a slower one; gains and a step of the
/// bias only if they explain what the others leave.
package struct ForceAgreement: Sendable {
  private static let width = 16
  private static let unknowns = width - 1 + RateErrors.count + 3
  /// The places of the unknowns.
  private static let angle = 0..<3
  private static let delay = 3..<4
  private static let shape = 10..<15
  private static let bias = 15..<18
  private static let gain = 18..<24
  private static let slope = 24..<27
  private static let usual = Array(0..<10) + Array(bias)
  private static let withDrift = usual + Array(slope)
  private static let slow = 3.0
  private static let fast = [0.3, 1.0]
  /// The time constant of the rate's derivative, s.
  private static let derivative = 0.02
  /// The seconds between rows of the regressions, and the rows of a stretch of 2 s.
  private static let spacing = 0.1
  private static let rowsPerBlock = 20

  private var readings = TurningReading()
  private var band = InertialBand(slow: Self.slow, fast: Self.fast, width: Self.width, errors: RateErrors.count)
  private var regressions = [BlockRegression](
    repeating: BlockRegression(unknowns: Self.unknowns, rowsPerBlock: Self.rowsPerBlock), count: Self.fast.count)
  /// The reading, and the effects of angle, delay, lever, velocity and shape.
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
    let gravity = band.turn(step.bodyFromBefore, reading: step.reading, interval: step.interval)
    let (rate, before) = (step.rate, smoothRate ?? step.rate)
    let acceleration = (rate - before) / (Self.derivative + step.interval)
    smoothRate = before + acceleration * step.interval
    vectors[0] = step.reading
    vectors[4] = rate.cross(gravity)
    for axis in 0..<3 {
      var unit = Vector3<Double>.zero
      unit[axis] = 1
      vectors[1 + axis] = unit.cross(gravity)
      vectors[5 + axis] = acceleration.cross(unit) + rate.cross(rate.cross(unit))
      vectors[8 + axis] = rate.cross(unit)
    }
    for (place, effect) in SymmetricEffects.ofTraceless(step.reading).enumerated() { vectors[11 + place] = effect }
    band.add(vectors, errors: RateErrors.effects(on: rate), interval: step.interval)
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
    /// The parts of the squared residuals that only angle, delay and drift explain, 0 to 1.
    package var explained: (angle: Double, delay: Double, drift: Double)
  }

  /// The estimates from the fast band and from the slow one; nil for less than 20 s.
  package var estimates: (fast: Estimate, slow: Estimate)? {
    guard let fast = estimate(regressions[0]), let slow = estimate(regressions[1]) else { return nil }
    return (fast, slow)
  }

  private func estimate(_ regression: BlockRegression) -> Estimate? {
    guard let solution = regression.solution(Self.withDrift) else { return nil }
    func explained(_ places: Range<Int>) -> Double {
      1 - 1 / max(1, regression.remainder(Self.withDrift.filter { !places.contains($0) }, of: solution))
    }
    let (angle, bias, slope) = (solution.vector(from: 0), solution.vector(from: 10), solution.vector(from: 13))
    let drift = slope.value * time
    return Estimate(
      angle: angle.value, angleDeviation: angle.deviation,
      delay: solution.values[3], delayDeviation: solution.standardDeviations[3],
      bias: bias.value + drift / 2, biasDeviation: bias.deviation,
      drift: drift, driftDeviation: slope.deviation * time,
      explained: (explained(Self.angle), explained(Self.delay), explained(Self.slope)))
  }

  /// The gain of the gyroscope that gravity shows in both bands; nil for less than 20 s.
  package var gyroscopeGain: (fast: GainEstimate, slow: GainEstimate)? {
    gains(Self.gain) { SymmetricEffects.matrix($0) }
  }

  /// The gain of the accelerometer, whose mean is not determined: the sum of its diagonal is that of the identity.
  package var accelerometerGain: (fast: GainEstimate, slow: GainEstimate)? {
    gains(Self.shape) { SymmetricEffects.tracelessMatrix($0) }
  }

  private func gains(
    _ places: Range<Int>, _ matrix: ([Double]) -> Matrix3<Double>
  ) -> (fast: GainEstimate, slow: GainEstimate)? {
    let found = regressions.compactMap { regression in
      regression.gain(places, beside: Self.usual, matrix)
    }
    return found.count == 2 ? (found[0], found[1]) : nil
  }

  /// The step of the bias that gravity shows in the slow band; nil for less than 20 s.
  package var biasStep: BiasStep? { BiasStep(regressions[1], Self.usual, bias: Self.bias, drift: Self.slope) }
}

extension BlockRegression {
  /// The gain at some places beside the usual unknowns, by a matrix of its entries.
  func gain(
    _ places: Range<Int>, beside usual: [Int], _ matrix: ([Double]) -> Matrix3<Double>
  ) -> GainEstimate? {
    guard let base = solution(usual), let found = solution(usual + Array(places)) else { return nil }
    let (values, deviations) = (found.values.suffix(places.count), Array(found.standardDeviations.suffix(places.count)))
    // Without trace, the third entry of the diagonal is given by the others.
    let third = places.count == 6 ? deviations[2] : max(deviations[0], deviations[1])
    return GainEstimate(
      matrix: matrix(Array(values)), deviation: Vector3(x: deviations[0], y: deviations[1], z: third),
      remainder: remainder(usual + Array(places), of: base))
  }
}
