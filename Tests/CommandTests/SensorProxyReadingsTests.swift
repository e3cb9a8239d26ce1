import LiveSources
import MotionSamples
import MotionSessions
import Rotations
import Testing

@testable import CardanCommand

@Suite struct SensorProxyReadingsTests {
  /// The reading after two seconds at rest with gravity along a direction, in body axes.
  func reading(
    of readings: inout SensorProxyReadings, _ gravity: Vector3<Double>, from seconds: Int64 = 0
  ) -> SensorProxy.Reading {
    var reading = SensorProxy.Reading()
    for sample in 0..<100 as Range<Int64> {
      let time = Timestamp(nanoseconds: seconds * 1_000_000_000 + sample * 20_000_000)
      reading = readings.update(AccelerometerData(timestamp: time, acceleration: gravity))
    }
    return reading
  }

  @Test(arguments: [
    (Vector3(x: 0.0, y: -1, z: 0), SensorProxy.Orientation.normal), (Vector3(x: 0, y: 1, z: 0), .bottomUp),
    // Gravity to the right edge: the left one is up.
    (Vector3(x: 1, y: 0, z: 0), .leftUp), (Vector3(x: -1, y: 0, z: 0), .rightUp),
    (Vector3(x: 0, y: 0, z: -1), .undefined),
  ])
  func theEdgeThatIsUp(_ gravity: Vector3<Double>, _ expected: SensorProxy.Orientation) {
    var readings = SensorProxyReadings()
    #expect(reading(of: &readings, gravity).orientation == expected)
  }

  @Test func aDeviceThatIsLaidDownKeepsItsOrientation() {
    var readings = SensorProxyReadings()
    _ = reading(of: &readings, Vector3(x: 1, y: 0, z: 0))
    let flat = reading(of: &readings, Vector3(x: 0, y: 0, z: -1), from: 2)
    #expect(flat == .init(orientation: .leftUp, tilt: .faceUp))
  }

  /// The screen's elevation in degrees: 90 is face up.
  @Test(arguments: [
    (90.0, SensorProxy.Tilt.faceUp), (71, .faceUp), (69, .tiltedUp), (21, .tiltedUp), (19, .vertical), (0, .vertical),
    (-19, .vertical), (-21, .tiltedDown), (-69, .tiltedDown), (-71, .faceDown), (-90, .faceDown),
  ])
  func tilts(_ elevation: Double, _ expected: SensorProxy.Tilt) {
    var readings = SensorProxyReadings()
    let angle = elevation * .pi / 180
    let (sine, cosine) = Double.sineAndCosine(angle)
    let gravity = Vector3(x: 0, y: -cosine, z: -sine)
    #expect(reading(of: &readings, gravity).tilt == expected)
  }
}
