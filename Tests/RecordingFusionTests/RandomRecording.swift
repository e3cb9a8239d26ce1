import AttitudeFilters
import MotionSamples
import Rotations
import TestSupport

/// A recording of arbitrary motion with what recordings have: rests, gaps, readings that are missing, a magnetometer that
/// is slow, absent or disturbed. The same for the same seed.
struct RandomRecording {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15) }

  /// A uniform number in [0, 1).
  private mutating func random() -> Double { Double(generator.next() >> 11) * 0x1p-53 }

  private mutating func vector<Scalar: LaneElement>(_ size: Double) -> Vector3<Scalar> {
    Vector3(
      x: Scalar((random() - 0.5) * size), y: Scalar((random() - 0.5) * size), z: Scalar((random() - 0.5) * size))
  }

  mutating func samples<Scalar: LaneElement>(count: Int) -> [MotionSample<Scalar>] {
    let interval = 1 / (30 + 500 * random())
    let fieldEvery = [0, 1, 1, 4, 20][Int(random() * 5)]
    let field = Vector3<Scalar>(x: 4.0, y: 22.0, z: -40.0)
    var turning: Vector3<Scalar> = vector(4)
    return (0..<count).map { index in
      if random() < 0.01 { turning = random() < 0.4 ? .zero : vector(8) }
      let isAtRest = turning.squaredLength == 0
      var sample = MotionSample<Scalar>(
        interval: Scalar(index == 0 ? 0 : interval), angularRate: turning + vector(0.01),
        specificForce: Vector3(x: 0.1, y: 0.3, z: 9.8) + vector(isAtRest ? 0.1 : 6))
      if fieldEvery > 0 && index % fieldEvery == 0 { sample.magneticField = field + vector(random() < 0.1 ? 60 : 2) }
      if random() < 0.002 { sample.interval = Scalar([0.0, 0.7, 30, -1, .nan][Int(random() * 5)]) }
      if random() < 0.005 { sample.angularRate = .absent }
      if random() < 0.005 { sample.specificForce = .absent }
      return sample
    }
  }
}

/// What a recording's sample came to: the attitude, number by number, and the flags.
struct FusedSample: Equatable {
  var quaternion: Quaternion<Double>
  var flags: OutcomeFlags

  var enuFromBody: Rotation<Double> { Rotation(unchecked: quaternion) }

  init(_ enuFromBody: Rotation<Double>, _ flags: OutcomeFlags) {
    quaternion = enuFromBody.quaternion
    self.flags = flags
  }
}
