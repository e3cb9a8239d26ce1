/// What the columns of a table hold, by the names in its header, as every reader of tables finds it.
public struct TableColumns: Sendable {
  /// The content of a column.
  public enum Content: Sendable {
    case time, angularRate, specificForce, magneticField, attitude, movement, velocityOverGround, forwardSpeed
  }

  /// A column.
  public struct Column: Sendable {
    /// What it holds; nil for a column that is not read.
    public var content: Content?
    /// The coordinate, 0 to 2 for x, y, z or east, north, up; of an attitude 0 to 3 for w, x, y, z.
    public var axis = 0
    /// The factor to s, rad/s, m/s², µT or m/s; NaN if ``TableColumns/error`` is not nil.
    public var factor = Double.nan
    /// Whether the header states the unit of its content.
    public var hasUnit = false
  }

  /// The columns in the order of the table.
  public private(set) var columns: [Column] = []
  /// Why a log of this header is refused; nil if it is not.
  public private(set) var error: LogError?

  /// The columns of a header. The units of the options replace those of the header; their rate is that of a table without timestamps.
  public init(_ names: [String], options: LogOptions = LogOptions(), path: String) {
    do throws(LogError) {
      let table = try TableHeader(columns: names, options: options, path: path)
      var options = options
      if table.columns.contains(where: { $0.quantity == .time }) { options.samplingRate = nil }
      columns = table.columns.map { column in
        Column(
          content: column.quantity.flatMap(Content.init), axis: column.axis,
          hasUnit: table.columns.contains { $0.quantity == column.quantity && $0.unit != nil })
      }
      let schema = try LogSchema(table, options: options, path: path)
      if schema.columns.contains(where: { $0.slot >= Quantity.gravity.firstSlot }) {
        throw LogError(path: path, message: "a vector or a time in several columns, which is read in files only")
      }
      for (index, column) in schema.columns.enumerated() { take(column, at: index, schema) }
    } catch {
      self.error = error
    }
  }

  private mutating func take(_ column: LogSchema.Column, at index: Int, _ schema: LogSchema) {
    if column.slot == LogSchema.Column.timestamp.slot, let exponent = schema.timestampExponent {
      columns[index].factor = [0: 1e-9, 3: 1e-6, 6: 1e-3, 9: 1][exponent] ?? .nan
      return
    }
    let quantities: [Quantity] = [
      .angularRate, .specificForce, .magneticField, .attitude, .movement, .temperature, .velocityOverGround,
      .forwardSpeed, .counter, .gravity, .nanoseconds,
    ]
    let quantity = quantities.last { $0.firstSlot <= column.slot }
    columns[index].content = quantity.flatMap(Content.init)
    columns[index].axis = quantity.map { column.slot - $0.firstSlot } ?? 0
    columns[index].factor = column.factor
  }

  /// The factor of a unit to rad/s, m/s², µT or s.
  ///
  /// - Throws: The units of the content, for a spelling of none of them.
  public static func factor(of unit: String, for content: Content) throws(LogError) -> Double {
    let quantity = content.quantity
    if let factor = quantity.factor(ofUnit: unit) { return factor }
    guard let reading = quantity.reading else { throw LogError(path: "unit", message: "values without a unit") }
    throw LogError(path: "unit", .unitsMissing([.init(reading, spelling: unit)], needsRate: false))
  }
}

extension TableColumns.Content {
  fileprivate init?(_ quantity: Quantity) {
    switch quantity {
    case .time: self = .time
    case .angularRate: self = .angularRate
    case .specificForce: self = .specificForce
    case .magneticField: self = .magneticField
    case .attitude: self = .attitude
    case .movement: self = .movement
    case .velocityOverGround: self = .velocityOverGround
    case .forwardSpeed: self = .forwardSpeed
    case .temperature, .counter, .gravity, .nanoseconds: return nil
    }
  }

  fileprivate var quantity: Quantity {
    switch self {
    case .time: .time
    case .angularRate: .angularRate
    case .specificForce: .specificForce
    case .magneticField: .magneticField
    case .attitude: .attitude
    case .movement: .movement
    case .velocityOverGround: .velocityOverGround
    case .forwardSpeed: .forwardSpeed
    }
  }
}
