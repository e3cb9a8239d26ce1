/// Where a filter has the undisturbed magnetic field from.
enum MagneticReferenceChoice: String, NamedChoice {
  /// From what the magnetometer reads at the start.
  case learned
  /// From the World Magnetic Model.
  case model

  /// The rule for a command that keeps it at `path`.
  static func rule<Command>(at path: WritableKeyPath<Command, MagneticReferenceChoice>) -> OptionRule<Command> {
    .value(
      "magnetic-reference", "WHICH", path,
      "The field by which the default filters and vqf tell disturbances: learned from what is read at the start (default), "
        + "or that of the World Magnetic Model at --location, for a start beside steel or magnets. The magnetometer must be "
        + "calibrated then.")
  }

  static let placeIsMissing = "option '--magnetic-reference model' needs the place: --location LAT,LON"
}
