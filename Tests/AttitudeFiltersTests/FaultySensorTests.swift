import AttitudeFilters
import MotionSamples
import Rotations
import TestSupport
import Testing

/// Sensors that fail in ways that no noise model contains: at most one row in a hundred is off by more than three reported standard
/// deviations, of tilt as of heading. An unknown heading has a standard deviation of half a turn.
@Suite struct FaultySensorTests {
  @Test(arguments: FaultySensor.allCases) func defaultFilter(_ fault: FaultySensor) throws {
    try check(DefaultFilter<Double>(), fault)
  }

  @Test(arguments: FaultySensor.allCases) func kalman(_ fault: FaultySensor) throws {
    try check(MultiplicativeKalmanFilter<Double>(), fault)
  }

  @Test(arguments: FaultySensor.allCases) func kalmanInSinglePrecision(_ fault: FaultySensor) throws {
    try check(MultiplicativeKalmanFilter<Float>(), fault)
  }

  private func check<Filter: AttitudeFilter>(_ fresh: Filter, _ fault: FaultySensor) throws
  where Filter.Scalar: LaneElement {
    var (filter, stream) = (fresh, FaultyStream(fault))
    var (tilted, turned, count) = (0, 0, 0)
    for row in 0..<FaultyStream.rows {
      filter.updated(MotionSample<Filter.Scalar>(stream.next()))
      guard row >= max(fault.firstRow, 1000) else { continue }
      count += 1
      let tilt = Double(try #require(filter.tiltStandardDeviation))
      let heading = Double(try #require(filter.headingStandardDeviation))
      #expect(tilt < .pi, "an unknown tilt is no more than unknown")
      let q = filter.enuFromBody.quaternion
      let estimate = Rotation(unchecked: Quaternion(w: Double(q.w), x: Double(q.x), y: Double(q.y), z: Double(q.z)))
      if tiltError(estimate, stream.enuFromBody) > 3 * tilt { tilted += 1 }
      if abs(headingError(estimate, stream.enuFromBody)) > 3 * heading { turned += 1 }
    }
    #expect(tilted * 100 <= count, "tilt: \(tilted) of \(count)")
    #expect(turned * 100 <= count, "heading: \(turned) of \(count)")
  }

  /// Eight faults side by side give the bits of eight filters.
  @Test(arguments: [0, 8, FaultySensor.allCases.count - 8]) func lanesAreTheSame(first: Int) {
    let faults = FaultySensor.allCases[first..<first + 8]
    compare(MultiplicativeKalmanFilter<Double>(), MultiplicativeKalmanFilter<DoubleLanes>(), faults)
    compare(DefaultFilter<Double>(), DefaultFilter<DoubleLanes>(), faults)
  }

  private func compare<Filter: AttitudeFilter, Lanes: AttitudeFilter>(
    _ fresh: Filter, _ freshLanes: Lanes, _ faults: ArraySlice<FaultySensor>
  ) where Filter.Scalar == Double, Lanes.Scalar == DoubleLanes {
    var streams = faults.map { FaultyStream($0) }
    var single = [Filter](repeating: fresh, count: 8)
    var lanes = freshLanes
    for row in 0..<18_000 {
      var packed = MotionSample<DoubleLanes>(interval: 0.0, angularRate: .zero)
      for lane in 0..<8 {
        let sample = streams[lane].next()
        single[lane].updated(sample)
        packed.setLane(lane, sample)
      }
      lanes.updated(packed)
      guard row % 100 == 0 else { continue }
      let q = lanes.enuFromBody.quaternion
      for lane in 0..<8 {
        let mine = Quaternion(w: q.w[lane], x: q.x[lane], y: q.y[lane], z: q.z[lane])
        #expect(mine == single[lane].enuFromBody.quaternion, "row \(row), lane \(lane)")
        #expect(lanes.tiltStandardDeviation?[lane] == single[lane].tiltStandardDeviation)
        #expect(lanes.headingStandardDeviation?[lane] == single[lane].headingStandardDeviation)
      }
    }
  }
}

/// What a sensor does from `firstRow` on.
enum FaultySensor: CaseIterable {
  case none, noForce, forceInUnitsOfGravity, spikesOf50g, spikesOf10g, shaken, shakenLater
  case frozenAccelerometer, frozenAccelerometerLater, weightless
  case frozenMagnetometer, frozenMagnetometerLater
  case turnedMagnetometer, turnedBackwards, tippedMagnetometer, turnedInUse, turnedWhileLevel
  case frozenGyroscope, zeroGyroscope, clippedAt1000, clippedAt500, missingGyroscope, constantReadings
  case frozenClock, tinyIntervals

  var firstRow: Int {
    switch self {
    case .shakenLater, .frozenAccelerometerLater, .weightless, .frozenMagnetometerLater, .frozenGyroscope,
      .turnedMagnetometer, .turnedBackwards, .tippedMagnetometer, .turnedInUse, .turnedWhileLevel, .missingGyroscope:
      10_000
    default: 0
    }
  }

  /// The end of the gyroscope's range, rad/s.
  var clippedRate: Double? {
    switch self {
    case .clippedAt1000: 17.45
    case .clippedAt500: 8.73
    default: nil
    }
  }

  func spoil(
    _ sample: inout MotionSample<Double>, _ row: Int, _ held: MotionSample<Double>, _ motion: inout TiltingMotion
  ) {
    switch self {
    case .none: break
    case .noForce: sample.specificForce = .absent
    case .forceInUnitsOfGravity: sample.specificForce = sample.specificForce * (1 / 9.80665)
    case .spikesOf50g: motion.addSpike(of: 490, to: &sample)
    case .spikesOf10g: motion.addSpike(of: 100, to: &sample)
    case .shaken, .shakenLater:
      sample.specificForce.x += 490 * Double.sineAndCosine(2 * .pi * 40.3 * 0.01 * Double(row) + 1).sine
    case .frozenAccelerometer, .frozenAccelerometerLater: sample.specificForce = held.specificForce
    case .weightless: sample.specificForce = motion.noise(0.02)
    case .frozenMagnetometer, .frozenMagnetometerLater: sample.magneticField = held.magneticField
    case .turnedMagnetometer, .turnedWhileLevel:
      let field = sample.magneticField
      sample.magneticField = row < 16_000 ? .absent : Vector3(x: field.y, y: -field.x, z: field.z)
    case .turnedBackwards:
      let field = sample.magneticField
      sample.magneticField = row < 16_000 ? .absent : Vector3(x: -field.x, y: -field.y, z: field.z)
    case .tippedMagnetometer:
      let field = sample.magneticField
      sample.magneticField = row < 16_000 ? .absent : Vector3(x: field.x, y: -field.z, z: field.y)
    case .turnedInUse:
      let field = sample.magneticField
      sample.magneticField = Vector3(x: field.y, y: -field.x, z: field.z)
    case .frozenGyroscope: sample.angularRate = held.angularRate
    case .zeroGyroscope: sample.angularRate = .zero
    case .missingGyroscope: sample.angularRate = .absent
    case .frozenClock: sample.interval = 0
    case .tinyIntervals: sample.interval *= 1e-7
    case .clippedAt1000, .clippedAt500: sample.angularRate = sample.angularRate.limited(to: clippedRate ?? 0)
    case .constantReadings:
      sample = held
      sample.angularRate = .zero
      motion.standStill()
    }
  }
}

extension Vector3<Double> {
  fileprivate func limited(to largest: Double) -> Self {
    Self(
      x: Swift.min(Swift.max(x, -largest), largest), y: Swift.min(Swift.max(y, -largest), largest),
      z: Swift.min(Swift.max(z, -largest), largest))
  }
}

/// The samples of a body with a faulty sensor.
struct FaultyStream {
  static let rows = 30_000
  static var bias: Vector3<Double> { TiltingMotion.bias }
  let fault: FaultySensor
  private var motion: TiltingMotion
  private var row = 0
  private var held = MotionSample<Double>(interval: 0, angularRate: .zero)

  init(_ fault: FaultySensor) {
    self.fault = fault
    motion = TiltingMotion(isFast: fault.clippedRate != nil, isLevel: fault == .turnedWhileLevel)
  }

  /// The true attitude at the last sample.
  var enuFromBody: Rotation<Double> { motion.enuFromBody }

  mutating func next() -> MotionSample<Double> {
    var sample = motion.next(row)
    if row == fault.firstRow { held = sample }
    if row >= fault.firstRow { fault.spoil(&sample, row, held, &motion) }
    row += 1
    return sample
  }
}

/// A body that tilts by up to 35 degrees and turns, in closed form, with the errors of small sensors. ENU.
struct TiltingMotion {
  /// Whether it swings about up with up to 35 rad/s (2000 degrees/s).
  let isFast: Bool
  /// Whether it turns about up only.
  let isLevel: Bool
  /// The bias of the gyroscope, rad/s.
  static let bias = Vector3(x: 0.01, y: -0.008, z: 0.005)
  private(set) var enuFromBody: Rotation<Double> = .identity
  private var random = SyntheticMotion(seed: 7)
  private var spikes = SplitMix64(seed: 3)
  private var isStanding = false

  init(isFast: Bool, isLevel: Bool) {
    self.isFast = isFast
    self.isLevel = isLevel
  }

  mutating func noise(_ deviation: Double) -> Vector3<Double> { random.noise(deviation) }

  /// From the next sample on the body stands as it does.
  mutating func standStill() { isStanding = true }

  /// A spike in three rows of a hundred.
  mutating func addSpike(of deviation: Double, to sample: inout MotionSample<Double>) {
    if Double.random(in: 0..<1, using: &spikes) < 0.03 { sample.specificForce += noise(deviation) }
  }

  mutating func next(_ row: Int) -> MotionSample<Double> {
    let time = 0.01 * Double(row)
    if !isStanding { enuFromBody = attitude(at: time) }
    let toBody = enuFromBody.inverse
    // The mean rate of the interval turns the attitude exactly from row to row.
    let turn = (attitude(at: time - 0.01).inverse * attitude(at: time)).rotationVector
    return MotionSample(
      interval: 0.01, angularRate: turn * 100 + Self.bias + noise(0.002),
      specificForce: toBody.rotate(Vector3(x: 0, y: 0, z: 9.80665)) + noise(0.02),
      magneticField: toBody.rotate(Vector3(x: 0, y: 20, z: -45)) + noise(0.3))
  }

  private func attitude(at time: Double) -> Rotation<Double> {
    func sine(_ frequency: Double, _ phase: Double = 0) -> Double {
      Double.sineAndCosine(2 * .pi * frequency * time + phase).sine
    }
    let yaw = isFast ? 14 * sine(0.4) : 0.05 * time + sine(0.05)
    if isLevel { return Rotation(aboutZ: yaw) }
    return Rotation(aboutZ: yaw) * Rotation(rotationVector: Vector3(x: 0, y: 0.5 * sine(0.07, 1), z: 0))
      * Rotation(rotationVector: Vector3(x: 0.6 * sine(0.11), y: 0, z: 0))
  }
}
