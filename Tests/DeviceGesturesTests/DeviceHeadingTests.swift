import DeviceGestures
import Rotations
import Testing

@Suite struct DeviceHeadingTests {
  /// The vertical in device axes, and the direction by hand: the top of a flat device, the camera of an upright one.
  @Test(arguments: [
    (Vector3<Double>(x: 0, y: 0, z: 1), Vector3<Double>.unitY), (Vector3(x: 0, y: 0, z: -1), .unitY),
    (Vector3(x: 0, y: 1, z: 0), -.unitZ), (Vector3(x: 1, y: 0, z: 0), -.unitZ), (Vector3(x: -1, y: 0, z: 0), -.unitZ),
    (Vector3(x: 0, y: 0.8, z: 0.6), .unitY), (Vector3(x: 0, y: 0.96, z: 0.28), -.unitZ),
    (Vector3(x: 0, y: 0.96, z: -0.28), -.unitZ),
  ])
  func byHand(up: Vector3<Double>, direction: Vector3<Double>) {
    #expect(DeviceHeading.direction(whereUpIs: up) == direction)
  }

  /// A heading needs a direction that is not vertical.
  @Test func theDirectionIsNeverSteep() {
    for step in 0..<10_000 {
      let (around, height) = (Double(step) * 2.399963, Double(step) / 5000 - 1)
      let level = (1 - height * height).squareRoot()
      let turn = Double.sineAndCosine(around)
      let up = Vector3(x: level * turn.cosine, y: level * turn.sine, z: height)
      let elevation = DeviceHeading.direction(whereUpIs: up).dot(up)
      #expect(elevation.magnitude < 0.8661)
    }
  }
}
