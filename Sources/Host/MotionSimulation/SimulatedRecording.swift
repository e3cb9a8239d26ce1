// MotionSimulation: motions in closed form, sensors with known errors, recordings with exact truth.
// It imitates no particular device and reads no data.

import MotionSamples
import Rotations

/// A simulated recording, generated row by row in constant memory.
///
/// Row k is sampled at k / `rate` seconds. The same arguments give the same rows.
public struct SimulatedRecording: Sequence, IteratorProtocol, Sendable {
  /// The motion.
  public let trajectory: any Trajectory
  /// Gravity and magnetic field.
  public let environment: SimulatedEnvironment
  /// The errors of the sensors.
  public let errors: SensorErrorModel
  /// Receivers of velocity and speed.
  public let aiding: SimulatedAiding
  /// Rows per second, Hz.
  public let rate: Double
  /// Rows sampled, with lost ones: duration times rate.
  public let rowCount: Int

  private var row = 0
  private var lastTimestamp: Int64?
  private var gyroscope: SimulatedSensor
  private var accelerometer: SimulatedSensor
  private var magnetometer: SimulatedSensor
  private var receiver: SimulatedSensor
  private var odometer: SimulatedSensor
  private var clock: RandomSource

  /// A recording before its first row.
  ///
  /// - Parameters:
  ///   - trajectory: The motion.
  ///   - environment: Gravity and magnetic field.
  ///   - errors: The errors of the sensors.
  ///   - aiding: Receivers of velocity and speed.
  ///   - rate: Rows per second, Hz, above zero.
  ///   - duration: Seconds, zero or more.
  ///   - seed: The seed of the errors.
  public init(
    trajectory: any Trajectory, environment: SimulatedEnvironment = SimulatedEnvironment(),
    errors: SensorErrorModel = .none, aiding: SimulatedAiding = SimulatedAiding(), rate: Double, duration: Double,
    seed: UInt64 = 1
  ) {
    precondition(rate > 0 && rate.isFinite, "invalid rate")
    precondition(duration >= 0 && duration * rate < 1e15, "invalid duration")
    self.trajectory = trajectory
    self.environment = environment
    self.errors = errors
    self.aiding = aiding
    self.rate = rate
    rowCount = Int(saturating: (duration * rate).rounded())
    gyroscope = SimulatedSensor(model: errors.gyroscope, rowRate: rate, seed: seed, stream: 11)
    accelerometer = SimulatedSensor(model: errors.accelerometer, rowRate: rate, seed: seed, stream: 12)
    magnetometer = SimulatedSensor(model: errors.magnetometer, rowRate: rate, seed: seed, stream: 13)
    clock = RandomSource(seed: seed, stream: 14)
    receiver = SimulatedSensor(
      model: aiding.receiver?.errors ?? TriadErrorModel(), rowRate: rate, seed: seed, stream: 15)
    odometer = SimulatedSensor(
      model: aiding.odometer?.errors ?? TriadErrorModel(), rowRate: rate, seed: seed, stream: 16)
  }

  /// The next row; nil at the end.
  public mutating func next() -> SimulatedSample? {
    while row < rowCount {
      let time = Double(row) / rate
      row += 1
      // The sensors and the clock advance in a lost row too, so that losing one row changes no other.
      let sample = sample(at: time)
      let isLost = clock.nextUniform() < errors.rowDropoutProbability
      if isLost { continue }
      lastTimestamp = sample.timestamp
      return sample
    }
    return nil
  }

  private mutating func sample(at time: Double) -> SimulatedSample {
    let state = trajectory.state(at: time)
    // What has no delay is read at the time of the row.
    let stateAt = { [trajectory] (sensed: Double) in sensed == time ? state : trajectory.state(at: sensed) }
    let timestamp = nextTimestamp(at: time)
    let isMoving = trajectory.isMoving(at: time)
    let angularRate = gyroscope.reading(at: time, isMoving: isMoving) {
      [trajectory, errors, period = gyroscope.period] time in
      Self.angularRate(of: trajectory, sampling: errors.gyroscopeSampling, from: time - period, to: time)
    }
    let specificForce = accelerometer.reading(at: time, isMoving: isMoving) { [environment] time in
      environment.specificForce(at: stateAt(time))
    }
    let magneticField = magnetometer.reading(at: time, isMoving: isMoving) { [environment] time in
      environment.magneticField(at: stateAt(time), time: time)
    }
    var velocityOverGround = Vector3<Double>.absent
    if let model = aiding.receiver {
      velocityOverGround = receiver.reading(at: time, isMoving: isMoving) { time in
        model.velocity(at: stateAt(time))
      }
    }
    var velocityInBody = Vector3<Double>.absent
    if aiding.odometer != nil {
      velocityInBody = odometer.reading(at: time, isMoving: isMoving) { time in
        let state = stateAt(time)
        return state.enuFromBody.inverse.rotate(state.velocity)
      }
    }
    return SimulatedSample(
      timestamp: timestamp,
      interval: lastTimestamp.map { Double(timestamp - $0) * 1e-9 } ?? 0.0,
      angularRate: angularRate,
      specificForce: specificForce,
      magneticField: magneticField,
      velocityOverGround: velocityOverGround,
      forwardSpeed: velocityInBody.x,
      trueENUFromBody: state.enuFromBody,
      trueGyroscopeBias: gyroscope.bias,
      isMoving: isMoving)
  }

