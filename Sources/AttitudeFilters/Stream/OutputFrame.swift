import Rotations

/// From ENU, in which filters work, to the frame that was asked for.
///
/// Two of Core Motion's frames begin where the body points at the start. The start is the first attitude that rests on a
/// specific force, with the heading of the level frame, which the gyroscope alone carries. Until the filter has found
/// north, its heading in ENU is corrected again and again, and the frame follows; so a body that turns meanwhile is seen
/// to turn, and nothing jumps when north is found.
@frozen
public struct OutputFrame<Scalar: LaneElement>: Sendable {
  /// The frame.
  public var frame: ReferenceFrame
  /// The angle from true to magnetic north, in radians, east positive.
  public var declination: Scalar
  /// Turns ENU coordinates into those of the frame.
  public var outputFromENU: Rotation<Scalar>
  /// Whether the start and north are known, so that the frame stays as it is.
  public var isSettled = false
  /// Whether the frame is ENU itself: nothing to turn.
  public var isENU: Bool

  @usableFromInline var startLevelFromBody: Rotation<Scalar>?
  /// The heading of the level frame in ENU, rad, as far as it is known.
  @usableFromInline var headingOffset: Scalar = 0.0

  /// A frame before the first sample.
  @inlinable
  public init(_ frame: ReferenceFrame, declination: Scalar = 0.0) {
    self.frame = frame
    self.declination = declination
    outputFromENU = frame.outputFromENU(startingAt: .identity, declination: declination)
    isENU = frame == .enu && declination == 0
  }

  /// The attitude in the frame.
  @inlinable @inline(__always)
  public func outputFromBody(_ enuFromBody: Rotation<Scalar>) -> Rotation<Scalar> {
    isENU ? enuFromBody : outputFromENU * enuFromBody
  }

  /// The attitude at the start in ENU, as far as north is known; nil before the first specific force.
  @inlinable
  public var startENUFromBody: Rotation<Scalar>? { startLevelFromBody.map { Rotation(aboutZ: headingOffset) * $0 } }

  /// Turns ENU coordinates into those of another frame with the same start.
  @inlinable
  public func outputFromENU(in other: ReferenceFrame) -> Rotation<Scalar> {
    other.outputFromENU(startingAt: startENUFromBody ?? .identity, declination: declination)
  }

  /// Takes the attitude after a sample, until the frame is settled.
  ///
  /// - Parameters:
  ///   - levelFromBody: The attitude with the heading that the gyroscope carries.
  ///   - headingOffset: The heading of the level frame in ENU, rad, as far as it is known.
  ///   - hasTilt: Whether the attitude rests on a specific force.
  ///   - isHeadingKnown: Whether `headingOffset` is final: north is found, or not looked for.
  @inlinable
  public mutating func follow(
    levelFromBody: Rotation<Scalar>, headingOffset: Scalar, hasTilt: Bool, isHeadingKnown: Bool
  ) {
    if startLevelFromBody == nil, hasTilt { startLevelFromBody = levelFromBody }
    guard startLevelFromBody != nil else { return }
    self.headingOffset = headingOffset
    isSettled = isHeadingKnown
    if frame.startsAtZeroHeading { outputFromENU = outputFromENU(in: frame) }
  }

  /// Takes every field of another frame by itself: the bytes between fields stay, for snapshots.
  @inlinable
  public mutating func copyFields(of other: Self) {
    frame = other.frame
    declination = other.declination
    outputFromENU = other.outputFromENU
    isSettled = other.isSettled
    isENU = other.isENU
    startLevelFromBody = other.startLevelFromBody
    headingOffset = other.headingOffset
  }
}
