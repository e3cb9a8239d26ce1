import MotionSamples

/// Where the numbers of each column of a table go, and their factors to SI units.
package struct LogSchema: Sendable {
  /// The use of one column.
  package struct Column: Sendable {
    /// The index among the values of a row; negative for ignored columns and the timestamp.
    package var slot: Int
    /// The factor to SI units.
    package var factor: Double

    package static let ignored = Column(slot: -1, factor: 1)
    package static let timestamp = Column(slot: -2, factor: 1)
    /// A timestamp as date and time of day.
    static let calendar = Column(slot: -3, factor: 1)
  }

  /// The columns in the order of the file.
  package var columns: [Column]
  /// Their names, for messages.
  package var names: [String]
  /// The byte between fields; a space stands for any run of white space.
  package var delimiter: UInt8
  /// The unit of the timestamps is 10^exponent ns; nil if rows are counted instead.
  package var timestampExponent: Int?
  /// The clock of a table whose timestamps count something else than nanoseconds times a power of ten; nil for others.
  package var tick: SampleCounter?
  /// Whether a column has the nanoseconds of the timestamps, whose seconds are in another.
  package private(set) var hasNanoseconds = false
  /// The header for the reader.
  package var header: LogHeader

  /// The columns that a table must have.
  package enum Purpose {
    /// At least one whole sensor.
    case recording
    /// A whole quaternion and timestamps.
    case truth
    /// Timestamps: a part of a recording of several files.
    case part
  }

  /// The schema of a table. Throws if a column is missing, occurs twice, or has no unit.
  package init(
    _ table: TableHeader, options: LogOptions, path: String, purpose: Purpose = .recording
  ) throws(LogError) {
    let (convention, bodies) = (table.convention, table.bodies)
    if bodies.count > 1 { throw LogError(path: path, line: table.line, .recordingNotChosen(bodies)) }
    columns = Array(repeating: .ignored, count: table.columns.count)
    names = table.columns.map { $0.text }
    delimiter = table.delimiter
    header = LogHeader(
      formatName: convention.formatName, hasGyroscope: false, hasAccelerometer: false, hasMagnetometer: false)
    var builder = Builder(table: table, convention: convention, options: options, path: path)
    if purpose != .recording { builder.options.samplingRate = nil }
    try builder.take(purpose == .truth ? [] : Quantity.sensors, .attitude, into: &self)
    try builder.requireWhatIsNeeded(for: purpose, in: self)
    try builder.takeTimestamps(into: &self)
    try builder.requireUnits()
    header.unusedOptions =
      purpose == .recording ? options.unusedUnits(in: header, hasTimestamps: options.samplingRate == nil) : []
    header.gravityFree = table.gravityFree
    header.recordingName = table.bodyCount > 1 ? bodies.first : nil
    // A magnetometer that is to be left out is not unused.
    header.unusedColumns = zip(names.indices, columns).filter { index, column in
      column.slot == Column.ignored.slot && !names[index].isEmpty
        && (options.usesMagnetometer || table.columns[index].quantity != .magneticField)
    }.map { names[$0.0] }
  }

  /// Whether a header names all axes of a sensor, with or without units.
  package static func namesRecording(_ table: TableHeader) -> Bool {
    Quantity.sensors.contains { quantity in
      Set(table.columns.filter { $0.quantity == quantity }.map { $0.axis }).count == 3
    }
  }
}

extension TableHeader {
  /// Whether it names an attitude, so that a table without sensors is a result or a reference, not a damaged log.
  package var namesAttitude: Bool {
    let angles = ["yaw", "pitch", "roll", "euler"]
    return columns.count { $0.quantity == .attitude } >= 4
      || columns.contains { column in angles.contains { column.text.lowercased().hasPrefix($0) } }
  }
}

