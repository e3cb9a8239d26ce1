import DeviceGestures
import Rotations
import Testing

@Suite struct DeviceHeadingTests {
  /// The verticals, in device axes, of flat devices, which point with their top.
  static let flat: [[Double]] = [[0, 0, 1], [0, 0, -1], [0, 0.8, 0.6]]
  /// The verticals of upright devices, which point with their camera.
  static let upright: [[Double]] = [[0, 1, 0], [1, 0, 0], [-1, 0, 0], [0, 0.96, 0.28], [0, 0.96, -0.28]]

  @Test func byHand() {
    for up in Self.flat { #expect(direction(up) == Vector3<Double>.unitY, "\(up)") }
    for up in Self.upright { #expect(direction(up) == -Vector3<Double>.unitZ, "\(up)") }
  }

  private func direction(_ up: [Double]) -> Vector3<Double> {
    DeviceHeading.direction(whereUpIs: Vector3(x: up[0], y: up[1], z: up[2]))
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
