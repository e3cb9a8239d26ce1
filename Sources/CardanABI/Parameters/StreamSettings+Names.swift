import AttitudeFilters
import MotionSamples
import Rotations

// What every filter has around it: gravity, the clock, the merger of separate sensors.
extension StreamSettings: NamedParameters {
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "gravity_magnitude", "m/s^2", 1...30, &separator.gravityMagnitude,
      "The size of gravity that is told apart from acceleration. It does not change the attitude.")
    visitor.number(
      "declination", "rad", -Double.pi...Double.pi, &declination,
      "The angle from true to magnetic north, positive to the east: it turns the frames enu, ned, nwu and x-true-north-z-vertical to true north. cardan_earth_field tells it."
    )
    var nominalInterval = clock.nominalInterval ?? 0
    visitor.number(
      "clock_nominal_interval", "s", 0...60, &nominalInterval,
      "The interval to use before four time stamps have been seen; 0 for none, so that the first sample has no interval."
    )
    clock.nominalInterval = nominalInterval == 0 ? nil : nominalInterval
    visitor.number(
      "clock_gap_factor", "", 1...1e6, &clock.gapFactor,
      "A step between time stamps that is longer than this many usual ones is a gap. Near 1 jitter is taken for gaps.")
    visitor.number(
      "clock_longest_gap", "s", 60...1e8, &clock.longestGap,
      "A step that is longer is not believed: the clock has been set.")
    visitor.number(
      "merger_reordering_window", "s", 0...1, &merger.reorderingWindow,
      "For separate sensors: how late a reading may come. A long window delays every sample by as much.")
    visitor.number(
      "merger_longest_jump", "s", 1...1e8, &merger.longestJump,
      "For separate sensors: a stamp that is further than this from the newest needs a second one to be believed.")
  }
}
