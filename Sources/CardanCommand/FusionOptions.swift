import LogProcessing

/// The options that say how a log is fused, but for the filter: the same for `fuse` and `evaluate`.
enum FusionOptions {
  /// The rules for a command that keeps them at `path` and the calibration at `calibration`.
  static func rules<Command>(
    at path: WritableKeyPath<Command, LogFusion>, calibration: WritableKeyPath<Command, CalibrationChoice?>
  ) -> [OptionRule<Command>] {
    [
      .value(
        "calibration", "FILE", calibration,
        "Take the errors of the sensors out first: a result of 'cardan calibrate'."),
      .flag(
        "smooth", path.appending(path: \.smooths), true,
        "Judge every row by the whole recording, before and after it, instead of filtering: more accurate, not live."),
      .flag(
        "no-magnetometer", path.appending(path: \.usesMagnetometer), false,
        "Leave the magnetometer out; the heading is then relative and drifts."),
      .value(
        "axes", "X,Y,Z", path.appending(path: \.axisMapping),
        "The sensor axes that are read for body x, y and z, for a sensor mounted in quarter turns (default: x,y,z)."),
      .value(
        "output-lead", "SECONDS", path.appending(path: \.outputLead),
        "Give the attitude for this much later than the sample; for the default filters only (default: 0).",
        expectation: "a number from -0.1 to 0.1"
      ) { abs($0) <= 0.1 },
      .value(
        "velocity-density", "DENSITY", path.appending(path: \.velocityBounded.velocityDensity),
        "How freely the carrier moves, in (m/s)^2 s; for the default filters: 0.1 for a body or a hand (default), about 2 "
          + "for a drone or a car, which hold a speed for seconds.",
        expectation: "a number from 0.001 to 100"
      ) { (0.001...100).contains($0) },
    ]
  }

  /// Checks the filters against the options.
  static func validate(
    _ filters: [FilterChoice], _ fusion: LogFusion, _ calibration: CalibrationChoice?
  ) throws(UsageError) {
    if let axes = calibration?.file.provenance?.axes, axes != fusion.axisMapping.description {
      throw UsageError(
        "option '--calibration': the file was made with --axes \(axes); fuse with the same, not \(fusion.axisMapping)")
    }
    if fusion.smooths {
      guard filters == [.default] else { throw UsageError("option '--smooth' takes the place of a filter") }
      guard fusion.outputLead == 0 else { throw UsageError("option '--smooth' does not go with '--output-lead'") }
    }
    guard fusion.outputLead != 0, let other = filters.first(where: { !$0.hasOutputLead }) else { return }
    throw UsageError(
      "option '--output-lead' only goes with '--filter default' and 'default14', not '\(other.rawValue)'")
  }
}
