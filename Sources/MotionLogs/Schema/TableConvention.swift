/// What the documentation of a text format says where its header is silent.
struct TableConvention: Sendable {
  /// The name of the format, for people.
  var formatName: String
  /// Units that are not in the header, by quantity.
  var units: [Quantity: String]

  /// A table that explains itself.
  static let plain = TableConvention(formatName: "CSV with units in the header", units: [:])

  /// EuRoC and ASL: M. Burri et al., "The EuRoC micro aerial vehicle datasets", International Journal of Robotics
  /// Research 35(10), 2016. The truth names no unit for its stamps.
  static let euroc = TableConvention(formatName: "EuRoC/ASL", units: [.time: "ns"])

  /// RepoIMU: A. Szczęsna et al., "Reference data set for accuracy evaluation of orientation estimation algorithms for
  /// inertial motion capture systems", ICCVG 2016. The field is in units of the field where the sensor was calibrated,
  /// which is no unit.
  static let repoIMU = TableConvention(
    formatName: "RepoIMU", units: [.angularRate: "rad/s", .specificForce: "m/s^2"])

  /// The convention that a header belongs to.
  init(of header: TableHeader) {
    func hasColumn(startingWith name: String) -> Bool {
      header.columns.contains { $0.text.lowercased().hasPrefix(name) }
    }
    if hasColumn(startingWith: "w_rs_s") || hasColumn(startingWith: "q_rs") {
      self = .euroc
    } else if hasColumn(startingWith: "vicon orientation") {
      self = .repoIMU
    } else {
      self = .plain
    }
  }

  private init(formatName: String, units: [Quantity: String]) {
    self.formatName = formatName
    self.units = units
  }
}
