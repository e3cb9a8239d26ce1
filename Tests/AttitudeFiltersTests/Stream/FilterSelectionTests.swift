import AttitudeFilters
import Testing

/// Parameters by name.
@Suite struct FilterSelectionTests {
  @Test(arguments: FilterKind.allCases) func everyParameterCanBeSetAndRead(kind: FilterKind) throws {
    for parameter in FilterSelection(kind).parameters {
      let isNumber = !parameter.isSwitch && parameter.choiceNames.isEmpty
      let new = isNumber ? (parameter.value + 0.001).clamped(parameter.range) : 1 - parameter.value
      var selection = FilterSelection(kind)
      try selection.set(parameter.name.description, to: new)
      let found = selection.parameters.first { $0.name.description == parameter.name.description }
      #expect(found?.value == new, "\(parameter.name)")
      let others = zip(selection.parameters, FilterSelection(kind).parameters).filter { $0.value != $1.value }
      #expect(others.count == 1, "\(parameter.name) changes others")
    }
  }

  @Test func namesAndRangesAreChecked() throws {
    var selection = FilterSelection(.madgwick)
    #expect(throws: ParameterError.self) { try selection.set("gravity_noise", to: 1) }
    for value in [-1, Double.nan, .infinity] {
      #expect(throws: ParameterError.self) { try selection.set("gain", to: value) }
    }
    var vqf = FilterSelection(.vqf)
    #expect(throws: ParameterError.self) { try vqf.set("estimates_bias_at_rest", to: 0.5) }
    #expect(selection.values.isEmpty && vqf.values.isEmpty)
  }

  @Test func typedParametersAreTheSameByName() {
    var typed = VelocityBoundedParameters<Double>()
    typed.gravityDeviation = 0.5
    typed.platform = .vehicle
    let selection = FilterSelection(.default, typed)
    #expect(selection.values == ["gravity_deviation": 0.5, "platform": 1])
    let back = selection.parameters(as: VelocityBoundedParameters<Double>.self)
    #expect(back.gravityDeviation == 0.5 && back.platform == .vehicle && back.biasShare == typed.biasShare)
  }

  /// Parameters in another precision are the same, rounded.
  @Test func parametersKeepTheirValuesInFloat() {
    var parameters = VQFParameters<Double>()
    parameters.accelerometerTimeConstant = 1.25
    parameters.estimatesBiasAtRest = false
    parameters.magneticReference = MagneticReference(strength: 48.5, dip: 1.1)
    let single = VQFParameters<Float>(parameters)
    #expect(single.accelerometerTimeConstant == 1.25 && !single.estimatesBiasAtRest)
    #expect(single.magneticReference == MagneticReference(strength: 48.5, dip: 1.1))
    #expect(single.biasDeviationInMotion == Float(parameters.biasDeviationInMotion))
    #expect(VQFParameters<Float>(VQFParameters<Double>()).magneticReference == nil)
  }
}

extension Double {
  fileprivate func clamped(_ range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
