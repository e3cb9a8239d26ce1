/// What the documentation of a text format adds to its header.
struct TableConvention: Sendable {
  /// The coordinate of a quantity that a column holds.
  struct Content: Sendable {
    var quantity: Quantity
    var axis: Int
  }

  /// The name of the format.
  var formatName: String
  /// Units missing in the header, by quantity.
  var units: [Quantity: String] = [:]
  /// Names that only this format has, in lower case without separators and unit. Nil for columns to ignore.
  var names: [String: Content?] = [:]
  /// Factors to SI units in place of units.
  var scales: [Quantity: Double] = [:]
  /// Signs of vectors that point the other way.
  var signs: [Quantity: Double] = [:]
  /// For each axis of the file, its axis in the row and its sign.
  var orientation: [(axis: Int, sign: Double)] = [(0, 1), (1, 1), (2, 1)]
  /// The name of the attitude if it is an estimate of the device, which is read only if `LogOptions.truthTopic` names it.
  var estimate: String?
  /// Whether timestamps are missing and a column counts the samples.
  var countsSamples = false

  /// A table with its units in the header.
  static let plain = TableConvention(formatName: "CSV with units in the header")

  /// EuRoC and ASL: M. Burri et al., "The EuRoC micro aerial vehicle datasets", International Journal of Robotics
  /// Research 35(10), 2016. The true attitude has no unit for its timestamps.
  static let euroc = TableConvention(formatName: "EuRoC/ASL", units: [.time: "ns"])

  /// RepoIMU: A. Szczęsna et al., "Reference data set for accuracy evaluation of orientation estimation algorithms for
  /// inertial motion capture systems", ICCVG 2016. The magnetic field is relative to the place of calibration, so it has no
  /// unit.
  static let repoIMU = TableConvention(
    formatName: "RepoIMU", units: [.angularRate: "rad/s", .specificForce: "m/s^2"])

  /// Physics Toolbox Sensor Suite. `ax` is without gravity.
  static let physicsToolbox: TableConvention = {
    var convention = TableConvention(
      formatName: "Physics Toolbox",
      units: [.time: "s", .angularRate: "rad/s", .specificForce: "g", .magneticField: "uT"],
      names: columns("gf", .specificForce))
    for (name, content) in columns("b", .magneticField) { convention.names.updateValue(content, forKey: name) }
    for name in ["ax", "ay", "az"] { convention.names.updateValue(nil, forKey: name) }
    return convention
  }()

  /// SensorLog. All columns but those of a part are ignored.
  static let sensorLog: TableConvention = {
    var convention = TableConvention(formatName: "SensorLog", units: [.time: "s"])
    convention.names = columns("gyrorotation", .angularRate)
    return convention
  }()

  /// Xsens: MT Manager's `.txt` counts samples at the rate of its comments; the `.csv` of DOT has `SampleTimeFine` in µs, and no
  /// unit for the gyroscope. The magnetic field is normalized.
  static func xsens(hasRate: Bool, isText: Bool) -> TableConvention {
    var convention = TableConvention(
      formatName: "Xsens", units: [.specificForce: "m/s^2", .magneticField: "a.u."],
      names: columns("quatq", .attitude, axes: ["0", "1", "2", "3"]), estimate: "Quat", countsSamples: hasRate)
    if isText { convention.units[.angularRate] = "rad/s" }
    if hasRate {
      for name in ["counter", "packetcounter"] { convention.names[name] = Content(quantity: .counter, axis: 0) }
    } else if !isText {
      convention.names["sampletimefine"] = Content(quantity: .time, axis: 0)
      convention.units[.time] = "us"
    }
    return convention
  }

  /// The names of the columns of a vector.
  static func columns(_ stem: String, _ quantity: Quantity, axes: [String]? = nil) -> [String: Content?] {
    let axes = axes ?? quantity.axes.map(String.init)
    return Dictionary(
      uniqueKeysWithValues: axes.enumerated().map { (stem + $1, Content(quantity: quantity, axis: $0)) })
  }

  /// The convention of a table, by the names of its columns.
  init(of header: TableHeader) {
    func hasColumn(startingWith name: String) -> Bool {
      header.columns.contains { $0.text.lowercased().hasPrefix(name) }
    }
    if hasColumn(startingWith: "w_rs_s") || hasColumn(startingWith: "q_rs") {
      self = .euroc
    } else if hasColumn(startingWith: "vicon orientation") {
      self = .repoIMU
    } else if header.columns.contains(where: { $0.text.lowercased().hasSuffix("timestamp_sincereboot(s)") }) {
      self = .sensorLog
    } else if hasColumn(startingWith: "gfx"), hasColumn(startingWith: "gfz") {
      self = .physicsToolbox
    } else if hasColumn(startingWith: "acc_x"), hasColumn(startingWith: "gyr_x"),
      ["counter", "packetcounter", "sampletimefine"].contains(where: hasColumn(startingWith:))
    {
      self = .xsens(hasRate: header.samplingRate != nil, isText: header.delimiter == UInt8(ascii: "\t"))
    } else {
      self = .plain
    }
  }

  init(
    formatName: String, units: [Quantity: String] = [:], names: [String: Content?] = [:], estimate: String? = nil,
    countsSamples: Bool = false
  ) {
    self.formatName = formatName
    self.units = units
    self.names = names
    self.estimate = estimate
    self.countsSamples = countsSamples
  }
}
