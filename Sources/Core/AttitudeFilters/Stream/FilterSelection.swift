// Firmware selects its filter at compile time.
#if !hasFeature(Embedded)
  /// A filter and its non-default parameters by name, as chosen by a command line, a session or a file.
  public struct FilterSelection: Hashable, Sendable {
    /// The filter.
    public let kind: FilterKind
    /// The parameter values that were set, by name.
    public private(set) var values: [String: Double] = [:]

    /// A filter with default parameters.
    public init(_ kind: FilterKind = .default) { self.kind = kind }

    /// A filter with these parameters, which must have the filter's parameter type.
    @export(implementation)
    public init<Parameters: NamedParameters>(_ kind: FilterKind, _ parameters: Parameters) {
      self.init(kind, values: parameters.changedValues)
    }

    @usableFromInline
    init(_ kind: FilterKind, values: [String: Double]) {
      self.kind = kind
      self.values = values
    }

    /// Every parameter of the filter, with its value in this selection.
    public var parameters: [ParameterDescription] {
      var list = ListParameters(selection: self)
      return kind.perform(&list)
    }

    /// Whether the filter has a parameter with this name.
    public func hasParameter(_ name: String) -> Bool { parameters.contains { $0.name.description == name } }

    /// Sets a parameter by its name; a switch takes 0 and 1.
    public mutating func set(_ name: String, to value: Double) throws(ParameterError) {
      try ParameterError.check(name, value, parameters)
      values[name] = value
    }

    /// Sets the undisturbed magnetic field: strength in µT, dip in radians. Does nothing for filters without a magnetic
    /// reference.
    public mutating func setMagneticReference(strength: Double, dip: Double) {
      guard hasParameter("magnetic_reference_strength") else { return }
      values["magnetic_reference_strength"] = strength
      values["magnetic_reference_dip"] = dip
    }

    /// The parameters of the filter's type.
    @export(implementation)
    public func parameters<Parameters: NamedParameters>(as type: Parameters.Type) -> Parameters {
      var parameters = Parameters()
      for (name, value) in values { _ = name.withCString { parameters.set($0, to: value) } }
      return parameters
    }

    private struct ListParameters: FilterOperation {
      typealias Scalar = Double
      let selection: FilterSelection

      mutating func perform<Filter: AttitudeFilter>(
        for filter: Filter.Type
      ) -> [ParameterDescription] where Filter.Scalar == Double {
        selection.parameters(as: Filter.Parameters.self).descriptions
      }
    }
  }
#endif
