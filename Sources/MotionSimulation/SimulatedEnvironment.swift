import Rotations

/// What a body feels of the Earth: gravity, the magnetic field, and magnets nearby.
public struct SimulatedEnvironment: Sendable {
  /// The gravity that simulated vehicles balance, m/s².
  public static let standardGravity = 9.81

  /// The magnitude of gravity, m/s².
  public var gravity: Double
  /// The strength of the Earth's field, µT: 22 at the weakest to 67 at the strongest place on Earth.
  public var fieldStrength: Double
  /// The angle of the field below the horizon, rad: -pi/2 at the magnetic south pole to pi/2 at the north pole.
  public var fieldDip: Double
  /// The angle of the horizontal field from north towards east, rad. Zero makes the reference frame's y axis magnetic
  /// north, as filters report it; another value shows as a constant heading error.
  public var fieldDeclination: Double
  /// Magnets that disturb the field.
  public var magnets: [Magnet]

  /// An environment; the defaults are those of Berlin with y to magnetic north.
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

  /// The Earth's field in the reference frame, µT.
  public var earthField: Vector3<Double> {
    let (dipSine, dipCosine) = Double.sineAndCosine(fieldDip)
    let (declinationSine, declinationCosine) = Double.sineAndCosine(fieldDeclination)
    let direction = Vector3(x: dipCosine * declinationSine, y: dipCosine * declinationCosine, z: -dipSine)
    return direction * fieldStrength
  }

  /// What an ideal accelerometer at the body's origin measures, in body axes, m/s².
  public func specificForce(at state: KinematicState) -> Vector3<Double> {
    state.enuFromBody.inverse.rotate(state.acceleration + .unitZ * gravity)
  }

  /// What an ideal magnetometer at the body's origin measures at a time in seconds, in body axes, µT.
  public func magneticField(at state: KinematicState, time: Double) -> Vector3<Double> {
    var field = earthField
    for magnet in magnets { field += magnet.field(at: state.position, time: time) }
    return state.enuFromBody.inverse.rotate(field)
  }
}

/// A small magnet that stands or passes by on a straight line: the field of a point dipole.
public struct Magnet: Sendable {
  /// Where it is at `closestTime`, in the reference frame, m.
  public var position: Vector3<Double>
  /// Its velocity in the reference frame, m/s; zero for one that stands.
  public var velocity: Vector3<Double>
  /// When it is at `position`, s.
  public var passingTime: Double
  /// Its magnetic moment in the reference frame, A m². A neodymium cube of 1 cm has about 1.
  public var moment: Vector3<Double>

  /// A magnet from its position in m at `passingTime` in s, its velocity in m/s and its moment in A m².
  public init(
    position: Vector3<Double>, velocity: Vector3<Double> = .zero, passingTime: Double = 0.0, moment: Vector3<Double>
  ) {
    self.position = position
    self.velocity = velocity
    self.passingTime = passingTime
    self.moment = moment
  }

  /// The distance below which the field does not grow further, m.
  public static let smallestDistance = 0.01

  /// The field of the magnet at a point of the reference frame, in that frame, µT.
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
