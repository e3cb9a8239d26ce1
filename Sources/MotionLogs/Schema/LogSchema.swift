import MotionSamples

/// What to do with each column of a table: where its numbers go and what turns them into SI units.
struct LogSchema: Sendable {
  /// What to do with one column.
  struct Column: Sendable {
    /// The place among the values of a row; negative where the column is left out or holds the stamp.
    var slot: Int
    /// What the number is multiplied by.
    var factor: Double

    /// Not read.
    static let ignored = Column(slot: -1, factor: 1)
    /// The stamp.
    static let stamp = Column(slot: -2, factor: 1)
  }

  /// The columns in the order of the file.
  var columns: [Column]
  /// Their names, for messages.
  var names: [String]
  /// The byte between fields; a space stands for any run of white space.
  var delimiter: UInt8
  /// The unit of the stamps is 10^exponent ns; nil where rows are counted instead.
  var stampExponent: Int?
  /// What the reader says of the recording.
  var header: LogHeader

  /// Which columns a table must have.
  enum Purpose {
    /// At least one whole sensor.
    case recording
    /// A whole quaternion and stamps.
    case truth
  }

  /// Decides for every column; throws where one is missing, stands twice, or has no unit.
  init(
    _ table: TableHeader, options: LogOptions, path: String, purpose: Purpose = .recording
  ) throws(LogError) {
    let convention = TableConvention(of: table)
    columns = Array(repeating: .ignored, count: table.columns.count)
    names = table.columns.map(\.text)
    delimiter = table.delimiter
    header = LogHeader(
      formatName: convention.formatName, hasGyroscope: false, hasAccelerometer: false, hasMagnetometer: false)
    let builder = Builder(table: table, convention: convention, options: options, path: path)
    try builder.take(purpose == .recording ? Quantity.sensors : [], .attitude, into: &self)
    try builder.requireWhatIsNeeded(for: purpose, in: self)
    try builder.takeStamps(into: &self)
  }

  /// Whether a header names a whole sensor: the cheap test for a folder scan, which does not ask for units.
  static func namesRecording(_ table: TableHeader) -> Bool {
    Quantity.sensors.contains { quantity in
      Set(table.columns.filter { $0.quantity == quantity }.map(\.axis)).count == 3
    }
  }
}

