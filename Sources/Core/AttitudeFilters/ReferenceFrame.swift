import Rotations

/// The frame of the output attitudes. Filters work in ENU; the conversion is the last step:
///
/// `outputFromBody = frame.outputFromENU(startingAt: firstENUFromBody) * enuFromBody`
@frozen
public enum ReferenceFrame: UInt8, Sendable {
  /// x east, y north, z up: ROS, Android.
  case enu
  /// x north, y east, z down: aviation.
  case ned
  /// x north, y west, z up.
  case nwu
  /// Core Motion's `xArbitraryZVertical`: z up, x and y from the pose at the start; no magnetometer.
  case xArbitraryZVertical
  /// Core Motion's `xArbitraryCorrectedZVertical`: z up, x and y from the pose at the start, stabilized by the
  /// magnetometer.
  case xArbitraryCorrectedZVertical
  /// Core Motion's `xMagneticNorthZVertical`: x to magnetic north, z up, thus y west.
  case xMagneticNorthZVertical
  /// Core Motion's `xTrueNorthZVertical`: x to true north, z up, thus y west. Requires the local declination.
  case xTrueNorthZVertical

  /// Whether the frame requires a magnetometer.
  @export(implementation) public var usesMagnetometer: Bool { self != .xArbitraryZVertical }

  /// Whether x and y come from the pose at the start instead of from north.
  @export(implementation) public var startsAtZeroHeading: Bool {
    self == .xArbitraryZVertical || self == .xArbitraryCorrectedZVertical
  }

  /// Whether a known declination turns the axes to true north.
  @export(implementation) public var takesDeclination: Bool { !startsAtZeroHeading && self != .xMagneticNorthZVertical }

  /// The rotation from a filter's frame, ENU or level with a free heading, into this frame.
  ///
  /// Inside the filter, north is magnetic. `declination`, in radians and positive where magnetic north lies east of
  /// true north, turns `enu`, `ned`, `nwu` and `xTrueNorthZVertical` to true north; with 0 they stay magnetic. The
  /// other frames ignore it. `WorldMagneticModel` of `Geomagnetism` provides it.
  ///
  /// `firstENUFromBody` is the first attitude of the recording with a usable heading, in the filter's frame. It is used
  /// if `startsAtZeroHeading`: in the output, that attitude has Core Motion's yaw 0 (intrinsic z-x′-y″: body y lies in
  /// the plane of z and y, on the side of +y). If body y is vertical and yaw is undefined, body x lies on x.
  @export(implementation)
  public func outputFromENU<Scalar: RealLanes>(
    startingAt firstENUFromBody: Rotation<Scalar>, declination: Scalar = 0.0
  ) -> Rotation<Scalar> {
    // Seen from above, magnetic north lies clockwise of true north by the declination.
    let trueFromMagnetic = Rotation<Scalar>(aboutZ: -declination)
    switch self {
    case .enu:
      return trueFromMagnetic
    case .ned:
      return WorldFrame.ned.rotation(from: .enu) * trueFromMagnetic
    case .nwu, .xTrueNorthZVertical:
      return WorldFrame.nwu.rotation(from: .enu) * trueFromMagnetic
    case .xMagneticNorthZVertical:
      return WorldFrame.nwu.rotation(from: .enu)
    case .xArbitraryZVertical, .xArbitraryCorrectedZVertical:
      return Rotation(aboutZ: -Self.yaw(of: firstENUFromBody))
    }
  }

  /// The yaw of the intrinsic sequence z-x′-y″: the counter-clockwise angle from y to body y, seen from above.
  @export(implementation)
  static func yaw<Scalar: RealLanes>(of enuFromBody: Rotation<Scalar>) -> Scalar {
    let (bodyX, bodyY) = (enuFromBody.rotate(.unitX), enuFromBody.rotate(.unitY))
    let isVertical = bodyY.x.squared + bodyY.y.squared .< (Scalar.isSinglePrecision ? 1e-8 : 1e-16)
    let (east, north) = (
      (-bodyY.x).replacing(with: bodyX.y, where: isVertical), bodyY.y.replacing(with: bodyX.x, where: isVertical)
    )
    return Scalar.arcTangent(y: east, x: north)
  }
}

#if !hasFeature(Embedded)
  extension ReferenceFrame: CaseIterable {
    /// The name in options and files: `enu`, `x-arbitrary-z-vertical` ...
    public var name: String {
      switch self {
      case .enu: "enu"
      case .ned: "ned"
      case .nwu: "nwu"
      case .xArbitraryZVertical: "x-arbitrary-z-vertical"
      case .xArbitraryCorrectedZVertical: "x-arbitrary-corrected-z-vertical"
      case .xMagneticNorthZVertical: "x-magnetic-north-z-vertical"
      case .xTrueNorthZVertical: "x-true-north-z-vertical"
      }
    }

    /// The frame with a name; nil for an unknown name.
    public init?(name: some StringProtocol) {
      guard let frame = Self.allCases.first(where: { $0.name == name }) else { return nil }
      self = frame
    }
  }
#endif
