/// A frame of the body: which way its axes point on a vehicle.
@frozen
public enum BodyFrame: UInt8, Sendable {
  /// x forward, y left, z up: ROS (REP 103). It goes with the world frames ENU and NWU.
  case flu
  /// x forward, y right, z down: aviation. It goes with the world frame NED.
  case frd

  /// The matrix that turns coordinates in FLU into coordinates in this frame.
  @export(implementation)
  func matrixFromFLU<Scalar: RealLanes>() -> Matrix3<Scalar> {
    let (forward, left, up) = (Vector3<Scalar>.unitX, Vector3<Scalar>.unitY, Vector3<Scalar>.unitZ)
    return switch self {
    case .flu: Matrix3(rows: forward, left, up)
    case .frd: Matrix3(rows: forward, -left, -up)
    }
  }

  /// The matrix that turns coordinates in `other` into coordinates in this frame. Its entries are exactly 0, 1 and -1.
  @export(implementation)
  public func matrix<Scalar: RealLanes>(from other: Self) -> Matrix3<Scalar> {
    matrixFromFLU() * other.matrixFromFLU().transpose
  }

  /// The rotation that turns coordinates in `other` into coordinates in this frame:
  /// `worldFromFRD = worldFromFLU * BodyFrame.flu.rotation(from: .frd)`.
  @export(implementation)
  public func rotation<Scalar: RealLanes>(from other: Self) -> Rotation<Scalar> {
    Rotation(matrix: matrix(from: other))
  }
}

#if !hasFeature(Embedded)
  extension BodyFrame: CaseIterable {}
#endif

/// A frame of the place, fixed to the Earth. Inside everything is `.enu`; the others are applied at the exit.
@frozen
public enum WorldFrame: UInt8, Sendable {
  /// x east, y north, z up: ROS (REP 103), Android.
  case enu
  /// x north, y east, z down: aviation, PX4, ArduPilot.
  case ned
  /// x north, y west, z up: Core Motion's north frames.
  case nwu

  /// The matrix that turns coordinates in ENU into coordinates in this frame.
  @export(implementation)
  func matrixFromENU<Scalar: RealLanes>() -> Matrix3<Scalar> {
    let (east, north, up) = (Vector3<Scalar>.unitX, Vector3<Scalar>.unitY, Vector3<Scalar>.unitZ)
    return switch self {
    case .enu: Matrix3(rows: east, north, up)
    case .ned: Matrix3(rows: north, east, -up)
    case .nwu: Matrix3(rows: north, -east, up)
    }
  }

  /// The matrix that turns coordinates in `other` into coordinates in this frame. Its entries are exactly 0, 1 and -1.
  @export(implementation)
  public func matrix<Scalar: RealLanes>(from other: Self) -> Matrix3<Scalar> {
    matrixFromENU() * other.matrixFromENU().transpose
  }

  /// The rotation that turns coordinates in `other` into coordinates in this frame:
  /// `nedFromBody = WorldFrame.ned.rotation(from: .enu) * enuFromBody`.
  @export(implementation)
  public func rotation<Scalar: RealLanes>(from other: Self) -> Rotation<Scalar> {
    Rotation(matrix: matrix(from: other))
  }
}

#if !hasFeature(Embedded)
  extension WorldFrame: CaseIterable {}
#endif
