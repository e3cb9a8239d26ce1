import Rotations

/// The first attitude of a filter: up from the first specific force, north from the first magnetic field that comes
/// with it or later.
///
/// The heading is set by a turn about up, so that a magnetometer that starts late does not touch the tilt.
@frozen @usableFromInline
struct AttitudeStart<Scalar: RealLanes>: LaneReplaceable, Sendable {
  @usableFromInline var hasTilt: Scalar.Mask
  @usableFromInline var hasHeading: Scalar.Mask

  @inlinable
  init() {
    hasTilt = Scalar.Mask(repeating: false)
    hasHeading = Scalar.Mask(repeating: false)
  }

  /// Finds tilt and heading anew from the next sample on.
  @inlinable @inline(__always)
  mutating func forget(where mask: Scalar.Mask) {
    guard mask.isTrueInAnyLaneUnlikely else { return }
    hasTilt = hasTilt .& .!mask
    hasHeading = hasHeading .& .!mask
  }

  /// Whether nothing is left to be found in any lane.
  @inlinable @inline(__always)
  var isComplete: Bool { (hasTilt .& hasHeading).isTrueInEveryLane }

  /// Where this sample can set something that is not yet set.
  @inlinable @inline(__always)
  func canFind(_ admitted: SampleGuard<Scalar>.AdmittedSample) -> Scalar.Mask {
    (admitted.hasSpecificForce .& .!hasTilt) .| (admitted.hasMagneticField .& hasTilt .& .!hasHeading)
  }

  /// Sets what is not yet set of the attitude and can be set from this sample.
  /// - Returns: Where the tilt was set and where the heading was.
  @inlinable @inline(__always)
  mutating func find(
    _ enuFromBody: inout Rotation<Scalar>, _ admitted: SampleGuard<Scalar>.AdmittedSample
  ) -> (tilt: Scalar.Mask, heading: Scalar.Mask) {
    let none = Scalar.Mask(repeating: false)
    if isComplete { return (none, none) }
    let findsTilt = admitted.hasSpecificForce .& .!hasTilt
    let findsHeading = admitted.hasMagneticField .& (hasTilt .| findsTilt) .& .!hasHeading
    if (findsTilt .| findsHeading).isTrueInAnyLaneUnlikely {
      enuFromBody.modify(where: findsTilt) { $0.level(along: admitted.specificForce) }
      enuFromBody.modify(where: findsHeading) { $0.turnToNorth(along: admitted.magneticField) }
      hasTilt = hasTilt .| findsTilt
      hasHeading = hasHeading .| findsHeading
    }
    return (findsTilt, findsHeading)
  }

  @inlinable @inline(__always)
  mutating func replace(with other: Self, where mask: Scalar.Mask) {
    hasTilt.replace(with: other.hasTilt, where: mask)
    hasHeading.replace(with: other.hasHeading, where: mask)
  }
}

extension Rotation {
  /// Turns the attitude by the smallest angle that makes a specific force point up.
  @inlinable
  mutating func level(along specificForce: Vector3<Scalar>) {
    self = (Rotation(shortestToUnitZ: rotate(specificForce.directionOrZero)) * self).renormalized
  }

  /// Turns the attitude about up so that the horizontal part of a magnetic field points to +y, north.
  @inlinable
  mutating func turnToNorth(along magneticField: Vector3<Scalar>) {
    let level = rotate(magneticField)
    self = (Rotation(aboutZ: Scalar.arcTangent(y: level.x, x: level.y)) * self).renormalized
  }

  /// Where the measured up is exactly opposite to the estimated one, an error that is a cross product or a gradient is
  /// zero and the estimate would stay upside down; the attitude is tilted by half a radian to leave that point. (Within 0.03
  /// degrees of it; noise is enough to leave it elsewhere, and strong accelerations pass nearby.)
  /// - Parameter cosine: That of the angle between measured and estimated up.
  @inlinable @inline(__always)
  func leavingOpposite(cosine: Scalar) -> Self {
    let isOpposite = cosine .< -0.9999999
    guard isOpposite.isTrueInAnyLaneUnlikely else { return self }
    return replacing(with: alone.tiltedByHalfRadian().optimizationBarrier, where: isOpposite)
  }

  @inlinable @inline(never)
  func tiltedByHalfRadian() -> Self { self * Rotation(rotationVector: Vector3.unitX * 0.5) }
}
