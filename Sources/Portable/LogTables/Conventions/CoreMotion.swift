extension TableFormat {
  /// The columns of Core Motion's device motion, in own applications, the Apple Watch, Sensor Logger and MotionSense (M. Malekzadeh et
  /// al., "Mobile sensor data anonymization", IoTDI 2019). Gravity and the acceleration without it are in g, with Apple's sign: -1 g along
  /// the axis that points up. Source: Apple, "CMDeviceMotion".
  static let coreMotion = TableFormat(
    name: "Core Motion", recognition: "a line with the columns rotationRateX, gravityX, ...",
    matches: { $0.hasName(endingWith: "rotationratex") && $0.hasName(endingWith: "gravityx") },
    complete: { convention, header in
      convention.units = [.angularRate: "rad/s", .specificForce: "g", .gravity: "g", .magneticField: "uT"]
      // Sensor Logger writes the time of day in ns beside the seconds since the start.
      if header.hasName("secondselapsed") { convention.units[.time] = "ns" }
      let vectors: [(stem: String, quantity: Quantity)] = [
        ("rotationrate", .angularRate), ("gravity", .gravity), ("magneticfield", .magneticField),
        ("quaternion", .attitude),
      ]
      for (stem, quantity) in vectors {
        if let name = header.stem(endingWith: stem) { convention.add(TableConvention.columns(name, quantity)) }
      }
      // Names may begin with that of the object: motion.gravity.x.
      let object = header.stem(endingWith: "gravity")?.dropLast("gravity".utf8.count) ?? ""
      if let name = header.stem(endingWith: "useracceleration")
        ?? (header.hasName("\(object)accelerationx") ? "\(object)acceleration" : nil)
      {
        convention.add(TableConvention.columns(name, .specificForce))
      }
      convention.signs = [.specificForce: -1, .gravity: -1]
      convention.estimate = "quaternion"
    })
}
