import FileAccess
import LogTables
import MotionSamples
import Rotations

/// Parses rows that are JSON objects (RFC 8259) on one line. Unknown keys are skipped.
///
/// Goals, in order: never a number that is not in the text; timestamps exact to the nanosecond.
struct JSONRowParser {
  /// The use of the value of a key.
  private enum Target {
    case slot(Int, factor: Double)
    case timestamp(exponent: Int)
    case nothing
  }

  private let name: String
  private let options: LogOptions
  private let numbers = NumberParser()
  /// The keys seen so far; bounded, since garbage must not fill the memory.
  private var targets: [String: Target] = [:]
  private static let mostKeys = 64
  private static let deepestNesting = 8

  private var values: [Double] = []
  private var timestamp: Int64?
  private var line = 0

  init(name: String, options: LogOptions) {
    self.name = name
    self.options = options
  }

  /// Reads one object. `padded` is `ByteReader.padding` bytes, the object, a line feed, and the same padding again.
  mutating func parse(_ padded: [UInt8], number: Int) throws(LogError) -> (record: LogRecord, hasTimestamp: Bool) {
    values = Quantity.absentRow
    timestamp = nil
    line = number
    try padded.withUnsafeBufferPointer { bytes throws(LogError) in
      guard var cursor = bytes.baseAddress.map({ $0 + ByteReader.padding }) else { return }
      try readObject(&cursor, below: "", depth: 0)
      skipBlanks(&cursor)
      guard cursor.pointee == UInt8(ascii: "\n") else { throw error("text after the JSON object") }
    }
    guard values[..<9].contains(where: { !$0.isNaN }) else { throw error("no reading of a sensor") }
    let hasTruth = !values[9..<13].contains(where: \.isNaN)
    let time = timestamp ?? 0
    let record = values.withUnsafeMutableBufferPointer { values in
      LogRecord(timestamp: time, values: values.baseAddress!, hasGroundTruth: hasTruth)
    }
    return (record, timestamp != nil)
  }

  private mutating func readObject(
    _ cursor: inout UnsafePointer<UInt8>, below path: String, depth: Int
  ) throws(LogError) {
    guard depth < Self.deepestNesting else { throw error("more than \(Self.deepestNesting) levels of nesting") }
    try take("{", &cursor)
    skipBlanks(&cursor)
    if cursor.pointee == UInt8(ascii: "}") { return cursor += 1 }
    while true {
      let key = try readString(&cursor)
      try take(":", &cursor)
      try readValue(&cursor, of: path.isEmpty ? key : Self.key(path, axis: key), depth: depth)
      skipBlanks(&cursor)
      if cursor.pointee == UInt8(ascii: "}") { return cursor += 1 }
      try take(",", &cursor)
    }
  }

  /// Reads a list: the coordinates of a vector, or w, x, y, z.
  private mutating func readList(_ cursor: inout UnsafePointer<UInt8>, of key: String, depth: Int) throws(LogError) {
    guard depth < Self.deepestNesting else { throw error("more than \(Self.deepestNesting) levels of nesting") }
    try take("[", &cursor)
    skipBlanks(&cursor)
    if cursor.pointee == UInt8(ascii: "]") { return cursor += 1 }
    let axes = ColumnName(Self.key(key, axis: "w")).quantity == nil ? ["x", "y", "z"] : ["w", "x", "y", "z"]
    var index = 0
    while true {
      try readValue(&cursor, of: index < axes.count ? Self.key(key, axis: axes[index]) : "", depth: depth)
      index += 1
      skipBlanks(&cursor)
      if cursor.pointee == UInt8(ascii: "]") { return cursor += 1 }
      try take(",", &cursor)
    }
  }

