import Rotations

/// What a filter has found of the velocities over ground that it observes, and of the receiver's antenna.
public struct VelocitySetup: Sendable {
  /// Whether the velocities, as given, have explained what the accelerometer felt, so that they may be used.
  public var isProven: Bool
  /// Whether something else explains it much better, so that they are not used.
  public var isRefuted: Bool
  /// The number of what stands in place of (east, north); 0 for just that.
  public var axesNumber: Int
  /// What stands in place of (east, north), in words.
  public var axes: StaticString {
    switch axesNumber {
    case 1: "north, -east"
    case 2: "-east, -north"
    case 3: "-north, east"
    case 4: "east, -north"
    case 5: "north, east"
    case 6: "-east, north"
    case 7: "-north, -east"
    default: "east, north"
    }
  }
  /// Whether these are others than (east, north).
  public var isInOtherAxes: Bool { axesNumber != 0 }
  /// The velocities over what the accelerometer felt; less than 1 where noise hides the motion.
  public var scale: Double
  /// The antenna's place less the given one in body axes, m, and its standard deviations: large where the motion does not show it.
  public var antennaOffset: Vector3<Double>
  public var antennaStandardDeviation: Vector3<Double>
  /// The lag of the velocities beyond the given one, s.
  public var addedLag: Double
}

extension VelocityBoundedFilter {
  public var velocitySetup: VelocitySetup? {
    guard takesObservations, aiding.trial.hasStart.isTrueInAnyLane else { return nil }
    let verdict = aiding.trial.verdict
    let (errors, covariance, isRefuted) = (verdict.errors, verdict.covariance, verdict.isRefuted.isTrueInAnyLane)
    return VelocitySetup(
      isProven: verdict.isProven.isTrueInAnyLane, isRefuted: isRefuted, axesNumber: isRefuted ? verdict.best : 0,
      scale: 1.0 + verdict.scaleError.firstLane,
      antennaOffset: Vector3(x: errors[0].firstLane, y: errors[1].firstLane, z: errors[2].firstLane),
      antennaStandardDeviation: Vector3(
        x: covariance[0, 0].squareRoot().firstLane, y: covariance[1, 1].squareRoot().firstLane,
        z: covariance[2, 2].squareRoot().firstLane),
      addedLag: (aiding.addedLag + errors[3]).firstLane)
  }
}
