import Rotations

extension SmoothingProblem {
  /// What was learned about the sensors, with the deviations that the estimate leaves.
  func sensorErrors(_ elimination: ArrowElimination) throws(LinearAlgebraError) -> SmoothedSensorErrors {
    let deviations = try elimination.complement.inverseDiagonal().map { $0.squareRoot() }
    func deviation(_ start: Int) -> Vector3<Double> { SmoothingState.vector(deviations, start) }
    var errors = SmoothedSensorErrors()
    errors.gyroscopeMatrix = state.gyroscopeMatrix
    errors.gyroscopeMatrixDeviation = Matrix3(rows: deviation(0), deviation(3), deviation(6))
    errors.gyroscopeBias = state.biases.reduce(.zero, +) / Double(max(state.biases.count, 1))
    errors.accelerometerBias = state.accelerometerBias
    errors.accelerometerBiasDeviation = deviation(9)
    errors.accelerometerScale = state.accelerometerScale
    errors.accelerometerScaleDeviation = deviation(12)
    errors.magnetometerLag = observer.lag
    errors.magnetometerHardIron = observer.hasHardIron ? observer.model?.hardIron : nil
    errors.relativeRateNoise = factors.relativeRateNoise
    return errors
  }
}
