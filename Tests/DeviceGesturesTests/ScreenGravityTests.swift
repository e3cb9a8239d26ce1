import DeviceGestures
import Rotations
import Testing

@Suite struct ScreenGravityTests {
  /// A picture that turns with the device: in its own position things fall to its bottom, and what is on the right of the
  /// device in portrait is where it belongs.
  @Test(arguments: DeviceOrientationTests.gravity.prefix(4))
  func thingsFallDownInAPictureThatIsUpright(orientation: DeviceOrientation, gravity: Vector3<Double>) {
    let upright = ScreenGravity(gravity: gravity * 9.81, drawnFor: orientation)
    #expect((upright.vector - Vector3(x: 0, y: -9.81, z: 0)).length < 1e-15)
    // In a picture that stays in portrait they fall to a side of the screen.
    let fixed = ScreenGravity(gravity: gravity)
    #expect(fixed.x == gravity.x && fixed.y == gravity.y)
  }

  /// Drawn for landscapeLeft, the right of the picture is the bottom edge of the device, -y.
  @Test func rightOfThePictureByHand() {
    let down = -Vector3<Double>.unitY
    #expect(ScreenGravity(gravity: down, drawnFor: .landscapeLeft).vector == .unitX)
    #expect(ScreenGravity(gravity: down, drawnFor: .landscapeRight).vector == -.unitX)
    #expect(ScreenGravity(gravity: down, drawnFor: .portraitUpsideDown).vector == .unitY)
  }

  @Test func flatAndScaled() {
    let flat = ScreenGravity(gravity: Vector3(x: 0, y: 0, z: -9.81), drawnFor: .faceUp, scale: 2)
    #expect(flat.vector == Vector3(x: 0, y: 0, z: -19.62))
    let single = ScreenGravity<Float>(gravity: Vector3(x: 1, y: -2, z: -3), scale: 100)
    #expect(single.vector == Vector3(x: 100, y: -200, z: -300))
  }
}
