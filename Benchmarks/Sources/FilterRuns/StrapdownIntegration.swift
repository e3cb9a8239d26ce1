import AttitudeFilters
import MotionSamples
import Rotations

/// Integration of the angular rate and nothing else: the floor below which no filter can be.
struct StrapdownIntegration<Scalar: RealLanes>: AttitudeFilter {
  struct Parameters: NamedParameters, Sendable {
    mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {}
  }

  var parameters: Parameters
  var enuFromBody = Rotation<Scalar>.identity
  var correctedAngularRate = Vector3<Scalar>.zero

  init(parameters: Parameters = Parameters()) { self.parameters = parameters }

  @discardableResult
  mutating func update(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> {
    correctedAngularRate = sample.angularRate
    let increment = Rotation(rotationVector: sample.angularRate * sample.interval)
    enuFromBody = (enuFromBody * increment).renormalized
    return UpdateOutcome()
  }

  mutating func reset() { self = Self(parameters: parameters) }

  var gyroscopeBias: Vector3<Scalar> { .zero }
  var tiltStandardDeviation: Scalar? { nil }
  var headingStandardDeviation: Scalar? { nil }

  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&enuFromBody, with: other.enuFromBody)
    visitor.visit(&correctedAngularRate, with: other.correctedAngularRate)
  }
}
