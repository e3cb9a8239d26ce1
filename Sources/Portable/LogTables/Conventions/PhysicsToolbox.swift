extension TableFormat {
  /// Physics Toolbox Sensor Suite. `ax` is without gravity.
  static let physicsToolbox = TableFormat(
    name: "Physics Toolbox", recognition: "a line with the columns gFx, ...",
    matches: { $0.hasColumn(startingWith: "gfx") && $0.hasColumn(startingWith: "gfz") },
    complete: { convention, _ in
      convention.units = [.time: "s", .angularRate: "rad/s", .specificForce: "g", .magneticField: "uT"]
      convention.names = TableConvention.columns("gf", .specificForce)
      convention.add(TableConvention.columns("b", .magneticField))
      for name in ["ax", "ay", "az"] { convention.names.updateValue(nil, forKey: name) }
    })
}
