import Rotations

/// The first attitude of a filter: up from the first specific force, north from the first magnetic field at or after it.
///
/// The heading is set by a turn about up, so that a late magnetometer does not change the tilt.
@frozen @usableFromInline
struct AttitudeStart<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var hasTilt: Scalar.Mask
  @usableFromInline var hasHeading: Scalar.Mask

  /// The variance of an unknown tilt about each level axis, rad².
  @export(implementation) static var unknownTiltVariance: Scalar { 3.0 }

  @export(implementation)
  init() {
    hasTilt = Scalar.Mask(repeating: false)
    hasHeading = Scalar.Mask(repeating: false)
  }

  /// Finds tilt and heading again from the next sample on.
  @export(implementation) @inline(__always)
  mutating func forget(where mask: Scalar.Mask) {
    guard mask.isTrueInAnyLaneUnlikely else { return }
    hasTilt = hasTilt .& .!mask
    hasHeading = hasHeading .& .!mask
  }

  /// Whether tilt and heading are set in every lane.
  @export(implementation) @inline(__always)
  var isComplete: Bool { (hasTilt .& hasHeading).isTrueInEveryLane }

  /// The lanes in which this sample can set tilt or heading.
  @export(implementation) @inline(__always)
  func canFind(_ admitted: SampleGuard<Scalar>.AdmittedSample) -> Scalar.Mask {
    (admitted.hasSpecificForce .& .!hasTilt) .| (admitted.hasMagneticField .& hasTilt .& .!hasHeading)
  }

  /// Sets tilt and heading where they are missing and this sample has them.
  /// - Returns: The lanes in which the tilt was set, and the heading.
  @export(implementation) @inline(__always)
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

  /// The outcome of an update that sets the attitude in the lanes of `isStarting`.
  @export(implementation) @inline(__always)
  func outcome(of admitted: SampleGuard<Scalar>.AdmittedSample, isStarting: Scalar.Mask) -> UpdateOutcome<Scalar> {
    var outcome = admitted.outcome
    outcome.isInitializing = isStarting .| .!hasTilt
    outcome.isHeadingUnknown = .!hasHeading
    return outcome
  }

  @export(implementation) @inline(__always)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&hasTilt, with: other.hasTilt)
    visitor.visit(&hasHeading, with: other.hasHeading)
  }
}

extension Rotation {
  /// Turns the attitude by the smallest angle that makes a specific force point up.
  @export(implementation)
  mutating func level(along specificForce: Vector3<Scalar>) {
    self = (Rotation(shortestToUnitZ: rotate(specificForce.directionOrZero)) * self).renormalized
  }

  /// Turns the attitude about up so that the horizontal part of a magnetic field points to +y, north.
  @export(implementation)
  mutating func turnToNorth(along magneticField: Vector3<Scalar>) {
    let level = rotate(magneticField)
    self = (Rotation(aboutZ: Scalar.arcTangent(y: level.x, x: level.y)) * self).renormalized
  }

  /// Tilts the attitude by half a radian where the measured up is opposite to the estimated one, within 0.03 degrees: there an
  /// error that is a cross product or a gradient vanishes, and the estimate would stay upside down.
  /// - Parameter cosine: That of the angle between measured and estimated up.
  @export(implementation) @inline(__always)
  func leavingOpposite(cosine: Scalar) -> Self {
    let isOpposite = cosine .< -0.9999999
    guard isOpposite.isTrueInAnyLaneUnlikely else { return optimizationBarrier }
    let tilted = optimizationBarrier.tiltedByHalfRadian().optimizationBarrier
    return replacing(with: tilted, where: isOpposite).optimizationBarrier
  }

  @export(implementation) @inline(never)
  func tiltedByHalfRadian() -> Self { self * Rotation(rotationVector: Vector3.unitX * 0.5) }

  /// North and up in body axes, for `enuFromBody`: the last two rows of the matrix.
  @export(implementation) @inline(__always)
  var northAndUpInBody: (north: Vector3<Scalar>, up: Vector3<Scalar>) {
    let matrix = matrix
    return (matrix.row1.optimizationBarrier, matrix.row2.optimizationBarrier)
  }
}
