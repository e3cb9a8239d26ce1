extension TableFormat {
  /// EuRoC and ASL: M. Burri et al., "The EuRoC micro aerial vehicle datasets", International Journal of Robotics
  /// Research 35(10), 2016. The true attitude has no unit for its timestamps.
  package static let euroc = TableFormat(
    name: "EuRoC/ASL", recognition: "a line with the columns w_RS_S_x, ...",
    matches: { $0.hasColumn(startingWith: "w_rs_s") || $0.hasColumn(startingWith: "q_rs") },
    complete: { convention, _ in convention.units = [.time: "ns"] })
}
