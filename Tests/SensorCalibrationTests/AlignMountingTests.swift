import MotionSamples
import MotionSimulation
import Rotations
import Testing

@testable import SensorCalibration

/// "Tell me my axes", and mountings from known directions.
@Suite struct AlignMountingTests {
  /// A body at rest for three seconds, turned about one of its axes within a second, and at rest again.
  private func motion(
    bodyFromSensor: Rotation<Double>, up: Vector3<Double>, axis: Vector3<Double>, angle: Double = 1.5,
    wobble: Double = 0,
    seed: UInt64 = 1
  ) -> MountingMotion {
    var random = RandomSource(seed: seed)
    var motion = MountingMotion()
    var bodyFromStart = Rotation<Double>.identity
    let bias = Vector3(x: 0.02, y: -0.01, z: 0.015)
    for row in 0..<700 {
      let time = Double(row) * 0.01
      let isTurning = time >= 3 && time < 4
      let (sine, _) = Double.sineAndCosine(2 * .pi * (time - 3))
      let rate = isTurning ? axis * angle + axis.cross(.init(x: 0.3, y: 0.5, z: 0.7)) * (wobble * sine) : .zero
      bodyFromStart = Rotation(rotationVector: rate * -0.01) * bodyFromStart
      let sensorFromBody = bodyFromSensor.inverse
      motion.add(
        angularRate: sensorFromBody.rotate(rate) + bias + random.nextNormalVector() * 0.002,
        specificForce: sensorFromBody.rotate(bodyFromStart.rotate(up)) * 9.81 + random.nextNormalVector() * 0.02,
        interval: row == 0 ? 0 : 0.01)
    }
    return motion
  }

  /// The sensor is mounted at +90° about z: its x axis lies along body y, and body x is its -y. Lying flat it reads gravity
  /// along z in either case; a turn about body x is a turn about its -y.
  @Test func aQuarterTurnByHand() throws {
    var motion = MountingMotion()
    for row in 0..<600 {
      let isTurning = row >= 300 && row < 400
      motion.add(
        angularRate: isTurning ? -.unitY : .zero,
        specificForce: isTurning
          ? Vector3(x: 3, y: 0, z: 9) : row < 300 ? .unitZ * 9.81 : Vector3(x: 8.3, y: 0, z: 5.3),
        interval: 0.01)
    }
    let found = try motion.mounting(up: .z, turn: .x)
    #expect(found.nearestAxes.mapping.description == "-y,x,z")
    #expect((found.bodyFromSensor.rotate(.unitX) - .unitY).length < 1e-6)
    #expect(found.nearestAxes.deviation < 1e-6)
  }

  @Test func allQuarterTurnsAreFound() throws {
    for mapping in AxisMapping.allCases {
      let bodyFromSensor = Rotation<Double>(matrix: mapping.bodyFromSensor())
      let found = try motion(bodyFromSensor: bodyFromSensor, up: .unitZ, axis: .unitY).mounting(up: .z, turn: .y)
      #expect(found.nearestAxes.mapping == mapping)
      #expect(found.bodyFromSensor.angle(to: bodyFromSensor) < 0.01)
    }
  }

  /// Any pose, any axis, any mounting; noise of a phone and a bias of 1.5 °/s. A turn of 1.5 rad is known to 1 mrad, the pose to
  /// 2 mrad (0.02 m/s² over half a second).
  @Test func slantedMountings() throws {
    var random = RandomSource(seed: 31)
    let axes: [SignedAxis] = [.x, .y, .z, -.x, -.y, -.z]
    for up in axes {
      for axis in axes where axis.index != up.index {
        let bodyFromSensor = Rotation(rotationVector: random.nextNormalVector() * 1.5)
        let motion = motion(
          bodyFromSensor: bodyFromSensor, up: up.unitVector, axis: axis.unitVector, seed: random.next())
        let found = try motion.mounting(up: up, turn: axis)
        #expect(found.bodyFromSensor.angle(to: bodyFromSensor) < 0.01)
        #expect(found.largestResidual < 0.01)
      }
    }
  }

  private func error(_ motion: MountingMotion, up: SignedAxis = .z, turn: SignedAxis = .x) -> AlignmentError? {
    do {
      _ = try motion.mounting(up: up, turn: turn)
      return nil
    } catch {
      return error
    }
  }

  @Test func whatTellsNothingIsATypedError() {
    #expect(error(MountingMotion()) == .noRest)
    guard case .noTurn(let largest) = error(motion(bodyFromSensor: .identity, up: .unitZ, axis: .unitX, angle: 0.2))
    else {
      Issue.record("a small turn was taken")
      return
    }
    #expect(abs(largest - 0.2) < 0.02)
    #expect(error(motion(bodyFromSensor: .identity, up: .unitZ, axis: .unitZ), turn: .z) == .directionsOnOneLine)
    // Turned about y, said to be turned about z, which is up.
    #expect(error(motion(bodyFromSensor: .identity, up: .unitZ, axis: .unitY), turn: .z) == .directionsOnOneLine)
    // Turned about up, said to be turned about x.
    #expect(error(motion(bodyFromSensor: .identity, up: .unitZ, axis: .unitZ), turn: .x) == .directionsOnOneLine)
    // Turned about an axis half way between y and z.
    let slanted = Vector3(x: 0, y: 0.7071067811865476, z: 0.7071067811865476)
    guard case .contradiction(let angle) = error(motion(bodyFromSensor: .identity, up: .unitZ, axis: slanted), turn: .y)
    else {
      Issue.record("a contradiction was taken")
      return
    }
    // 45 degrees between the directions, shared by both.
    #expect(abs(angle - .pi / 8) < 0.01)
    guard
      case .turnNotAboutOneAxis(let share) = error(
        motion(bodyFromSensor: .identity, up: .unitZ, axis: .unitX, angle: 1, wobble: 4))
    else {
      Issue.record("a turn without a constant axis was taken")
      return
    }
    #expect(share < 0.8)
  }

  @Test func threePosesAreEnough() throws {
    let truth = Rotation(rotationVector: Vector3(x: 0.3, y: -1.1, z: 0.7))
    let directions: [Vector3<Double>] = [.unitX, .unitY, -.unitZ]
    let found = try SensorMounting(directions.map { .init(inBody: $0, inSensor: truth.inverse.rotate($0) * 9.81) })
    #expect(found.bodyFromSensor.angle(to: truth) < 1e-12)
    #expect(throws: AlignmentError.directionsOnOneLine) { try SensorMounting([]) }
    #expect(throws: AlignmentError.directionsOnOneLine) {
      try SensorMounting([.init(inBody: .unitX, inSensor: .zero), .init(inBody: .unitY, inSensor: .unitX)])
    }
    #expect(throws: AlignmentError.directionsOnOneLine) {
      try SensorMounting([.init(inBody: .unitX, inSensor: .absent), .init(inBody: .unitY, inSensor: .unitX)])
    }
  }

  /// Half way between two quarter turns.
  @Test func theNearestMappingAndHowFarItIs() {
    let tilted = AxisMapping.nearest(to: Rotation(rotationVector: .unitZ * 0.3))
    #expect(tilted.mapping == .identity && abs(tilted.deviation - 0.3) < 1e-12)
    let quarter = AxisMapping.nearest(to: Rotation(rotationVector: .unitX * 1.4))
    #expect(quarter.mapping.description == "x,-z,y" && abs(quarter.deviation - (0.5 * .pi - 1.4)) < 1e-12)
  }
}
