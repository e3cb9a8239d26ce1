import AttitudeFilters
import MotionSamples
import Rotations
import TestSupport
import Testing

/// What the filters say at the first samples of a sensor that is still.
@Suite struct FirstSampleTests {
  /// A sensor at rest in a random attitude, in a field of 20 µT north and 40 µT down.
  private struct StillSensor: FilterOperation {
    typealias Scalar = Double
    let enuFromBody: Rotation<Double>
    /// The sample from which on there is a field.
    let fieldStart: Int

    func perform<Filter: AttitudeFilter>(for filter: Filter.Type) -> Int? where Filter.Scalar == Double {
      var filter = Filter(parameters: .init())
      let bodyFromENU = enuFromBody.inverse
      var known: Int?
      for index in 0..<20 {
        let outcome = filter.updated(
          MotionSample(
            interval: index == 0 ? 0 : 0.01, angularRate: .zero,
            specificForce: bodyFromENU.rotate(Vector3(x: 0, y: 0, z: 9.81)),
            magneticField: index < fieldStart ? .absent : bodyFromENU.rotate(Vector3(x: 0, y: 20, z: -40))))
        guard !outcome.isHeadingUnknown else { continue }
        if known == nil {
          known = index
          #expect(filter.enuFromBody.quaternion.w >= 0)
        }
        #expect((filter.enuFromBody * bodyFromENU).angle < 1e-6, "\(Filter.self), sample \(index)")
      }
      return known
    }
  }

  /// The first field gives the heading, at that sample; before, it is flagged as unknown.
  @Test(arguments: FilterKind.allCases, [0, 1, 7]) func theFirstFieldGivesTheHeading(kind: FilterKind, fieldStart: Int)
  {
    var random = SplitMix64(seed: 41)
    for _ in 0..<100 {
      let axis = Vector3<Double>(
        x: .random(in: -1...1, using: &random), y: .random(in: -1...1, using: &random),
        z: .random(in: -1...1, using: &random))
      var sensor = StillSensor(
        enuFromBody: Rotation(rotationVector: axis * (3 / axis.length) * .random(in: 0...1, using: &random)),
        fieldStart: fieldStart)
      #expect(kind.perform(&sensor) == fieldStart)
    }
  }
}
