import MotionSamples
import Rotations

/// The conversion from ENU, in which filters work, to the requested frame.
///
/// Two of Core Motion's frames take their heading from the body at the start. The start is the first attitude that uses
/// a specific force, with the heading of the level frame, from the gyroscope alone. Until the filter has found north,
/// it keeps correcting its heading in ENU, and the frame follows. Thus rotation of the body meanwhile appears in the
/// output, and finding north causes no discontinuity.
@frozen
public struct OutputFrame<Scalar: LaneElement>: Sendable {
  /// The frame.
  public var frame: ReferenceFrame
  /// The angle from true to magnetic north, in radians, east positive.
  public var declination: Scalar
  /// The rotation from ENU coordinates to those of the frame.
  public var outputFromENU: Rotation<Scalar>
  /// Whether the start and north are known, so that the frame is fixed.
  public var isSettled = false
  /// Whether the frame is ENU, which needs no conversion.
  public var isENU: Bool

  @usableFromInline var startLevelFromBody: Rotation<Scalar>?
  /// The heading of the level frame in ENU, rad, as known so far.
  @usableFromInline var headingOffset: Scalar = 0.0

  /// A frame before the first sample.
  @export(implementation)
  public init(_ frame: ReferenceFrame, declination: Scalar = 0.0) {
    self.frame = frame
    self.declination = declination
    outputFromENU = frame.outputFromENU(startingAt: .identity, declination: declination)
    isENU = frame == .enu && declination == 0
  }

  /// Sets the angle from true to magnetic north, in radians, east positive; start and north stay.
  @export(implementation)
  public mutating func set(declination newValue: Scalar) {
    declination = newValue
    outputFromENU = outputFromENU(in: frame)
    isENU = frame == .enu && declination == 0
  }

  /// The attitude in the frame.
  @export(implementation) @inline(__always)
  public func outputFromBody(_ enuFromBody: Rotation<Scalar>) -> Rotation<Scalar> {
    isENU ? enuFromBody : outputFromENU * enuFromBody
  }

  /// The attitude at the start in ENU, as far as north is known; nil before the first specific force.
  @export(implementation)
  public var startENUFromBody: Rotation<Scalar>? { startLevelFromBody.map { Rotation(aboutZ: headingOffset) * $0 } }

  /// The rotation from ENU coordinates to those of another frame with the same start.
  @export(implementation)
  public func outputFromENU(in other: ReferenceFrame) -> Rotation<Scalar> {
    other.outputFromENU(startingAt: startENUFromBody ?? .identity, declination: declination)
  }

  /// Updates the frame with the attitude after a sample, until the frame is settled.
  ///
  /// - Parameters:
  ///   - levelFromBody: The attitude with the heading from the gyroscope alone.
  ///   - headingOffset: The heading of the level frame in ENU, rad, as known so far.
  ///   - hasTilt: Whether the attitude uses a specific force.
  ///   - isHeadingKnown: Whether `headingOffset` is final: north is found or not needed.
  @export(implementation)
  public mutating func follow(
    levelFromBody: Rotation<Scalar>, headingOffset: Scalar, hasTilt: Bool, isHeadingKnown: Bool
  ) {
    if startLevelFromBody == nil, hasTilt { startLevelFromBody = levelFromBody }
    guard startLevelFromBody != nil else { return }
    self.headingOffset = headingOffset
    isSettled = isHeadingKnown
    if frame.startsAtZeroHeading { outputFromENU = outputFromENU(in: frame) }
  }

  /// Passes the state to a visitor. The frame and the declination are settings; those of both frames must be equal.
  @export(implementation)
  public mutating func visitState(_ visitor: inout some SnapshotVisitor<Scalar>, with other: Self) {
    visitor.visit(&outputFromENU, with: other.outputFromENU)
    visitor.visit(&isSettled, with: other.isSettled)
    visitor.visit(&startLevelFromBody, with: other.startLevelFromBody, absent: .identity) { $0.visit(&$1, with: $2) }
    visitor.visit(&headingOffset, with: other.headingOffset)
  }
}
