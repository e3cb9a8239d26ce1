/// What must be known of the place for true north.
public struct TrueNorthReference: Hashable, Sendable {
  /// The angle from true north to magnetic north in radians, in [-π, π]: positive where magnetic north lies east of true
  /// north.
  public let declination: Double

  /// A reference from a declination in radians, east positive. Throws `invalidParameter` where it is not in [-π, π].
  public init(declination: Double) throws(MotionError) {
    guard abs(declination) <= .pi else {
      throw .invalidParameter("a declination must lie between -π and π radians, and \(declination) does not")
    }
    self.declination = declination
  }
}
