extension TableFormat {
  /// Xsens: MT Manager's `.txt` counts samples at the rate of its comments; the `.csv` of DOT has `SampleTimeFine` in µs, and no
  /// unit for the gyroscope. The magnetic field is normalized.
  static let xsens = TableFormat(
    name: "Xsens", recognition: "a line with the columns Counter or SampleTimeFine, Acc_X, ...",
    matches: { header in
      header.hasColumn(startingWith: "acc_x") && header.hasColumn(startingWith: "gyr_x")
        && ["counter", "packetcounter", "sampletimefine"].contains(where: header.hasColumn(startingWith:))
    },
    complete: { convention, header in
      let (hasRate, isText) = (header.samplingRate != nil, header.delimiter == UInt8(ascii: "\t"))
      convention.units = [.specificForce: "m/s^2", .magneticField: "a.u."]
      convention.names = TableConvention.columns("quatq", .attitude, axes: ["0", "1", "2", "3"])
      convention.estimate = "Quat"
      convention.countsSamples = hasRate
      if isText { convention.units[.angularRate] = "rad/s" }
      if hasRate {
        for name in ["counter", "packetcounter"] {
          convention.names[name] = TableConvention.Content(quantity: .counter, axis: 0)
        }
      } else if !isText {
        convention.names["sampletimefine"] = TableConvention.Content(quantity: .time, axis: 0)
        convention.units[.time] = "us"
      }
    })
}
