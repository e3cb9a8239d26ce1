import MotionSamples
import Rotations

/// The vote of two to four IMUs on one body: their simultaneous samples become one.
///
/// Gyroscopes and accelerometers vote separately. Each is weighted by the inverse of its noise variance and enters
/// without its slow offset from the consensus, so that a sensor that leaves or returns makes no step. A sensor that is silent,
/// stuck, noisy or in disagreement is left out until it has been good for 2 s (article Voting). All sensors have the same body axes.
///
/// Two sensors in disagreement show which one is wrong only if it stepped. Which one of two drifts shows only if a filter that
/// knows the bias of the consensus reports it (`learn`, as a `VotingFilter` does): until then half of the drift remains.
@frozen
public struct InertialVote<Scalar: LaneElement>: Sendable {
  /// The largest number of IMUs.
  @export(implementation) public static var capacity: Int { 4 }
  /// The readings of the IMUs at one time; those beyond `count` are ignored.
  public typealias Samples = InlineArray<4, MotionSample<Scalar>>

  /// The number of IMUs.
  public let count: Int
  @usableFromInline var gyroscopes: TriadVote<Scalar>
  @usableFromInline var accelerometers: TriadVote<Scalar>

  /// The vote of `count` IMUs, 1 to 4, before the first sample.
  @export(implementation)
  public init(count: Int) {
    precondition(count >= 1 && count <= Self.capacity, "invalid number of sensors")
    self.count = count
    gyroscopes = TriadVote(count: count, limits: .gyroscope)
    accelerometers = TriadVote(count: count, limits: .accelerometer)
  }

  /// Takes simultaneous samples and returns their consensus.
  ///
  /// The interval is that of the first sample. The magnetic field is that of the first IMU with a reading: magnetometers have
  /// hard iron of their own, so that a mean of some of them would have steps.
  ///
  /// - Parameter samples: The readings in body axes; absent ones are vectors of NaN.
  @export(implementation)
  @discardableResult
  public mutating func update(_ samples: Samples) -> MotionSample<Scalar> {
    var rates = InlineArray<4, Vector3<Scalar>>(repeating: .absent)
    var forces = rates
    var result = MotionSample<Scalar>(interval: samples[0].interval, angularRate: .absent)
    for index in 0..<count {
      rates[index] = samples[index].angularRate
      forces[index] = samples[index].specificForce
      if result.magneticField.isAbsent { result.magneticField = samples[index].magneticField }
    }
    result.angularRate = gyroscopes.update(rates, interval: result.interval, allowance: 0.0)
    result.specificForce = accelerometers.update(forces, interval: result.interval, allowance: leverArmAllowance)
    return result
  }

  /// Takes what a filter knows of the gyroscope bias of the consensus, rad/s in the axes of the samples, with its standard
  /// deviations. It decides which one of two gyroscopes drifts.
  @export(implementation)
  public mutating func learn(gyroscopeBias: Vector3<Scalar>, standardDeviation: Vector3<Scalar>) {
    gyroscopes.learn(bias: gyroscopeBias, deviation: standardDeviation)
  }

  /// The difference between accelerometers on one board by their places: ω² and the angular acceleration times 5 cm, m/s².
  @export(implementation)
  var leverArmAllowance: Scalar {
    let square = gyroscopes.consensus.squaredLength
    return square == square ? 0.05 * (square + gyroscopes.slew) : 0.0
  }

  /// The health of an IMU, from 0.
  @export(implementation)
  public func health(of index: Int) -> SensorHealth<Scalar> {
    let gyroscope = gyroscopes.health(of: index)
    return SensorHealth(
      gyroscope: gyroscope, accelerometer: accelerometers.health(of: index), gyroscopeBias: gyroscope.offset)
  }
}

extension TriadVote {
  @export(implementation)
  func health(of index: Int) -> TriadHealth<Scalar> {
    let sensor = sensors[index]
    return TriadHealth(
      state: sensor.state, fault: sensor.fault, offset: sensor.offset, residual: sensor.residual.length,
      disagreement: (sensor.offset + sensor.residual).length,
      noise: Scalar.maximum(sensor.noiseVariance, 0.0).squareRoot(), weight: sensor.weight)
  }
}
