import AttitudeFilters
import MotionSamples
import Rotations
import Testing

/// Gravity and user acceleration by hand, for each direction and sign.
@Suite struct MotionTests {
  let g = 9.80665

  func turn(_ axis: Vector3<Double>, degrees: Double) -> Rotation<Double> {
    Rotation(rotationVector: axis * (degrees * .pi / 180))
  }

  /// The motion of a body with an attitude in ENU and a specific force.
  func motion(_ enuFromBody: Rotation<Double>, _ specificForce: Vector3<Double>) -> Motion<Double> {
    let gravity = Motion.gravity(inBodyOf: enuFromBody)
    return Motion(outputFromBody: enuFromBody, gravity: gravity, userAcceleration: specificForce + gravity)
  }

  func expectNear(_ left: Vector3<Double>, _ right: Vector3<Double>, _ location: SourceLocation = #_sourceLocation) {
    // Ten roundings of numbers near 10.
    #expect((left - right).length < 2e-14 * 10, "\(left) and \(right)", sourceLocation: location)
  }

  @Test func lyingFaceUpAtRestGravityIsDownAndNothingMoves() {
    let motion = motion(.identity, Vector3(x: 0, y: 0, z: g))
    expectNear(motion.gravity, Vector3(x: 0, y: 0, z: -g))
    expectNear(motion.userAcceleration, .zero)
    expectNear(motion.userAccelerationInOutput, .zero)
  }

  @Test func uprightInPortraitGravityIsAlongMinusY() {
    // Pitched up by 90° about x: the top of the device, +y, points up; so does the specific force at rest.
    let motion = motion(turn(.unitX, degrees: 90), Vector3(x: 0, y: g, z: 0))
    expectNear(motion.gravity, Vector3(x: 0, y: -g, z: 0))
    expectNear(motion.userAcceleration, .zero)
  }

  @Test func rolledToTheRightGravityIsAlongPlusX() {
    // Turned by +90° about y: body x points down.
    expectNear(Motion.gravity(inBodyOf: turn(.unitY, degrees: 90)), Vector3(x: g, y: 0, z: 0))
  }

  @Test func pushedToPlusXTheAccelerationIsPlusX() {
    let motion = motion(.identity, Vector3(x: 2, y: 0, z: g))
    expectNear(motion.userAcceleration, Vector3(x: 2, y: 0, z: 0))
    expectNear(motion.userAccelerationInOutput, Vector3(x: 2, y: 0, z: 0))
  }

  @Test func theOutputFrameHasItsOwnHeading() {
    // Heading turned by +90° about z: body x is the frame's y.
    let motion = motion(turn(.unitZ, degrees: 90), Vector3(x: 2, y: 0, z: g))
    expectNear(motion.userAcceleration, Vector3(x: 2, y: 0, z: 0))
    expectNear(motion.userAccelerationInOutput, Vector3(x: 0, y: 2, z: 0))
  }

  @Test func inFreeFallTheAccelerationIsGravity() {
    let motion = motion(turn(Vector3(x: 0.6, y: -0.8, z: 0), degrees: 50), .zero)
    expectNear(motion.userAccelerationInOutput, Vector3(x: 0, y: 0, z: -g))
    expectNear(motion.userAcceleration, motion.gravity)
  }

  @Test func gravityPointsDownInTheFrameFromEveryAttitude() {
    for degrees in [0, 1e-7, 30, 90, 179.9999999, 180, 270] {
      let attitude = turn(Vector3(x: 2.0 / 7, y: -3.0 / 7, z: 6.0 / 7), degrees: degrees)
      expectNear(attitude.rotate(Motion.gravity(inBodyOf: attitude)), Vector3(x: 0, y: 0, z: -g))
    }
  }

  @Test func gravityOfThePlaceCanBeGiven() {
    #expect(Motion<Double>.gravity(inBodyOf: .identity, magnitude: 9.832) == Vector3(x: 0, y: 0, z: -9.832))
  }

  @Test func anAbsentForceLeavesGravity() {
    let motion = motion(.identity, .absent)
    #expect(motion.gravity == Vector3(x: 0, y: 0, z: -g))
    #expect(motion.userAcceleration.x.isNaN && motion.userAcceleration.z.isNaN)
  }
}
