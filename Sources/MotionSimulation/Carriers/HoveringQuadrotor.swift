extension QuadrotorTrajectory {
  /// A multirotor that rests for 15 s and then hovers in light wind: 0.3 m/s horizontally and 0.1 m/s vertically, yaw rate
  /// 0.1 rad/s (root mean squares).
  public static func hovering(seed: UInt64) -> QuadrotorTrajectory {
    var random = RandomSource(seed: seed, stream: 1)
    let band = 0.03...0.4
    let perAxis = 0.3 * 0.5.squareRoot()
    let east = SinusoidSum(ofOrder: 1, standardDeviation: perAxis, band: band, count: 6, using: &random)
    let north = SinusoidSum(ofOrder: 1, standardDeviation: perAxis, band: band, count: 6, using: &random)
    let up = SinusoidSum(ofOrder: 1, standardDeviation: 0.1, band: band, count: 4, using: &random)
    let yaw = SinusoidSum(ofOrder: 1, standardDeviation: 0.1, band: 0.02...0.2, count: 4, using: &random)
    return QuadrotorTrajectory(
      east: east, north: north, up: up, yaw: yaw, hovering: RestSchedule(rest: 15.0, motion: 1e7, transition: 3.0))
  }
}
