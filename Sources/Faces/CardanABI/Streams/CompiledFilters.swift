import AttitudeFilters

// A build has all filters, or, for firmware with little flash, one: with `-D CARDAN_ONLY_DEFAULT`, `-D CARDAN_ONLY_VQF` or
// `-D CARDAN_ONLY_MADGWICK`. The switch over filters would link the code of all.
extension FilterKind {
  /// The filter that a build with one has, otherwise the default one.
  static var first: FilterKind {
    #if CARDAN_ONLY_VQF
      .vqf
    #elseif CARDAN_ONLY_MADGWICK
      .madgwick
    #else
      .default
    #endif
  }

  /// Whether the build has the filter.
  var isCompiled: Bool {
    #if CARDAN_ONLY_DEFAULT || CARDAN_ONLY_VQF || CARDAN_ONLY_MADGWICK
      self == .first
    #else
      true
    #endif
  }

  /// Performs an operation with the type of a filter that the build has.
  @inline(__always)
  func performCompiled<Operation: FilterOperation>(_ operation: inout Operation) -> Operation.Result {
    #if CARDAN_ONLY_DEFAULT
      operation.perform(for: DefaultFilter<Operation.Scalar>.self)
    #elseif CARDAN_ONLY_VQF
      operation.perform(for: VQFFilter<Operation.Scalar>.self)
    #elseif CARDAN_ONLY_MADGWICK
      operation.perform(for: MadgwickFilter<Operation.Scalar>.self)
    #else
      perform(&operation)
    #endif
  }
}
