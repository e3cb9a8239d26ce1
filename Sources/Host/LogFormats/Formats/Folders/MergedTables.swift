import FileAccess
import LogTables

/// The tables of one recording, merged by time. Each sensor has its own clock.
struct MergedTables: EventSource {
  private var parts: [PartEvents]

  /// The largest number of rows per call.
  private static let rowsPerCall = 256

  /// Opens the parts of a recording. Throws if one is unreadable, or a unit is missing; `gravityFree` are accelerations without gravity,
  /// where no part has it.
  init(_ parts: [RecordingPart], gravityFree: [String], options: LogOptions) throws(LogError) {
    self.parts = []
    var gaps: (first: LogError, all: [LogError.UnitGap])?
    for part in parts {
      do throws(LogError) {
        self.parts.append(try PartEvents(part, options: options))
      } catch {
        guard case .unitsMissing(let missing, _, _) = error.fact else { throw error }
        let known = gaps?.all ?? []
        gaps = (gaps?.first ?? error, known + missing.filter { gap in !known.contains { $0.reading == gap.reading } })
      }
    }
    guard let gaps else { return }
    var error = gaps.first
    error.fact = .unitsMissing(gaps.all, needsRate: false, gravityFree: gravityFree)
    throw error
  }

  var damage: LogDamage? {
    var total = LogDamage()
    for damage in parts.flatMap(\.damage) { total.add(damage) }
    return total
  }

  mutating func read(into events: inout [SensorEvent]) throws(LogError) -> Bool {
    for _ in 0..<Self.rowsPerCall {
      var next: Int?
      var earliest = Int64.max
      for index in parts.indices {
        guard let time = parts[index].timestamp, time < earliest || next == nil else { continue }
        (next, earliest) = (index, time)
      }
      guard let next else { return false }
      try parts[next].take(into: &events)
    }
    return true
  }

  /// The header of the recording.
  func header(formatName: String, attitudes: [String]) -> LogHeader {
    func has(_ kind: StreamKinds, _ property: KeyPath<LogHeader, Bool>) -> Bool {
      parts.contains { $0.part.kinds.contains(kind) && $0.header[keyPath: property] }
    }
    var header = LogHeader(
      formatName: formatName, hasGyroscope: has(.gyroscope, \.hasGyroscope),
      hasAccelerometer: has(.accelerometer, \.hasAccelerometer), hasMagnetometer: has(.magnetometer, \.hasMagnetometer),
      hasGroundTruth: has(.attitude, \.hasGroundTruth))
    header.hasTemperature = has(.temperature, \.hasTemperature)
    let kinds: [(StreamKinds, KeyPath<LogHeader, Bool>)] = [
      (.gyroscope, \.hasGyroscope), (.accelerometer, \.hasAccelerometer), (.magnetometer, \.hasMagnetometer),
      (.temperature, \.hasTemperature), (.attitude, \.hasGroundTruth),
    ]
    let streams = kinds.flatMap { kind, property in
      parts.filter { $0.part.kinds.contains(kind) && $0.header[keyPath: property] }.map { (kind.name, $0.part.name) }
    }
    header.units = parts.flatMap { part in part.header.units.map { ("\(part.part.name): \($0.column)", $0.unit) } }
    header.contents = RecordingContents(streams: streams, attitudes: attitudes)
    return header
  }

  /// The reader of a recording. Throws if it has no gyroscope, whose readings make the rows.
  static func reader(
    _ parts: [RecordingPart], formatName: String, options: LogOptions, path: String,
    gravityFree: [String] = [], complete: (inout LogHeader) -> Void = { _ in }
  ) throws(LogError) -> any MotionLogReader {
    let attitudes = parts.filter { $0.kinds.contains(.attitude) }
    let used = parts.filter {
      (!$0.kinds.contains(.attitude) || $0.name == options.truthTopic)
        && ($0.kinds != .magnetometer || options.usesMagnetometer)
    }
    let tables = try MergedTables(used, gravityFree: gravityFree, options: options)
    var header = tables.header(formatName: formatName, attitudes: attitudes.map(\.name))
    header.unusedOptions =
      options.unusedUnits(in: header, hasTimestamps: true) + (options.samplingRate == nil ? [] : ["rate"])
    header.gravityFree = gravityFree
    complete(&header)
    guard header.hasGyroscope else {
      throw LogError(path: path, message: "no gyroscope among the files of the recording")
    }
    return StreamedLogReader(tables, header: header)
  }
}
