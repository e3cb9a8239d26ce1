import Rotations
import Testing

@testable import AttitudeFilters

/// The parts of the trial of a measured velocity (TheDefaultFilter.md, equation 57).
@Suite struct VelocityTrialTests {
  /// By hand: a velocity to the north-east by north, (1, 2), a quarter turn counter-clockwise and its mirror image.
  @Test func hypothesesAreTurnsAndMirrorImages() {
    let velocity = Vector2(x: 1.0, y: 2.0)
    let images = [(1, 2), (-2, 1), (-1, -2), (2, -1), (1, -2), (2, 1), (-1, 2), (-2, -1)]
    let other = Vector2(x: 0.3, y: -0.7)
    let mirror = Vector2(x: velocity.x, y: -velocity.y)
    for (number, expected) in images.enumerated() {
      let hypothesis = VelocityHypothesis(number)
      let image = hypothesis.image(of: velocity)
      #expect(image.x == Double(expected.0) && image.y == Double(expected.1), "\(number)")
      let dot = hypothesis.dot(other.dotAndCross(velocity), mirrored: other.dotAndCross(mirror))
      #expect(abs(dot - other.dot(image)) < 1e-15, "\(number)")
    }
  }

  @Test func factorSolvesItsMatrix() {
    var matrix = SymmetricMatrix<3, Double>()
    for row in 0..<3 { for column in row..<3 { matrix[row, column] = row == column ? 4 : 1.0 / Double(row + column) } }
    let factor = CholeskyFactor(of: matrix, leastPivot: 1e-12)
    let solution = factor.backSolved(factor.halfSolved([1, 2, 3]), count: 3)
    for row in 0..<3 {
      var product = 0.0
      for column in 0..<3 { product += matrix[row, column] * solution[column] }
      #expect(abs(product - Double(row + 1)) < 1e-12)
    }
    // The leading two rows alone solve the leading block.
    let leading = factor.backSolved(factor.halfSolved([1, 2, 9]), count: 2)
    #expect(abs(4 * leading[0] + leading[1] - 1) < 1e-12 && abs(leading[0] + 4 * leading[1] - 2) < 1e-12)
  }

  /// A signal of constant growth is predicted by its past.
  @Test func signalIsPredicted() {
    var signal = PredictedSignal<Double>()
    signal.rate = Vector2(x: 1, y: -1)
    signal.growth = Vector2(x: 2, y: 0)
    let innovation = signal.follow(Vector2(x: 5, y: 0), after: 1, gain: Vector3(x: 0.5, y: 0.25, z: 0.125))
    #expect(innovation.x == 3 && innovation.y == 1)
    #expect(signal.value.x == 3.5 && signal.rate.x == 3.75 && signal.growth.x == 2.375)
  }

  /// What is told once about a heading that turned is what would be told with it from the start.
  @Test func evidenceTurnsWithTheHeading() {
    let heading = 0.7
    var (late, early) = (VelocityEvidence<Double>(), VelocityEvidence<Double>())
    for index in 0..<20 {
      let angle = Double(index)
      let (sine, cosine) = Double.sineAndCosine(angle)
      let measured = Vector2(x: cosine, y: 2 * sine)
      let felt = Vector2(x: sine + 0.1 * cosine, y: cosine)
      let effects: InlineArray<4, Vector2<Double>> = InlineArray { Vector2(x: sine * Double($0), y: cosine) }
      for (isEarly, rotation) in [(false, Rotation<Double>.identity), (true, Rotation(aboutZ: heading))] {
        let new = VelocityInnovation(measured: measured, felt: felt, effects: effects, heading: rotation)
        if isEarly {
          early.add(new, leastResidual: 0, variance: 1, duration: 0.2)
        } else {
          late.add(new, leastResidual: 0, variance: 1, duration: 0.2)
        }
      }
    }
    late.turn(by: heading)
    #expect((late.plain - early.plain).squaredLength < 1e-20 && (late.mirrored - early.mirrored).squaredLength < 1e-20)
    for row in 0..<5 {
      #expect((late.plainMoment[row] - early.plainMoment[row]).squaredLength < 1e-20, "\(row)")
      #expect((late.mirroredMoment[row] - early.mirroredMoment[row]).squaredLength < 1e-20, "\(row)")
      #expect(abs(late.feltMoment[row] - early.feltMoment[row]) < 1e-10, "\(row)")
    }
  }

  /// An impossible velocity leaves no trace.
  @Test func wildVelocityIsNoEvidence() {
    var trial = VelocityTrial<Double>()
    let none = InlineArray<4, Vector2<Double>>(repeating: .zero)
    trial.start(VelocityReading(measured: .zero, felt: .zero, effects: none), variance: Vector3(x: 0.01, y: 1, z: 0.1))
    trial.move(by: .zero, noise: .zero, duration: 0.2)
    trial.observe(
      VelocityReading(measured: Vector2(x: 80, y: 0), felt: .zero, effects: none), variance: 0.01, heading: .identity)
    #expect(trial.evidence.count == 0 && trial.age == 0.2)
    trial.observe(
      VelocityReading(measured: Vector2(x: 0.1, y: 0), felt: .zero, effects: none), variance: 0.01, heading: .identity)
    #expect(trial.evidence.count == 1 && trial.age == 0)
  }
}
