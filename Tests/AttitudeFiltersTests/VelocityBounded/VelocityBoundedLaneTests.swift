import AttitudeFilters
import MotionSamples
import Rotations
import Testing

/// Eight different streams in the lanes of one filter against eight scalar filters.
@Suite struct VelocityBoundedLaneTests {
  typealias Lanes = DoubleLanes

  @Test func everyLaneEqualsItsScalarFilter() {
    var motions = (0..<8).map { SyntheticMotion(seed: UInt64(100 + $0)) }
    for lane in 0..<8 { motions[lane].interval = [0.004, 0.005, 0.01, 0.01, 0.02, 0.0035, 0.03, 0.01][lane] }
    var scalar = (0..<8).map { _ in DefaultFilter<Double>() }
    var lanes = DefaultFilter<Lanes>()
    for index in 0..<4000 {
      var packed = MotionSample<Lanes>(interval: 0.0, angularRate: .zero)
      for lane in 0..<8 {
        let isMoving = (index / 300 + lane) % 4 != 0
        let isTurned = index == 2500 && lane % 2 == 0
        var sample = motions[lane].next(
          isMoving: isMoving, turn: isTurned ? Vector3(x: 0.6, y: 0.2, z: 0.3) : .zero)
        if lane == 3 && index == 1500 { sample.interval = 3 }
        if lane == 4 && index % 50 == 7 { sample.angularRate.x = .nan }
        if lane == 5 && index % 3 != 0 { sample.magneticField = .absent }
        if lane == 6 && index % 11 == 0 { sample.interval = 0 }
        if lane == 7 { motions[lane].hardIron = Vector3(x: 8, y: 5, z: -9) }
        scalar[lane].updated(sample)
        packed.interval[lane] = sample.interval
        for axis in 0..<3 {
          packed.angularRate[axis][lane] = sample.angularRate[axis]
          packed.specificForce[axis][lane] = sample.specificForce[axis]
          packed.magneticField[axis][lane] = sample.magneticField[axis]
        }
      }
      lanes.updated(packed)
    }
    let q = lanes.enuFromBody.quaternion
    for lane in 0..<8 {
      let mine = Quaternion(w: q.w[lane], x: q.x[lane], y: q.y[lane], z: q.z[lane])
      #expect(mine == scalar[lane].enuFromBody.quaternion, "lane \(lane)")
      #expect(lanes.magnetometerLag[lane] == scalar[lane].magnetometerLag)
    }
  }
}
