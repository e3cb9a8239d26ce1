// Firmware sets parameters by zero-terminated names only.
#if !hasFeature(Embedded)
  extension NamedParameters {
    /// Every parameter, with its value.
    @export(implementation)
    public var descriptions: [ParameterDescription] { (0..<parameterCount).compactMap { parameter(at: $0) } }

    /// The values that differ from the defaults, by name.
    @export(implementation)
    public var changedValues: [String: Double] {
      var values: [String: Double] = [:]
      for (parameter, fresh) in zip(descriptions, Self().descriptions) where parameter.value != fresh.value {
        values[parameter.name.description] = parameter.value
      }
      return values
    }

    /// Sets a parameter by its name; a switch takes 0 and 1, a choice the index of a value.
    @export(implementation)
    public mutating func set(_ name: String, to value: Double) throws(ParameterError) {
      try ParameterError.check(name, value, descriptions)
      _ = name.withCString { set($0, to: value) }
    }
  }

  extension ParameterDescription {
    /// The names of the values of a choice in order; none for numbers and switches.
    public var choiceNames: [String] { choices.description.split(separator: " ").map(String.init) }
  }

  /// The reason why a parameter could not be set.
  public enum ParameterError: Error, Sendable {
    /// No parameter has the name; the parameters that there are.
    case unknownName(String, [ParameterDescription])
    /// The value is not finite or outside the parameter's range.
    case outOfRange(ParameterDescription, Double)

    /// Throws if the parameters have none of this name or none that takes the value.
    @usableFromInline
    static func check(
      _ name: String, _ value: Double, _ parameters: [ParameterDescription]
    ) throws(ParameterError) {
      guard let parameter = parameters.first(where: { $0.name.description == name }) else {
        throw .unknownName(name, parameters)
      }
      let isWhole = !parameter.isSwitch && parameter.choiceNames.isEmpty || value.rounded() == value
      let isAllowed = value.isFinite && parameter.range.contains(value) && isWhole
      guard isAllowed else { throw .outOfRange(parameter, value) }
    }
  }
#endif
