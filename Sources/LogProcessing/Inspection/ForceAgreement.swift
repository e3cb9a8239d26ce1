import Rotations

/// The small rotation and the delay between gyroscope and accelerometer, and the bias of the gyroscope over time, from gravity; in
/// constant memory.
///
/// In axes that do not turn gravity is constant, and an acceleration has little power at low frequencies. With the gravity s in the
/// axes of the body, a rotation by the small angle φ adds φ × s to the reading, a delay τ adds τ ω × s. Motion that is tied to the
/// rotation is estimated beside them: a sensor at the lever r adds ω̇ × r + ω × (ω × r), a carrier with the constant velocity v in
/// the body ω × v. All unknowns are linear and solved together in the same band of frequencies, and once more in a slower one.
public struct ForceAgreement: Sendable {
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
  private var regressions = Self.fast.map { _ in
    BlockRegression(unknowns: Self.unknowns, rowsPerBlock: Self.rowsPerBlock)
  }
  private var smoothRate: Vector3<Double>?
  private var sinceLast = 0.0
  private var time = 0.0

  /// An estimate before its first row.
  public init() {}

  /// Begins again with the next row, after rows that do not count.
  mutating func restart() {
    readings.restart()
    band.restart()
    smoothRate = nil
  }

  /// Adds a row: the rate in rad/s, the specific force in m/s², and the seconds since the row before.
  public mutating func add(angularRate: Vector3<Double>, specificForce: Vector3<Double>, interval: Double) {
    guard angularRate.isFiniteInLane, interval > 0, interval < 0.5, readings.silence < 0.5 else { return restart() }
    time += interval
    guard let step = readings.add(angularRate: angularRate, reading: specificForce, interval: interval) else { return }
    let gravity = band.turn(step.bodyFromBefore, reading: specificForce, interval: step.interval)
    let (rate, before) = (step.rate, smoothRate ?? step.rate)
    let acceleration = (rate - before) / (Self.derivative + step.interval)
    smoothRate = before + acceleration * step.interval
    let units: [Vector3<Double>] = [.unitX, .unitY, .unitZ]
    band.add(
      [specificForce] + units.map { $0.cross(gravity) } + [rate.cross(gravity)]
        + units.map { acceleration.cross($0) + rate.cross(rate.cross($0)) } + units.map { rate.cross($0) },
      interval: step.interval)
    sinceLast += step.interval
    guard sinceLast >= Self.spacing else { return }
    sinceLast = 0
    for index in regressions.indices {
      let output = band.outputs[index]
      let ofDrift = output.suffix(3).map { $0 * time }
      regressions[index].add(effects: (output + ofDrift)[1...], change: output[0])
    }
  }

  /// What gravity shows in one band of frequencies.
  public struct Estimate: Sendable {
    /// The angle φ in rad, which turns vectors of the gyroscope's axes into those of the accelerometer.
    public var angle: Vector3<Double>
    /// The largest standard deviation of a component, rad.
    public var angleDeviation: Double
    /// The delay of the accelerometer, s, positive if it reads after the gyroscope.
    public var delay: Double
    /// Its standard deviation, s.
    public var delayDeviation: Double
    /// The mean bias of the gyroscope, rad/s.
    public var bias: Vector3<Double>
    /// The largest standard deviation of a component of the bias, rad/s.
    public var biasDeviation: Double
    /// The change of the bias from the start to the end, rad/s.
    public var drift: Vector3<Double>
    /// The largest standard deviation of a component, rad/s.
    public var driftDeviation: Double
  }

  /// The estimates from the fast band and from the slow one; nil for less than 20 s.
  public var estimates: (fast: Estimate, slow: Estimate)? {
    let found = regressions.compactMap { $0.solution.map(estimate) }
    return found.count == 2 ? (found[0], found[1]) : nil
  }

  private func estimate(_ solution: BlockRegression.Solution) -> Estimate {
    let (values, deviations) = (solution.values, solution.standardDeviations)
    let drift = Vector3(of: values[13..<16]) * time
    return Estimate(
      angle: Vector3(of: values[0..<3]), angleDeviation: deviations[0..<3].max() ?? .infinity,
      delay: values[3], delayDeviation: deviations[3],
      bias: Vector3(of: values[10..<13]) + drift / 2,
      biasDeviation: deviations[10..<13].max() ?? .infinity, drift: drift,
      driftDeviation: (deviations[13..<16].max() ?? .infinity) * time)
  }
}

extension Vector3<Double> {
  /// Three successive numbers.
  init(of values: ArraySlice<Double>) {
    self.init(x: values[values.startIndex], y: values[values.startIndex + 1], z: values[values.startIndex + 2])
  }
}
