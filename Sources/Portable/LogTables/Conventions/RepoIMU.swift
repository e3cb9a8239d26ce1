extension TableFormat {
  /// RepoIMU: A. Szczęsna et al., "Reference data set for accuracy evaluation of orientation estimation algorithms for
  /// inertial motion capture systems", ICCVG 2016. The magnetic field is relative to the place of calibration, so it has no
  /// unit.
  static let repoIMU = TableFormat(
    name: "RepoIMU", recognition: "a line with Vicon Orientation and a line of axes",
    matches: { $0.hasColumn(startingWith: "vicon orientation") },
    complete: { convention, _ in convention.units = [.angularRate: "rad/s", .specificForce: "m/s^2"] })
}
