/// What the documentation of a text format adds to its header.
package struct TableConvention: Sendable {
  /// The coordinate of a quantity that a column holds.
  package struct Content: Sendable {
    package var quantity: Quantity
    package var axis: Int

    /// A coordinate from its parts.
    package init(quantity: Quantity, axis: Int) { (self.quantity, self.axis) = (quantity, axis) }
  }

  /// The name of the format.
  package var formatName: String
  /// Units missing in the header, by quantity.
  package var units: [Quantity: String] = [:]
  /// Names that only this format has, in lower case without separators and unit. Nil for columns to ignore.
  package var names: [String: Content?] = [:]
  /// Factors to SI units in place of units.
  package var scales: [Quantity: Double] = [:]
  /// Signs of vectors that point the other way.
  package var signs: [Quantity: Double] = [:]
  /// For each axis of the file, its axis in the row and its sign.
  package var orientation: [(axis: Int, sign: Double)] = [(0, 1), (1, 1), (2, 1)]
  /// The name of the attitude if it is an estimate of the device, which is read only if `LogOptions.truthTopic` names it.
  package var estimate: String?
  /// The names of the bodies that carry a sensor, by that of the column, where names begin with them.
  var bodies: [String: String] = [:]
  /// Whether timestamps are missing and a column counts the samples.
  var countsSamples = false

  /// A convention from its name, and units missing in the header.
  package init(formatName: String, units: [Quantity: String] = [:]) {
    (self.formatName, self.units) = (formatName, units)
  }

  /// The convention of a table, by the names of its columns.
  package init(of header: TableHeader) {
    self = .plain
    guard let format = TableFormat.all.first(where: { $0.matches(header) }) else { return }
    formatName = format.name
    format.complete(&self, header)
  }

  /// A table with its units in the header.
  package static let plain = TableConvention(formatName: TableFormat.plainName)

  /// Adds names of columns. `merge` casts, which Embedded Swift cannot.
  package mutating func add(_ columns: [String: Content?]) {
    for (name, content) in columns { names.updateValue(content, forKey: name) }
  }

  /// The names of the columns of a vector.
  package static func columns(_ stem: String, _ quantity: Quantity, axes: [String]? = nil) -> [String: Content?] {
    let axes = axes ?? quantity.axes.map(String.init)
    return Dictionary(
      uniqueKeysWithValues: axes.enumerated().map { (stem + $1, Content(quantity: quantity, axis: $0)) })
  }
}

/// A format of text tables: each has a file in `Conventions`, and its name in `all`.
package struct TableFormat: Sendable {
  /// The name in headers and lists.
  package var name: String
  /// How a file is recognised, for the list of formats.
  package var recognition: String
  /// Whether a table with this header is of this format.
  var matches: @Sendable (TableHeader) -> Bool
  /// Adds what the documentation of the format says to the convention of a table with this header.
  var complete: @Sendable (inout TableConvention, TableHeader) -> Void

  /// Every format of text tables, in the order in which a header is compared with them.
  package static var all: [TableFormat] {
    [
      .sensorLog, .physicsToolbox, .xsens, .repoIMU, .euroc, .coreMotion, .ros, .blackbox, .navigation, .namedSensor,
      .plain,
    ]
  }

  fileprivate static let plainName = "CSV with units in the header"

  /// Any other table with named columns and their units.
  static let plain = TableFormat(
    name: plainName, recognition: "a line that names columns", matches: { _ in true }, complete: { _, _ in })
}