extension LogSchema {
  /// The work of making a schema.
  fileprivate struct Builder {
    var table: TableHeader
    var convention: TableConvention
    var options: LogOptions
    var path: String
    /// The columns without a unit, the first of each kind of readings.
    private var gaps: [(column: Int, gap: LogError.UnitGap)] = []
    private var needsRate = false

    init(table: TableHeader, convention: TableConvention, options: LogOptions, path: String) {
      (self.table, self.convention, self.options, self.path) = (table, convention, options, path)
    }

    func error(at column: Int? = nil, _ fact: LogError.Fact) -> LogError {
      LogError(
        path: path, line: table.line, column: table.line == nil ? nil : column.map { $0 + 1 },
        name: column.map { table.columns[$0].text }, fact)
    }

    func indices(of quantity: Quantity) -> [Int] {
      table.columns.indices.filter { table.columns[$0].quantity == quantity }
    }

    /// Takes the sensors, the true attitude and the movement column.
    mutating func take(
      _ sensors: [Quantity], _ truth: Quantity, into schema: inout LogSchema
    ) throws(LogError) {
      for quantity in sensors where quantity != .magneticField || options.usesMagnetometer {
        guard try takeVector(quantity, into: &schema) else { continue }
        switch quantity {
        case .angularRate: schema.header.hasGyroscope = true
        case .specificForce:
          schema.header.hasAccelerometer = true
          _ = try takeVector(.gravity, into: &schema)
        default: schema.header.hasMagnetometer = true
        }
      }
      if let estimate = convention.estimate, !indices(of: truth).isEmpty {
        schema.header.contents = RecordingContents(attitudes: [estimate])
      }
      if convention.estimate == nil || convention.estimate == options.truthTopic {
        schema.header.hasGroundTruth = try takeVector(truth, into: &schema)
      }
      if !sensors.isEmpty {
        takeTemperature(into: &schema)
        for quantity in Quantity.aiding { takeAiding(quantity, into: &schema) }
      }
      if let index = indices(of: .movement).first {
        schema.columns[index] = Column(slot: Quantity.movement.firstSlot, factor: 1)
      }
    }

    /// Takes the first temperature in kelvin or degrees Celsius, the default. Others are ignored.
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

    /// Takes a velocity with a known unit; that over ground needs east and north. Others are ignored, since logs use these
    /// names for other speeds too.
    func takeAiding(_ quantity: Quantity, into schema: inout LogSchema) {
      let indices = indices(of: quantity)
      let group = indices.lazy.compactMap { table.columns[$0].unit }.first
      var columns: [Int: Int] = [:]
      for index in indices where columns[table.columns[index].axis] == nil {
        columns[table.columns[index].axis] = index
      }
      let units = columns.mapValues { table.columns[$0].unit ?? group ?? "" }
      let factors = units.compactMapValues { quantity.factor(ofUnit: $0) }
      guard factors.count == columns.count, columns[0] != nil else { return }
      if quantity == .velocityOverGround {
        guard columns[1] != nil else { return }
        schema.header.hasVelocityOverGround = true
      } else {
        schema.header.hasForwardSpeed = true
      }
      for (axis, index) in columns.sorted(by: { $0.key < $1.key }) {
        schema.columns[index] = Column(slot: quantity.firstSlot + axis, factor: factors[axis] ?? 1)
        schema.header.units.append((schema.names[index], units[axis] ?? ""))
      }
    }

    /// Takes the columns of a vector; false if the table has none.
    mutating func takeVector(_ quantity: Quantity, into schema: inout LogSchema) throws(LogError) -> Bool {
      let indices = indices(of: quantity)
      guard !indices.isEmpty else { return false }
      for (axis, letter) in quantity.axes.enumerated() {
        let ofAxis = indices.filter { table.columns[$0].axis == axis }
        if ofAxis.count > 1 {
          throw error(
            at: ofAxis[1], .invalid("second column for \(letter) of the \(quantity.sensorName); rename one of them"))
        }
        guard let index = ofAxis.first else {
          let needed = quantity.axes.map(String.init).joined(separator: ", ")
          throw error(
            at: indices[0],
            .invalid("missing column for \(letter) of the \(quantity.sensorName), which needs \(needed)"))
        }
        let factor = quantity == .attitude ? 1 : factor(of: quantity, at: index, in: indices, schema: &schema)
        let sign = convention.signs[quantity] ?? 1
        guard Quantity.sensors.contains(quantity) else {
          schema.columns[index] = Column(slot: quantity.firstSlot + axis, factor: factor * sign)
          continue
        }
        let target = convention.orientation[axis]
        schema.columns[index] = Column(slot: quantity.firstSlot + target.axis, factor: factor * sign * target.sign)
      }
      return true
    }

    /// The factor of a column to SI units: from the options, its own unit, that of another column of the group, or the
    /// documentation of the format, in this order. Without one the column is a gap.
    mutating func factor(of quantity: Quantity, at index: Int, in group: [Int], schema: inout LogSchema) -> Double {
      let name = schema.names[index]
      let inHeader = table.columns[index].unit ?? group.compactMap { table.columns[$0].unit }.first
      for unit in [quantity.unitSymbol(in: options), convention.scales[quantity] == nil ? inHeader : nil] {
        guard let unit, let factor = quantity.factor(ofUnit: unit) else { continue }
        schema.header.units.append((name, unit))
        return factor
      }
      if let scale = convention.scales[quantity] {
        schema.header.units.append((name, "\(scale) \(quantity.reading?.unitSymbols.first ?? "")"))
        return scale
      }
      if inHeader == nil, let unit = convention.units[quantity], let factor = quantity.factor(ofUnit: unit) {
        schema.header.units.append((name, unit))
        return factor
      }
      if let reading = quantity.reading, !gaps.contains(where: { $0.gap.reading == reading }) {
        gaps.append((index, LogError.UnitGap(reading, spelling: inHeader)))
      }
      return 1
    }

    /// Throws all units that are missing.
    func requireUnits() throws(LogError) {
      if let first = gaps.first {
        throw error(
          at: first.column, .unitsMissing(gaps.map { $0.gap }, needsRate: needsRate, gravityFree: table.gravityFree))
      }
      if needsRate { throw error(.rateMissing) }
    }

    /// Takes the timestamps, or the sampling rate in their place.
    mutating func takeTimestamps(into schema: inout LogSchema) throws(LogError) {
      if let rate = options.samplingRate {
        guard RowClock.rates.contains(rate) else { throw error(.rateInvalid(rate)) }
        return
      }
      if convention.countsSamples, let rate = table.samplingRate, let index = indices(of: .counter).first {
        schema.columns[index] = Column(slot: Quantity.counter.firstSlot, factor: 1)
        schema.tick = SampleCounter(nanoseconds: 1e9 / rate, wrap: 65536)
        schema.timestampExponent = 0
        schema.header.units.append((schema.names[index], "1/(\(rate) Hz)"))
        return
      }
      let indices = indices(of: .time)
      guard let first = indices.first else {
        needsRate = true
        return
      }
      // Of several, the first with a unit.
      let index = indices.first { table.columns[$0].unit != nil } ?? first
      let field = table.firstRow[safe: index] ?? ""
      // A date in another form is refused by its row.
      if CalendarTime.matches(field) || field.contains(":") {
        schema.columns[index] = .calendar
        schema.timestampExponent = 0
        schema.header.units.append((schema.names[index], "date and time"))
        return
      }
      // As another unit, 19 digits are at least 31 years from a start.
      if convention.units[.time] == nil, field.utf8.count == 19, field.allSatisfy({ "0"..."9" ~= $0 }) {
        convention.units[.time] = "ns"
      }
      let factor = factor(of: .time, at: index, in: [index], schema: &schema)
      schema.columns[index] = .timestamp
      if let rest = self.indices(of: .nanoseconds).first {
        schema.columns[rest] = Column(slot: Quantity.nanoseconds.firstSlot, factor: 1)
        schema.hasNanoseconds = true
      }
      schema.timestampExponent = [1: 9, 1e-3: 6, 1e-6: 3, 1e-9: 0][factor]
      guard schema.timestampExponent == nil else { return }
      schema.columns[index] = Column(slot: Quantity.counter.firstSlot, factor: 1)
      schema.tick = SampleCounter(nanoseconds: factor * 1e9, wrap: nil)
      schema.timestampExponent = 0
    }

    /// Throws if a column that the purpose needs is missing.
    func requireWhatIsNeeded(for purpose: Purpose, in schema: LogSchema) throws(LogError) {
      let header = schema.header
      switch purpose {
      case .recording:
        if header.hasGyroscope || header.hasAccelerometer || header.hasMagnetometer { return }
        let isNumber = table.columns.allSatisfy { NumberParser.number(in: $0.text) != nil }
        if isNumber { throw error(.headerMissing) }
        if !table.gravityFree.isEmpty {
          throw error(
            .invalid(
              "\(table.gravityFree.joined(separator: ", ")): acceleration without gravity; record it with gravity"))
        }
        throw error(.invalid("no column of a gyroscope, accelerometer or magnetometer (gyro_x, accel_x, mag_x, ...)"))
      case .part:
        if !indices(of: .time).isEmpty { return }
        throw error(.invalid("no column of timestamps"))
      case .truth:
        guard header.hasGroundTruth, !indices(of: .time).isEmpty else {
          throw error(.invalid("a true attitude needs the columns timestamp, q_w, q_x, q_y, q_z"))
        }
      }
    }
  }
}
