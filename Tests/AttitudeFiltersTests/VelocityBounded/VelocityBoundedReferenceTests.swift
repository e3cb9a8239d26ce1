import AttitudeFilters
import Foundation
import MotionSamples
import Rotations
import TestSupport
import Testing

/// The port against the NumPy transcription of the filter's definition, sample by sample.
@Suite struct VelocityBoundedReferenceTests {
  @Test func simulatedMotionWithEveryBranch() throws {
    let text = try Project.text("Tests/AttitudeFiltersTests/Golden/velocity-bounded.csv")
    var filter = DefaultFilter<Double>()
    var worst = 0.0
    var compared = 0
    var jumps = 0
    var hadHardIron = false
    for line in text.split(separator: "\n").dropFirst(2) {
      let values = line.split(separator: ",").map { Double($0)! }
      let outcome = filter.updated(
        MotionSample(
          interval: 0.01, angularRate: vector(values, 0), specificForce: vector(values, 3),
          magneticField: vector(values, 6)))
      if outcome.isCorrectedByJump { jumps += 1 }
      if filter.magnetometerHardIron != .zero { hadHardIron = true }
      guard values.count == 13 else { continue }
      let expected = Rotation(
        normalizing: Quaternion(w: values[9], x: values[10], y: values[11], z: values[12]))!
      worst = max(worst, filter.enuFromBody.angle(to: expected))
      compared += 1
    }
    #expect(compared == 400)
    #expect(jumps > 0 && hadHardIron)
    #expect(worst * 180 / .pi < 1e-6)
  }

  private func vector(_ values: [Double], _ start: Int) -> Vector3<Double> {
    Vector3(x: values[start], y: values[start + 1], z: values[start + 2])
  }
}
