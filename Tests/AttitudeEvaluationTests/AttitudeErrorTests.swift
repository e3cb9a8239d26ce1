import AttitudeEvaluation
import Rotations
import Testing

private let degree = Double.pi / 180

private func rotation(about axis: Vector3<Double>, degrees: Double) -> Rotation<Double> {
  Rotation(rotationVector: axis * (degrees * degree))
}

@Suite struct AttitudeErrorTests {
  /// Each row: how the estimate differs from the truth, seen from the earth, and the three errors in degrees by hand.
  static let examples: [(name: String, error: Rotation<Double>, total: Double, heading: Double, inclination: Double)] =
    [
      ("none", .identity, 0, 0, 0),
      ("heading", rotation(about: .unitZ, degrees: 30), 30, 30, 0),
      ("heading the other way", rotation(about: .unitZ, degrees: -30), 30, 30, 0),
      ("tilt about east", rotation(about: .unitX, degrees: 20), 20, 0, 20),
      ("tilt about south", rotation(about: .unitY, degrees: -20), 20, 0, 20),
      // cos(total/2) = cos 45° cos 45° = 1/2.
      (
        "both, a quarter turn each", rotation(about: .unitZ, degrees: 90) * rotation(about: .unitX, degrees: 90),
        120, 90, 90
      ),
      (
        "both, in the other order", rotation(about: .unitX, degrees: 90) * rotation(about: .unitZ, degrees: 90), 120,
        90, 90
      ),
      ("half a turn of heading", rotation(about: .unitZ, degrees: 180), 180, 180, 0),
      ("more than half a turn", rotation(about: .unitZ, degrees: 200), 160, 160, 0),
      ("upside down", rotation(about: .unitX, degrees: 180), 180, 0, 180),
      ("small", rotation(about: .unitZ, degrees: 1e-7), 1e-7, 1e-7, 0),
    ]

  @Test(arguments: examples.indices)
  func handComputedExample(index: Int) {
    let example = Self.examples[index]
    let truths: [Rotation<Double>] = [
      .identity, rotation(about: .unitX, degrees: 90), rotation(about: .unitY, degrees: 179),
      rotation(about: Vector3(x: 0.6, y: -0.48, z: 0.64), degrees: 123),
    ]
    for truth in truths {
      for sign in [1.0, -1.0] {
        let estimate = Rotation(unchecked: (example.error * truth).quaternion * sign)
        let error = AttitudeError(estimate: estimate, truth: truth)
        // Five products of unit quaternions round to a few 1e-16 rad; degrees are 57 times as many. "Upside down" has
        // a heading of rounding errors divided by rounding errors and is asked for only at the identity.
        #expect(abs(error.total / degree - example.total) < 1e-13 * 180)
        #expect(abs(error.inclination / degree - example.inclination) < 1e-13 * 180)
        if example.inclination < 180 {
          #expect(abs(error.heading / degree - example.heading) < 1e-13 * 180, "\(example.name)")
        }
      }
    }
  }

  @Test func upsideDownHasNoHeading() {
    let estimate = Rotation<Double>(unchecked: Quaternion(w: 0, x: 1, y: 0, z: 0))
    #expect(AttitudeError(estimate: estimate, truth: .identity).heading == 0)
  }

  /// A rotation about body z of a body on its side is not a heading error: the split is made in reference axes.
  @Test func errorsAreSeenFromTheEarth() {
    let truth = rotation(about: .unitX, degrees: 90)
    let error = AttitudeError(estimate: truth * rotation(about: .unitZ, degrees: 30), truth: truth)
    #expect(abs(error.heading) < 1e-14)
    #expect(abs(error.inclination - 30 * degree) < 1e-14)
  }

  /// A hundredth of an arc second survives, where arccos of a cosine would return zero.
  @Test func smallErrorsKeepTheirDigits() {
    let error = AttitudeError(estimate: Rotation(rotationVector: Vector3(x: 3e-9, y: 0, z: 4e-9)), truth: .identity)
    #expect(abs(error.total - 5e-9) < 1e-22)
    #expect(abs(error.heading - 4e-9) < 1e-22)
    #expect(abs(error.inclination - 3e-9) < 1e-22)
  }
}
