import Rotations

/// The directions in which a true attitude puts the specific force and the magnetic field, in constant memory: upward, and on the
/// northern hemisphere downward, for one that turns the body into ENU.
package struct TruthFrame: Sendable {
  /// A sum of unit vectors.
  private struct Direction {
    var sum = Vector3<Double>.zero
    var count = 0.0

    mutating func add(_ direction: Vector3<Double>) {
      sum += direction
      count += 1
    }

    var mean: Vector3<Double>? { count >= 10 ? sum / count : nil }
  }

  private var force = Direction()
  private var inverseForce = Direction()
  private var reorderedForce = Direction()
  private var field = Direction()
  private var bodyForce = Direction()

  mutating func add(truth: Rotation<Double>, specificForce: Vector3<Double>, magneticField: Vector3<Double>) {
    guard let up = specificForce.normalized else { return }
    force.add(truth.rotate(up))
    inverseForce.add(truth.inverse.rotate(up))
    let read = truth.quaternion
    reorderedForce.add(
      Rotation(unchecked: Quaternion(w: read.x, x: read.y, y: read.z, z: read.w)).rotate(up))
    bodyForce.add(up)
    if let direction = magneticField.normalized { field.add(truth.rotate(direction)) }
  }

  /// What the directions show.
  package enum Convention: Equatable, Sendable {
    /// The attitude turns ENU into the body.
    case conjugated
    /// The attitude has its parts in the order w, x, y, z where x, y, z, w are expected.
    case reordered
    /// The attitude turns the body into a frame of this name.
    case other(String)
    /// The accelerometer has the wrong sign.
    case reversedAccelerometer
  }

  /// The convention that explains the directions better than body to ENU; nil if that does, or if none does.
  package var convention: Convention? {
    guard let force = force.mean, let inverse = inverseForce.mean else { return nil }
    let isSteady = force.length > 0.85
    // A direction that is exactly down is that of another sign, not of another order.
    let isDown = force.length > 0.95 && force.z < -0.98 * force.length
    if let reordered = reorderedForce.mean, !isDown, reordered.z > 0.85, reordered.z > force.z + 0.1,
      reordered.z > inverse.z + 0.1
    {
      return .reordered
    }
    if !isSteady { return inverse.z > 0.85 && inverse.length > force.length + 0.1 ? .conjugated : nil }
    let up = force * (1 / force.length)
    if up.z < -0.9 {
      // A field that points upward with this attitude, too, shows which of both has the wrong sign.
      if let field = field.mean, abs(field.z) > 0.2 { return field.z > 0 ? .other("NED") : .reversedAccelerometer }
      return (bodyForce.mean?.z ?? 0) > -0.7 ? .other("NED") : .reversedAccelerometer
    }
    if abs(up.x) > 0.9 { return .other(up.x > 0 ? "x up" : "x down") }
    if abs(up.y) > 0.9 { return .other(up.y > 0 ? "y up" : "y down") }
    return nil
  }
}
