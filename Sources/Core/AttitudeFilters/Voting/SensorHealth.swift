import MotionSamples
import Rotations

/// The use of one of several redundant sensors.
@frozen
public enum SensorState: UInt8, Sendable {
  /// The sensor is part of the consensus.
  case healthy
  /// The last readings deviate; the sensor is left out where the others show which one is wrong.
  case suspect
  /// The sensor is left out until it has been good for 2 s.
  case failed

  /// The state in one word.
  public var text: StaticString {
    switch self {
    case .healthy: "healthy"
    case .suspect: "suspect"
    case .failed: "failed"
    }
  }
}

/// The reason why a redundant sensor is suspect or failed.
@frozen
public enum SensorFault: UInt8, Sendable {
  /// No fault.
  case none
  /// No reading for 0.1 s, or for five of its usual intervals.
  case silent
  /// An axis repeats exactly while the same axis of the others moves.
  case stuck
  /// The noise variance is at least 9 times the least of the others.
  case noisy
  /// The readings differ from those of the others by more than noise, scale and mounting explain.
  case disagreeing
  /// The bias moves away from what it was over the last minutes; the sensor keeps 1 % of its share.
  case drifting

  /// The fault in one word; empty for none.
  public var text: StaticString {
    switch self {
    case .none: ""
    case .silent: "silent"
    case .stuck: "stuck"
    case .noisy: "noisy"
    case .disagreeing: "disagreeing"
    case .drifting: "drifting"
    }
  }
}

/// The health of one three-axis sensor among several, in its unit U: rad/s or m/s².
@frozen
public struct TriadHealth<Scalar: LaneElement>: Sendable {
  /// Whether the sensor is used.
  public var state: SensorState
  /// Why not; the last reason while the sensor recovers.
  public var fault: SensorFault
  /// The slow offset of the readings from the consensus, U.
  public var offset: Vector3<Scalar>
  /// The length of the deviation from the other sensors, without the offset, over the last 0.5 s, U.
  public var residual: Scalar
  /// The length of the deviation from the other sensors with the offset, U.
  public var disagreement: Scalar
  /// The standard deviation of the white noise of a reading, per axis, U.
  public var noise: Scalar
  /// The share of the sensor in the consensus, 0 to 1.
  public var weight: Scalar

  @export(implementation)
  init(
    state: SensorState, fault: SensorFault, offset: Vector3<Scalar>, residual: Scalar, disagreement: Scalar,
    noise: Scalar, weight: Scalar
  ) {
    self.state = state
    self.fault = fault
    self.offset = offset
    self.residual = residual
    self.disagreement = disagreement
    self.noise = noise
    self.weight = weight
  }
}

/// The health of one of several IMUs on one body.
@frozen
public struct SensorHealth<Scalar: LaneElement>: Sendable {
  /// The health of the gyroscope, rad/s.
  public var gyroscope: TriadHealth<Scalar>
  /// The health of the accelerometer, m/s².
  public var accelerometer: TriadHealth<Scalar>
  /// The bias of the gyroscope in body axes, rad/s: its offset and, in a `VotingFilter`, the bias of the consensus.
  public var gyroscopeBias: Vector3<Scalar>

  @export(implementation)
  init(gyroscope: TriadHealth<Scalar>, accelerometer: TriadHealth<Scalar>, gyroscopeBias: Vector3<Scalar>) {
    self.gyroscope = gyroscope
    self.accelerometer = accelerometer
    self.gyroscopeBias = gyroscopeBias
  }

  /// The worse of both states.
  @export(implementation) public var state: SensorState {
    gyroscope.state.rawValue > accelerometer.state.rawValue ? gyroscope.state : accelerometer.state
  }
}
