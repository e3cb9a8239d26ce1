import Rotations

/// The receivers of velocity and speed that a simulated recording has beside its inertial sensors.
public struct SimulatedAiding: Sendable {
  /// The receiver of the velocity over ground; nil without one.
  public var receiver: VelocityReceiver?
  /// The odometer; nil without one.
  public var odometer: Odometer?

  /// Receivers of velocity and speed. Default: none.
  public init(receiver: VelocityReceiver? = nil, odometer: Odometer? = nil) {
    self.receiver = receiver
    self.odometer = odometer
  }

  /// The same receivers without noise and lag.
  public var exact: Self {
    var exact = self
    exact.receiver?.noise = 0.0
    exact.receiver?.lag = 0.0
    exact.odometer?.noise = 0.0
    return exact
  }
}

/// A receiver of satellites: the velocity of its antenna in ENU, v + R (ω × l).
public struct VelocityReceiver: Sendable {
  /// Readings per second, Hz, up to one per row.
  public var rate: Double
  /// The standard deviation of a reading, m/s per axis.
  public var noise: Double
  /// The age of a reading at its row, s.
  public var lag: Double
  /// The position l of the antenna relative to the inertial sensor, in body axes, m.
  public var leverArm: Vector3<Double>

  /// A receiver. Default: 5 Hz, 0.1 m/s, 0.15 s, antenna at the sensor.
  public init(rate: Double = 5.0, noise: Double = 0.1, lag: Double = 0.15, leverArm: Vector3<Double> = .zero) {
    self.rate = rate
    self.noise = noise
    self.lag = lag
    self.leverArm = leverArm
  }

  /// The errors as those of a sensor of the velocity in ENU.
  var errors: TriadErrorModel {
    TriadErrorModel(noiseDensity: noise / rate.squareRoot(), delay: lag, rate: rate)
  }

  /// The velocity of the antenna in ENU, m/s.
  func velocity(at state: KinematicState) -> Vector3<Double> {
    state.velocity + state.enuFromBody.rotate(state.angularRate.cross(leverArm))
  }
}

/// An odometer, or an airspeed sensor in still air: the speed along body x.
public struct Odometer: Sendable {
  /// Readings per second, Hz, up to one per row.
  public var rate: Double
  /// The standard deviation of a reading, m/s.
  public var noise: Double

  /// An odometer. Default: 10 Hz, 0.1 m/s.
  public init(rate: Double = 10.0, noise: Double = 0.1) {
    self.rate = rate
    self.noise = noise
  }

  /// The errors as those of a sensor of the velocity in body axes, of which x is read.
  var errors: TriadErrorModel { TriadErrorModel(noiseDensity: noise / rate.squareRoot(), rate: rate) }
}
