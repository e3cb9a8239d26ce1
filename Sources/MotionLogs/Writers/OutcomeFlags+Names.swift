import AttitudeFilters

extension OutcomeFlags {
  /// The flags with their names in output files, in the order of their bits.
  static let allNames: [(flag: OutcomeFlags, name: StaticString)] = [
    (.angularRateRejected, "angular_rate_rejected"),
    (.specificForceRejected, "specific_force_rejected"),
    (.magneticFieldRejected, "magnetic_field_rejected"),
    (.intervalRejected, "interval_rejected"),
    (.afterGap, "after_gap"),
    (.atRest, "at_rest"),
    (.initializing, "initializing"),
    (.fieldDisturbed, "field_disturbed"),
    (.saturated, "saturated"),
    (.correctedByJump, "corrected_by_jump"),
    (.discontinuity, "discontinuity"),
    (.angularRateAbsent, "angular_rate_absent"),
    (.specificForceAbsent, "specific_force_absent"),
    (.magneticFieldAbsent, "magnetic_field_absent"),
    (.headingUnknown, "heading_unknown"),
  ]

  /// The names of the flags that are set, as they stand in output files: `after_gap`, `at_rest` ...
  public var names: [String] {
    Self.allNames.filter { intersects($0.flag) }.map { $0.name.description }
  }
}
