import AttitudeFilters
import MotionSamples
import Rotations
import Testing

@Suite struct GravitySeparatorTests {
  let separator = GravitySeparator<Double>()
  let g = 9.80665

  func turn(_ axis: Vector3<Double>, degrees: Double) -> Rotation<Double> {
    Rotation(rotationVector: axis * (degrees * .pi / 180))
  }

  func expectNear(_ left: Vector3<Double>, _ right: Vector3<Double>, _ location: SourceLocation = #_sourceLocation) {
    // Ten roundings of numbers near 10.
    #expect((left - right).length < 2e-14 * 10, "\(left) and \(right)", sourceLocation: location)
  }

  @Test func lyingFaceUpAtRestGravityIsDownAndNothingMoves() {
    let estimate = separator.separate(specificForce: Vector3(x: 0, y: 0, z: g), enuFromBody: .identity)
    expectNear(estimate.gravityInBody, Vector3(x: 0, y: 0, z: -g))
    expectNear(estimate.gravityInLevel, Vector3(x: 0, y: 0, z: -g))
    expectNear(estimate.userAccelerationInBody, .zero)
    expectNear(estimate.userAccelerationInLevel, .zero)
  }

  @Test func uprightInPortraitGravityIsAlongMinusY() {
    // Pitched up by 90° about x: the top of the device, +y, points up; so does the specific force at rest.
    let upright = turn(.unitX, degrees: 90)
    let estimate = separator.separate(specificForce: Vector3(x: 0, y: g, z: 0), enuFromBody: upright)
    expectNear(estimate.gravityInBody, Vector3(x: 0, y: -g, z: 0))
    expectNear(estimate.userAccelerationInBody, .zero)
    expectNear(estimate.userAccelerationInLevel, .zero)
  }

  @Test func rolledToTheRightGravityIsAlongPlusX() {
    // Turned by +90° about y: body x points down.
    expectNear(separator.gravity(inBodyOf: turn(.unitY, degrees: 90)), Vector3(x: g, y: 0, z: 0))
  }

  @Test func pushedToPlusXTheAccelerationIsPlusX() {
    let estimate = separator.separate(specificForce: Vector3(x: 2, y: 0, z: g), enuFromBody: .identity)
    expectNear(estimate.userAccelerationInBody, Vector3(x: 2, y: 0, z: 0))
    expectNear(estimate.userAccelerationInLevel, Vector3(x: 2, y: 0, z: 0))
  }

  @Test func theLevelFrameHasTheHeadingOfTheReference() {
    // Heading turned by +90° about z: body x is the reference's y.
    let estimate = separator.separate(
      specificForce: Vector3(x: 2, y: 0, z: g), enuFromBody: turn(.unitZ, degrees: 90))
    expectNear(estimate.userAccelerationInBody, Vector3(x: 2, y: 0, z: 0))
    expectNear(estimate.userAccelerationInLevel, Vector3(x: 0, y: 2, z: 0))
  }

  @Test func inFreeFallTheAccelerationIsGravity() {
    let attitude = turn(Vector3(x: 0.6, y: -0.8, z: 0), degrees: 50)
    let estimate = separator.separate(specificForce: .zero, enuFromBody: attitude)
    expectNear(estimate.userAccelerationInLevel, Vector3(x: 0, y: 0, z: -g))
    expectNear(estimate.userAccelerationInBody, estimate.gravityInBody)
  }

  @Test func bodyAndLevelAreTheSameVectors() {
    for degrees in [0, 1e-7, 30, 90, 179.9999999, 180, 270] {
      let attitude = turn(Vector3(x: 2.0 / 7, y: -3.0 / 7, z: 6.0 / 7), degrees: degrees)
      let estimate = separator.separate(specificForce: Vector3(x: 1, y: -2, z: 11), enuFromBody: attitude)
      expectNear(attitude.rotate(estimate.gravityInBody), estimate.gravityInLevel)
      expectNear(attitude.rotate(estimate.userAccelerationInBody), estimate.userAccelerationInLevel)
    }
  }

  @Test func gravityOfThePlaceCanBeGiven() {
    let poles = GravitySeparator(gravityMagnitude: 9.832)
    #expect(poles.gravity(inBodyOf: .identity) == Vector3(x: 0, y: 0, z: -9.832))
  }

  @Test func anAbsentForceLeavesGravity() {
    let estimate = separator.separate(specificForce: .absent, enuFromBody: .identity)
    #expect(estimate.gravityInBody == Vector3(x: 0, y: 0, z: -g))
    #expect(estimate.userAccelerationInBody.x.isNaN && estimate.userAccelerationInBody.z.isNaN)
  }

  @Test func lanesEqualTheScalar() {
    let attitude = turn(Vector3(x: 0, y: 0.6, z: 0.8), degrees: 77).quaternion
    let lanes = Rotation<DoubleLanes>(
      unchecked: Quaternion(
        w: .init(attitude.w), x: .init(attitude.x), y: .init(attitude.y), z: .init(attitude.z)))
    let scalar = separator.separate(
      specificForce: Vector3(x: 1, y: 2, z: 3), enuFromBody: Rotation(unchecked: attitude))
    let wide = GravitySeparator<DoubleLanes>().separate(
      specificForce: Vector3(x: 1.0, y: 2.0, z: 3.0), enuFromBody: lanes)
    #expect(wide.userAccelerationInLevel.x[5] == scalar.userAccelerationInLevel.x)
    #expect(wide.gravityInBody.z[7] == scalar.gravityInBody.z)
  }
}
