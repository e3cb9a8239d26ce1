import AttitudeFilters
import MotionSamples
import MotionSessions
import Rotations
import Testing

@testable import LiveSources

/// Signs of aviation, each worked out by hand.
@Suite struct VehicleAxesTests {
  func angles(_ enuFromDevice: Rotation<Double>) -> [Double] {
    let angles = EulerAngles(
      VehicleAxes.nedFromFRD(Attitude(outputFromBody: enuFromDevice, referenceFrame: .enu)))
    return [angles.roll, angles.pitch, angles.yaw].map { ($0 * 180 / .pi * 1e6).rounded() / 1e6 + 0 }
  }

  @Test func levelAndNorthIsZero() { #expect(angles(.identity) == [0, 0, 0]) }

  /// Seen from above counter-clockwise is to the west: the nose points to 330°.
  @Test func aTurnToTheLeftIsNegativeYaw() { #expect(angles(Rotation(aboutZ: .pi / 6)) == [0, 0, -30]) }

  /// About device x, which points to the right: the top, which is the nose, rises.
  @Test func theNoseUpIsPositivePitch() { #expect(angles(Rotation(aboutX: .pi / 6)) == [0, 30, 0]) }

  /// About device y, which points forward: z, up, goes to x, the right; so the right side goes down.
  @Test func theRightSideDownIsPositiveRoll() { #expect(angles(Rotation(aboutY: .pi / 6)) == [30, 0, 0]) }

  @Test func theFrameOfTheAttitudeDoesNotMatter() {
    let enuFromDevice = Rotation<Double>(aboutZ: -1) * Rotation(aboutX: 0.3) * Rotation(aboutY: 0.2)
    let expected = VehicleAxes.nedFromFRD(Attitude(outputFromBody: enuFromDevice, referenceFrame: .enu))
    for frame in [ReferenceFrame.ned, .nwu, .xMagneticNorthZVertical] {
      let other = Attitude(
        outputFromBody: frame.outputFromENU(startingAt: .identity) * enuFromDevice, referenceFrame: frame)
      #expect(VehicleAxes.nedFromFRD(other).angle(to: expected) < 1e-12)
    }
  }

  @Test func vectorsGoWithTheRotation() {
    let vector = Vector3<Double>(x: 1, y: 2, z: 3)
    let device = VehicleAxes.exchange(vector)
    #expect([device.x, device.y, device.z] == [2, 1, -3])
    #expect((VehicleAxes.deviceFromFRD.rotate(vector) - device).length < 1e-15)
  }
}
