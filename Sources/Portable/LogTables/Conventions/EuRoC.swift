extension TableFormat {
  /// EuRoC and ASL: M. Burri et al., "The EuRoC micro aerial vehicle datasets", International Journal of Robotics
  /// Research 35(10), 2016. The true attitude has no unit for its timestamps.
  package static let euroc = TableFormat(name: "EuRoC/ASL", recognition: "a line with the columns w_RS_S_x, ...") {
    header in
    guard header.hasColumn(startingWith: "w_rs_s") || header.hasColumn(startingWith: "q_rs") else { return nil }
    var convention = TableConvention(formatName: "EuRoC/ASL")
    convention.units = [.time: "ns"]
    return convention
  }
}
