import Rotations

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
