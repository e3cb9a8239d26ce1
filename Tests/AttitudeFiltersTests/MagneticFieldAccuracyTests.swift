import AttitudeFilters
import Testing

@Suite struct MagneticFieldAccuracyTests {
  @Test(arguments: [
    (0.0, MagneticFieldAccuracy.high), (0.1, .high), (0.11, .medium), (0.3, .medium), (0.31, .low), (0.8, .low),
    (0.81, .uncalibrated), (.infinity, .uncalibrated), (.nan, .uncalibrated),
  ])
  func levelsOfAnUndisturbedField(deviation: Double, level: MagneticFieldAccuracy) {
    #expect(MagneticFieldAccuracy(headingStandardDeviation: deviation, isFieldDisturbed: false) == level)
  }

  @Test func aDisturbedFieldIsAtMostLow() {
    for (deviation, level) in [(0.01, MagneticFieldAccuracy.low), (0.5, .low), (1.0, .uncalibrated)] {
      #expect(MagneticFieldAccuracy(headingStandardDeviation: deviation, isFieldDisturbed: true) == level)
    }
  }

  @Test func aFilterWithoutDeviationSaysNothing() {
    #expect(MagneticFieldAccuracy(headingStandardDeviation: Float?.none, isFieldDisturbed: false) == .uncalibrated)
  }

  @Test func rawValuesAreThoseOfCoreMotion() {
    let levels: [MagneticFieldAccuracy] = [.uncalibrated, .low, .medium, .high]
    #expect(levels.map(\.rawValue) == [-1, 0, 1, 2])
    #expect(levels == levels.sorted())
  }
}
