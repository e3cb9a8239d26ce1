import Rotations
import Testing

/// The example of the module's documentation.
@Test func documentationExample() {
  let referenceFromBody = Rotation<Double>(EulerAngles(yaw: .pi / 2, pitch: 0, roll: 0))
  let nose = referenceFromBody.rotate(.unitX)
  #expect((nose - .unitY).length <= 1e-15)
  let halfway = Rotation.identity.slerp(to: referenceFromBody, fraction: 0.5)
  #expect(abs(EulerAngles(halfway).yaw - .pi / 4) <= 1e-15)
}