  private mutating func readValue(_ cursor: inout UnsafePointer<UInt8>, of key: String, depth: Int) throws(LogError) {
    skipBlanks(&cursor)
    switch cursor.pointee {
    case UInt8(ascii: "{"): try readObject(&cursor, below: key, depth: depth + 1)
    case UInt8(ascii: "["): try readList(&cursor, of: key, depth: depth + 1)
    case UInt8(ascii: "\""): _ = try readString(&cursor)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      guard let word = Self.words.first(where: { word in word.indices.allSatisfy { cursor[$0] == word[$0] } }) else {
        throw error("invalid JSON value")
      }
      cursor += word.count
    default: try readNumber(&cursor, of: key)
    }
  }

  private static let words = ["true", "false", "null"].map { Array($0.utf8) }

  private mutating func readNumber(_ cursor: inout UnsafePointer<UInt8>, of key: String) throws(LogError) {
    let target = try target(of: key)
    if case .timestamp(let exponent) = target {
      guard case .value(let nanoseconds) = numbers.timestamp(at: &cursor, unitExponent: exponent) else {
        throw error("invalid timestamp", name: key)
      }
      timestamp = nanoseconds
      return
    }
    guard let value = numbers.number(at: &cursor) else { throw error("invalid JSON value", name: key) }
    if case .slot(let slot, let factor) = target { values[slot] = value * factor }
  }

  private mutating func target(of key: String) throws(LogError) -> Target {
    if let known = targets[key] { return known }
    let target = try newTarget(ColumnName(key))
    if targets.count < Self.mostKeys { targets[key] = target }
    return target
  }

  private func newTarget(_ column: ColumnName) throws(LogError) -> Target {
    guard let quantity = column.quantity else { return .nothing }
    if quantity == .magneticField && !options.usesMagnetometer { return .nothing }
    var factor = 1.0
    if let reading = quantity.reading, let unit = quantity.unitSymbol(in: options) ?? column.unit {
      guard let known = quantity.factor(ofUnit: unit) else {
        throw LogError(
          path: name, line: line, name: column.text, .unitsMissing([.init(reading, spelling: unit)], needsRate: false))
      }
      factor = known
    }
    if Quantity.aiding.contains(quantity) {
      guard let known = column.unit.flatMap({ quantity.factor(ofUnit: $0) }) else { return .nothing }
      factor = known
    }
    guard quantity == .time else { return .slot(quantity.firstSlot + column.axis, factor: factor) }
    return .timestamp(exponent: [1: 9, 1e-3: 6, 1e-6: 3][factor] ?? 0)
  }

  /// The name of a coordinate: `gyro [deg/s]` and x give `gyro_x [deg/s]`.
  private static func key(_ vector: String, axis: String) -> String {
    guard let bracket = vector.firstIndex(where: { $0 == "[" || $0 == "(" }) else { return "\(vector)_\(axis)" }
    return "\(vector[..<bracket].trimmed)_\(axis) \(vector[bracket...])"
  }

  private func readString(_ cursor: inout UnsafePointer<UInt8>) throws(LogError) -> String {
    try take("\"", &cursor)
    let start = cursor
    while cursor.pointee != UInt8(ascii: "\"") {
      guard cursor.pointee != UInt8(ascii: "\n") else { throw error("unterminated string") }
      // An escaped quote does not end the string. Names of columns need no escapes.
      if cursor.pointee == UInt8(ascii: "\\"), cursor[1] != UInt8(ascii: "\n") { cursor += 1 }
      cursor += 1
    }
    defer { cursor += 1 }
    return String(decoding: UnsafeBufferPointer(start: start, count: cursor - start), as: UTF8.self)
  }

  private func take(_ mark: Unicode.Scalar, _ cursor: inout UnsafePointer<UInt8>) throws(LogError) {
    skipBlanks(&cursor)
    guard cursor.pointee == UInt8(ascii: mark) else { throw error("invalid JSON: expected '\(mark)'") }
    cursor += 1
  }

  private func skipBlanks(_ cursor: inout UnsafePointer<UInt8>) {
    while cursor.pointee == UInt8(ascii: " ") || cursor.pointee == UInt8(ascii: "\t") { cursor += 1 }
  }

  private func error(_ message: String, name key: String? = nil) -> LogError {
    LogError(path: name, line: line, name: key, message: message)
  }
}
