extension TableFormat {
  /// Messages sensor_msgs/Imu as a table: `rostopic echo -p`, bagpy, and names joined by dots or underscores. The linear acceleration of
  /// such a message is the specific force. The orientation is an estimate of the device.
  static let ros = TableFormat(
    name: "ROS messages as a table",
    recognition: "a line with the columns angular_velocity.x, linear_acceleration.x, ...",
    matches: { header in
      header.hasName(endingWith: "angularvelocityx") && header.hasName(endingWith: "linearaccelerationx")
    },
    complete: { convention, header in
      convention.units = [.angularRate: "rad/s", .specificForce: "m/s^2"]
      convention.estimate = "orientation"
      convention.takeNames(of: header, stems: ["linearacceleration": .specificForce])
      // The time of the message is that of its readings; others are those of its arrival.
      let names = header.columns.map { $0.foldedName }
      let stamps = names.filter { $0.hasSuffix("headerstamp") || $0.hasSuffix("stampsecs") || $0.hasSuffix("stampsec") }
      let others = ["rosbagtimestamp", "time", "timestamp"]
      guard let time = stamps.first ?? others.first(where: names.contains) else { return }
      for (name, content) in convention.names where content?.quantity == .time {
        convention.names.updateValue(nil, forKey: name)
      }
      for name in others { convention.names.updateValue(nil, forKey: name) }
      convention.names[time] = .init(quantity: .time, axis: 0)
      let index = names.firstIndex(of: time) ?? 0
      if header.firstRow[safe: index]?.contains(".") == true { convention.units[.time] = "s" }
    })
}
