extension TableFormat {
  /// Names that begin with that of the sensor: Shimmer (`S1_Accel_LN_X_CAL`), APDM (`Foot/Acceleration/X`). Each sensor is a recording.
  static let namedSensor = TableFormat(
    name: "table of named sensors", recognition: "a line with columns such as S1_Gyro_X_CAL or Foot/Acceleration/X",
    matches: { header in
      guard !LogSchema.namesRecording(header) else { return false }
      var convention = TableConvention.plain
      convention.takeNames(of: header)
      var named = header
      named.apply(convention)
      return Set(named.columns.filter { $0.quantity == .angularRate }.map { $0.axis }).count == 3
    },
    complete: { convention, header in convention.takeNames(of: header) })

  /// The layout of the navigation community: the specific force f and the rate w.
  static let navigation = TableFormat(
    name: "navigation table", recognition: "a line with the columns f_x, ..., w_x, ...",
    matches: { header in navigationStems.contains { header.hasName("f\($0)x") && header.hasName("w\($0)x") } },
    complete: { convention, header in
      guard let stem = navigationStems.first(where: { header.hasName("f\($0)x") }) else { return }
      convention.names = TableConvention.columns("f\(stem)", .specificForce)
      convention.add(TableConvention.columns("w\(stem)", .angularRate))
    })

  /// The frames in the names of the navigation community: none, body, body against inertial.
  private static var navigationStems: [String] { ["", "b", "ib", "ibb"] }

  /// The CSV of `blackbox_decode`: Betaflight, Cleanflight, INAV. The accelerometer counts; the header of the binary log has the counts
  /// of 1 g, `acc_1G`, which the explorer of such logs writes before the columns.
  static let blackbox = TableFormat(
    name: "blackbox_decode", recognition: "a line with the columns gyroADC[0], accSmooth[0], ...",
    matches: { $0.hasName("gyroadc0") },
    complete: { convention, header in
      convention.units = [.angularRate: "deg/s", .time: "us"]
      if let counts = header.countsPerGravity { convention.scales[.specificForce] = 9.80665 / counts }
      for (stem, quantity) in [
        ("gyroadc", Quantity.angularRate), ("accsmooth", .specificForce), ("magadc", .magneticField),
      ] {
        convention.add(TableConvention.columns(stem, quantity, axes: ["0", "1", "2"]))
      }
    })
}

extension TableConvention {
  /// Words in names that say nothing of their content: the calibration and the range of a sensor.
  private static var fillers: Set<String> { ["cal", "ln", "wr", "unix"] }
  /// Words before an acceleration that has no gravity.
  private static var freeWords: Set<String> { ["user", "linear", "lin", "free"] }

  /// Takes the columns whose last words are a known name, or one of these stems; the words before are the body that carries the sensor.
  mutating func takeNames(of header: TableHeader, stems: [String: Quantity] = [:]) {
    var taken: Set<String> = []
    // Beside calibrated readings, raw ones do not count.
    let isRaw = !header.columns.contains { $0.words.contains("cal") }
    for column in header.columns {
      let words = column.words.filter { !Self.fillers.contains($0) && !(isRaw && $0 == "raw") }
      for start in words.indices.suffix(Self.mostWords) {
        let name = words[start...].joined()
        guard name.utf8.count >= 4, let content = Self.content(name, stems) else { continue }
        let body = words[..<start].joined(separator: "_")
        if start > 0, Self.freeWords.contains(words[start - 1]) { break }
        // Of two sensors of a kind, the first.
        if taken.insert("\(body) \(content.quantity) \(content.axis)").inserted {
          names[column.foldedName] = content
          if start > 0, Quantity.sensors.contains(content.quantity) { bodies[column.foldedName] = body }
        }
        break
      }
    }
    // Names that share no sensor are those of chips: all are one recording.
    var owners: [Quantity: Set<String>] = [:]
    for (name, body) in bodies {
      if let content = names[name], let quantity = content?.quantity { owners[quantity, default: []].insert(body) }
    }
    if owners.values.allSatisfy({ $0.count == 1 }) { bodies = [:] }
  }

  /// The most words of a name of a column behind those of its body.
  private static let mostWords = 8

  private static func content(_ name: String, _ stems: [String: Quantity]) -> Content? {
    if let known = ColumnName.content(of: name) { return Content(quantity: known.0, axis: known.1) }
    guard let quantity = stems[String(name.dropLast())],
      let axis = quantity.axes.firstIndex(where: { String($0) == name.suffix(1) })
    else { return nil }
    return Content(quantity: quantity, axis: axis)
  }
}