  private mutating func nextTimestamp(at time: Double) -> Int64 {
    let largest = 0.45 / rate
    let jitter = (clock.nextNormal() * errors.timestampJitter).clamped(-largest, largest)
    return Int64(saturating: ((time + jitter) * 1e9).rounded())
  }

  private static func angularRate(
    of trajectory: any Trajectory, sampling: GyroscopeSampling, from start: Double, to end: Double
  ) -> Vector3<Double> {
    switch sampling {
    case .averaged: trajectory.meanAngularRate(from: start, to: end)
    case .rotationIncrement: trajectory.equivalentAngularRate(from: start, to: end)
    case .instantaneous: trajectory.angularRate(at: end)
    }
  }
}

/// One row of a simulated recording: readings and truth.
public struct SimulatedSample: Sendable {
  /// The timestamp in nanoseconds since the start of the recording, with jitter.
  public var timestamp: Int64
  /// Seconds since the previous row, by the timestamps; 0 for the first row.
  public var interval: Double
  /// The reading of the gyroscope, rad/s; `absent` without one.
  public var angularRate: Vector3<Double>
  /// The reading of the accelerometer, m/s²; `absent` without one.
  public var specificForce: Vector3<Double>
  /// The reading of the magnetometer, µT; `absent` without one.
  public var magneticField: Vector3<Double>
  /// The velocity of the antenna in ENU, m/s; `absent` without one.
  public var velocityOverGround = Vector3<Double>.absent
  /// The speed along body x, m/s; not-a-number without one.
  public var forwardSpeed = Double.nan
  /// The true attitude: turns body coordinates into ENU.
  public var trueENUFromBody: Rotation<Double>
  /// The true gyroscope bias with its drift, rad/s.
  public var trueGyroscopeBias: Vector3<Double>
  /// Whether the body moves: the mask of an evaluation.
  public var isMoving: Bool

  /// The readings as input of a filter, in its number type.
  @inlinable
  public func motionSample<Scalar: LaneElement>(as type: Scalar.Type = Double.self) -> MotionSample<Scalar> {
    func converted(_ vector: Vector3<Double>) -> Vector3<Scalar> {
      Vector3(x: Scalar(vector.x), y: Scalar(vector.y), z: Scalar(vector.z))
    }
    return MotionSample(
      interval: Scalar(interval), angularRate: converted(angularRate), specificForce: converted(specificForce),
      magneticField: converted(magneticField))
  }
}

/// The state of one sensor: its errors, random numbers and the drift of its bias.
struct SimulatedSensor: Sendable {
  let model: TriadErrorModel
  /// Seconds between readings.
  let period: Double
  private var random: RandomSource
  private var drift: Vector3<Double>
  private var readingsDue = -1
  private var step = Vector3<Double>.zero

  init(model: TriadErrorModel, rowRate: Double, seed: UInt64, stream: UInt64) {
    self.model = model
    period = 1.0 / min(model.rate ?? rowRate, rowRate)
    random = RandomSource(seed: seed, stream: stream)
    drift = .zero
    if case .gaussMarkov(let standardDeviation, _) = model.biasInstability {
      drift = random.nextNormalVector() * standardDeviation
    }
  }

  /// The bias at the last reading, with its drift and step.
  var bias: Vector3<Double> { model.bias + drift + step }

  /// The reading at a time in seconds, `absent` if none is due or it was lost. Call with increasing times.
  ///
  /// - Parameters:
  ///   - time: The time of the row.
  ///   - isMoving: Whether the body moves, and so vibrates.
  ///   - truth: The true value at a time.
  mutating func reading(at time: Double, isMoving: Bool, truth: (_ time: Double) -> Vector3<Double>) -> Vector3<Double>
  {
    // A millionth of a period covers the rounding of `time`.
    let due = Int(saturating: (time / period + 1e-6).rounded(.down))
    guard due > readingsDue else { return .absent }
    if readingsDue >= 0 { advanceBias() }
    readingsDue = due
    if let change = model.biasStep, time >= change.time { step = change.size }
    let noise = random.nextNormalVector() * noise(isMoving: isMoving)
    let isLost = random.nextUniform() < model.dropoutProbability
    if isLost { return .absent }
    return model.digitized(model.response * truth(time - model.delay) + bias + noise)
  }

  /// The standard deviation of a reading, with vibration.
  private func noise(isMoving: Bool) -> Double {
    let noise = model.noiseDensity / period.squareRoot()
    guard isMoving, model.vibration > 0 else { return noise }
    return (noise * noise + model.vibration * model.vibration).squareRoot()
  }

  /// Advances the bias by one period, exactly for the process in continuous time.
  private mutating func advanceBias() {
    switch model.biasInstability {
    case .none: break
    case .gaussMarkov(let standardDeviation, let correlationTime):
      let memory = Double.exponential(-period / correlationTime)
      let renewal = ((1.0 - memory) * (1.0 + memory)).squareRoot()
      drift = drift * memory + random.nextNormalVector() * (standardDeviation * renewal)
    case .randomWalk(let density):
      drift += random.nextNormalVector() * (density * period.squareRoot())
    }
  }
}
