import Rotations

/// Gravity, the magnetic field of the Earth, and magnets nearby.
public struct SimulatedEnvironment: Sendable {
  /// The gravity that simulated vehicles compensate, m/s².
  public static let standardGravity = 9.81

  /// The magnitude of gravity, m/s².
  public var gravity: Double
  /// The strength of the Earth's field, µT; 22 to 67 on Earth.
  public var fieldStrength: Double
  /// The angle of the field below the horizon, rad: -pi/2 at the magnetic south pole to pi/2 at the north pole.
  public var fieldDip: Double
  /// The angle of the horizontal field from north towards east, rad. With zero, y is magnetic north, as in filters; another
  /// value appears as a constant heading error.
  public var fieldDeclination: Double
  /// Magnets near the body.
  public var magnets: [Magnet]

  /// An environment. Default: Berlin, with y to magnetic north.
  public init(
    gravity: Double = standardGravity, fieldStrength: Double = 49.6, fieldDip: Double = 1.185,
    fieldDeclination: Double = 0.0, magnets: [Magnet] = []
  ) {
    self.gravity = gravity
    self.fieldStrength = fieldStrength
    self.fieldDip = fieldDip
    self.fieldDeclination = fieldDeclination
    self.magnets = magnets
  }

  /// The Earth's field in ENU, µT.
  public var earthField: Vector3<Double> {
    let (dipSine, dipCosine) = Double.sineAndCosine(fieldDip)
    let (declinationSine, declinationCosine) = Double.sineAndCosine(fieldDeclination)
    let direction = Vector3(x: dipCosine * declinationSine, y: dipCosine * declinationCosine, z: -dipSine)
    return direction * fieldStrength
  }

  /// The reading of an ideal accelerometer at the body origin, in body axes, m/s².
  public func specificForce(at state: KinematicState) -> Vector3<Double> {
    state.enuFromBody.inverse.rotate(state.acceleration + .unitZ * gravity)
  }

  /// The reading of an ideal magnetometer at the body origin at a time in seconds, in body axes, µT.
  public func magneticField(at state: KinematicState, time: Double) -> Vector3<Double> {
    var field = earthField
    for magnet in magnets { field += magnet.field(at: state.position, time: time) }
    return state.enuFromBody.inverse.rotate(field)
  }
}

/// A small magnet at rest or in uniform motion: the field of a point dipole.
public struct Magnet: Sendable {
  /// The position at `passingTime` in ENU, m.
  public var position: Vector3<Double>
  /// The velocity in ENU, m/s.
  public var velocity: Vector3<Double>
  /// The time at `position`, s.
  public var passingTime: Double
  /// The magnetic moment in ENU, A m². A neodymium cube of 1 cm has about 1.
  public var moment: Vector3<Double>

  /// A magnet from its position at `passingTime`, velocity and magnetic moment.
  public init(
    position: Vector3<Double>, velocity: Vector3<Double> = .zero, passingTime: Double = 0.0, moment: Vector3<Double>
  ) {
    self.position = position
    self.velocity = velocity
    self.passingTime = passingTime
    self.moment = moment
  }

  /// The distance below which the field is constant, m.
  public static let smallestDistance = 0.01

  /// The field of the magnet at a point and a time in seconds, in ENU, µT.
  ///
  /// B = mu0 / 4 pi (3 u (m u) - m) / r³ with u the direction from the magnet to the point (J. D. Jackson, "Classical
  /// Electrodynamics", 3rd edition, equation 5.56).
  public func field(at point: Vector3<Double>, time: Double) -> Vector3<Double> {
    let offset = point - (position + velocity * (time - passingTime))
    let distance = max(offset.length, Self.smallestDistance)
    let direction = offset / distance
    let magneticConstant = 0.1  // mu0 / 4 pi in µT m³ / (A m²)
    let shape = direction * (3.0 * moment.dot(direction)) - moment
    return shape * (magneticConstant / (distance * distance * distance))
  }
}