extension LogSchema {
  /// The work of making a schema.
  fileprivate struct Builder {
    var table: TableHeader
    var convention: TableConvention
    var options: LogOptions
    var path: String

    func error(_ column: String?, _ message: String) -> LogError {
      LogError(path: path, line: table.line, column: column, message: message)
    }

    func indices(of quantity: Quantity) -> [Int] {
      table.columns.indices.filter { table.columns[$0].quantity == quantity }
    }

    /// Takes the sensors, the truth and the mark of movement.
    func take(
      _ sensors: [Quantity], _ truth: Quantity, into schema: inout LogSchema
    ) throws(LogError) {
      for quantity in sensors where quantity != .magneticField || options.usesMagnetometer {
        guard try takeVector(quantity, into: &schema) else { continue }
        switch quantity {
        case .angularRate: schema.header.hasGyroscope = true
        case .specificForce: schema.header.hasAccelerometer = true
        default: schema.header.hasMagnetometer = true
        }
      }
      schema.header.hasGroundTruth = try takeVector(truth, into: &schema)
      if !sensors.isEmpty { takeTemperature(into: &schema) }
      if let index = indices(of: .movement).first {
        schema.columns[index] = Column(slot: Quantity.movement.firstSlot, factor: 1)
      }
    }

    /// Takes the first temperature that is in degrees Celsius, as one without unit is, or in kelvin. Others are left out:
    /// no recording needs a temperature.
    func takeTemperature(into schema: inout LogSchema) {
      for index in indices(of: .temperature) {
        let unit = table.columns[index].unit ?? "degC"
        guard let slot = Quantity.temperatureSlot(ofUnit: unit) else { continue }
        schema.columns[index] = Column(slot: slot, factor: 1)
        schema.header.hasTemperature = true
        schema.header.units.append((schema.names[index], unit))
        return
      }
    }

    /// Takes the columns of a vector; false where it has none.
    func takeVector(_ quantity: Quantity, into schema: inout LogSchema) throws(LogError) -> Bool {
      let indices = indices(of: quantity)
      guard !indices.isEmpty else { return false }
      for (axis, letter) in quantity.axes.enumerated() {
        let ofAxis = indices.filter { table.columns[$0].axis == axis }
        if ofAxis.count > 1 {
          throw error(
            schema.names[ofAxis[1]], "the \(letter) of the \(quantity.sensorName) stands in two columns; rename one")
        }
        guard let index = ofAxis.first else {
          throw error(
            schema.names[indices[0]],
            "the \(quantity.sensorName) has no column for \(letter); it needs \(quantity.axes.map(String.init).joined(separator: ", "))"
          )
        }
        let factor = quantity == .attitude ? 1 : try factor(of: quantity, at: index, in: indices, schema: &schema)
        schema.columns[index] = Column(slot: quantity.firstSlot + axis, factor: factor)
      }
      return true
    }

    /// The factor of a column to SI: from its own unit, from that of another column of the group, from the
    /// documentation of the format, from the options.
    func factor(
      of quantity: Quantity, at index: Int, in group: [Int], schema: inout LogSchema
    ) throws(LogError) -> Double {
      let name = schema.names[index]
      let inHeader = table.columns[index].unit ?? group.lazy.compactMap { table.columns[$0].unit }.first
      let fromOption = quantity.unitSymbol(in: options)
      if let unit = inHeader, let factor = quantity.factor(ofUnit: unit) {
        schema.header.units.append((name, unit))
        return factor
      }
      if let unit = inHeader == nil ? convention.units[quantity] ?? fromOption : fromOption,
        let factor = quantity.factor(ofUnit: unit)
      {
        schema.header.units.append((name, unit))
        return factor
      }
      let known = quantity.unitSymbols.joined(separator: ", ")
      let problem =
        inHeader.map { "'\($0)' is not a known unit of the \(quantity.sensorName)" }
        ?? "the unit of the \(quantity.sensorName) is not in the header"
      let other = quantity == .magneticField ? ", or leave the sensor out with --no-magnetometer" : ""
      throw error(name, "\(problem); give it with \(quantity.unitOption) (\(known))\(other)")
    }

    /// Takes the stamps, or the sampling rate in their place.
    func takeStamps(into schema: inout LogSchema) throws(LogError) {
      let indices = indices(of: .time)
      guard let first = indices.first else {
        guard let rate = options.samplingRate else {
          throw error("t", "there is no column of time; name one (t [s]) or give --rate HZ")
        }
        guard rate > 0, rate.isFinite else {
          throw error("--rate", "\(rate) Hz is not a rate; it must be above zero")
        }
        return
      }
      // Where there are several, one that says its unit is better than one that does not.
      let index = indices.first { table.columns[$0].unit != nil } ?? first
      let factor = try factor(of: .time, at: index, in: [index], schema: &schema)
      schema.columns[index] = .stamp
      schema.stampExponent = [1: 9, 1e-3: 6, 1e-6: 3, 1e-9: 0][factor]
    }

    /// Throws where the columns do not serve the purpose.
    func requireWhatIsNeeded(for purpose: Purpose, in schema: LogSchema) throws(LogError) {
      let header = schema.header
      switch purpose {
      case .recording:
        if header.hasGyroscope || header.hasAccelerometer || header.hasMagnetometer { return }
        let isNumber = table.columns.allSatisfy { Double($0.text) != nil }
        throw error(
          nil,
          isNumber
            ? "the first line is numbers; it must name the columns, like t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],..."
            : "no column is known as that of a gyroscope, an accelerometer or a magnetometer (gyro_x, accel_x, mag_x, ...)"
        )
      case .truth:
        guard header.hasGroundTruth, !indices(of: .time).isEmpty else {
          throw error(nil, "a true attitude needs the columns timestamp, q_w, q_x, q_y, q_z")
        }
      }
    }
  }
}

extension Quantity {
  /// The option of the command line that gives its unit.
  fileprivate var unitOption: String {
    switch self {
    case .time: "--time-unit"
    case .angularRate: "--gyro-unit"
    case .specificForce: "--accel-unit"
    default: "--mag-unit"
    }
  }
}

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
