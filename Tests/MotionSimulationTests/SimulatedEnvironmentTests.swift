import MotionSimulation
import Rotations
import Testing

private func difference(_ left: Vector3<Double>, _ right: Vector3<Double>) -> Double { (left - right).largestMagnitude }

@Suite struct SimulatedEnvironmentTests {
  @Test func fieldPointsNorthAndDown() {
    let field = SimulatedEnvironment(fieldStrength: 50, fieldDip: Double.pi / 3).earthField
    #expect(difference(field, Vector3(x: 0, y: 25, z: -43.30127018922193)) < 1e-13)
  }

  @Test func easterlyDeclinationTurnsTheFieldEast() {
    let field = SimulatedEnvironment(fieldStrength: 50, fieldDip: 0, fieldDeclination: Double.pi / 6).earthField
    #expect(difference(field, Vector3(x: 25, y: 43.30127018922193, z: 0)) < 1e-13)
  }

  /// Face up at rest the accelerometer reads +9.81 along z; with its x axis up, along x.
  @Test func specificForcePointsUpAtRest() {
    let environment = SimulatedEnvironment()
    let level = KinematicState(enuFromBody: .identity, angularRate: .zero)
    #expect(difference(environment.specificForce(at: level), Vector3(x: 0, y: 0, z: 9.81)) < 1e-15)
    let onEdge = KinematicState(
      enuFromBody: Rotation(rotationVector: .unitY * (-Double.pi / 2)), angularRate: .zero)
    #expect(difference(environment.specificForce(at: onEdge), Vector3(x: 9.81, y: 0, z: 0)) < 1e-14)
    var falling = level
    falling.acceleration = Vector3(x: 0, y: 0, z: -9.81)
    #expect(environment.specificForce(at: falling).largestMagnitude < 1e-15)
  }

  /// A body turned by -90° about up has its y axis to the east and its x axis to the south: north is along -x.
  @Test func fieldInBodyAxes() {
    let environment = SimulatedEnvironment(fieldStrength: 50, fieldDip: 0)
    let state = KinematicState(enuFromBody: Rotation(aboutZ: -Double.pi / 2), angularRate: .zero)
    #expect(difference(environment.magneticField(at: state, time: 0), Vector3(x: -50, y: 0, z: 0)) < 1e-13)
  }

  /// On its axis at 10 cm, 1 A m² gives 200 µT along the moment; beside it, 100 µT against it. Twice as far, an eighth.
  @Test func dipoleByHand() {
    let magnet = Magnet(position: Vector3(x: 1, y: 0, z: 0), moment: .unitX)
    #expect(difference(magnet.field(at: Vector3(x: 1.1, y: 0, z: 0), time: 0), Vector3(x: 200, y: 0, z: 0)) < 1e-9)
    #expect(difference(magnet.field(at: Vector3(x: 1, y: 0.1, z: 0), time: 0), Vector3(x: -100, y: 0, z: 0)) < 1e-9)
    #expect(difference(magnet.field(at: Vector3(x: 1.2, y: 0, z: 0), time: 0), Vector3(x: 25, y: 0, z: 0)) < 1e-9)
  }

  @Test func magnetPassesAtItsTime() {
    let magnet = Magnet(
      position: Vector3(x: 0.3, y: 0, z: 0), velocity: Vector3(x: 0, y: 0.2, z: 0), passingTime: 5, moment: .unitZ)
    let strengths = [0.0, 4.0, 5.0, 6.0, 10.0].map { magnet.field(at: .zero, time: $0).length }
    #expect(strengths[2] > strengths[1] && strengths[1] > strengths[0])
    #expect(abs(strengths[1] - strengths[3]) < 1e-12 && abs(strengths[0] - strengths[4]) < 1e-12)
  }

  @Test func fieldInsideTheMagnetIsFinite() {
    let magnet = Magnet(position: .zero, moment: .unitZ)
    #expect(magnet.field(at: .zero, time: 0).largestMagnitude <= 2e5)
  }
}
