import AttitudeFilters
import Foundation
import MotionSamples
import MotionSimulation
import AttitudeSmoothing
import Rotations
import TestSupport
import Testing

/// Two bodies with a joint, each with a sensor, from closed-form motions: readings by differences of positions and attitudes.
@Suite(.needs(.lapacke)) struct JointAlignmentTests {
  struct Bodies {
    /// From each sensor to the joint in its axes, m.
    var arms = (Vector3(x: 0.02, y: -0.21, z: 0.03), Vector3(x: -0.01, y: 0.17, z: -0.02))
    /// Share of the motion of the joint itself.
    var jointMotion = 1.0
    var firstMotion = 1.0
    var secondMotion = 1.0
    var hasField = false
    /// Added to timestamps of the second for those of the first, s.
    var clockOffset = 0.0
    var rates = (100.0, 100.0)
    var duration = 60.0
    var seed: UInt64 = 1

    func joint(_ t: Double) -> Vector3<Double> {
      Vector3(
        x: 0.10 * sin(4.1 * t + 1) + 0.06 * sin(7.3 * t), y: 0.08 * sin(5.2 * t) + 0.05 * sin(8.7 * t + 2),
        z: 0.05 * sin(9.1 * t)) * jointMotion
    }

    func enuFromFirst(_ t: Double) -> Rotation<Double> {
      let turn = Vector3(x: 0.5 * sin(2.3 * t), y: 0.6 * sin(3.1 * t + 0.4), z: 0.8 * sin(0.7 * t) + 0.3 * sin(3.7 * t))
      return Rotation(rotationVector: Vector3(x: 0.2, y: 0.1, z: 0.9)) * Rotation(rotationVector: turn * firstMotion)
    }

    func firstFromSecond(_ t: Double) -> Rotation<Double> {
      let turn = Vector3(x: 0.6 + 0.6 * sin(3.3 * t), y: 0.2 * sin(2.1 * t + 1), z: 0.3 * sin(1.3 * t))
      return Rotation(rotationVector: turn * secondMotion)
    }

    func recording(isSecond: Bool) -> JointRecording {
      var random = RandomSource(seed: seed, stream: isSecond ? 2 : 1)
      let gyroscopeBias = random.nextNormalVector() * 0.005
      let accelerometerBias = random.nextNormalVector() * 0.03
      let (arm, rate) = isSecond ? (arms.1, rates.1) : (arms.0, rates.0)
      func attitude(_ t: Double) -> Rotation<Double> {
        isSecond ? enuFromFirst(t) * firstFromSecond(t) : enuFromFirst(t)
      }
      func position(_ t: Double) -> Vector3<Double> { joint(t) - attitude(t).rotate(arm) }
      var recording = JointRecording()
      let (interval, h) = (1 / rate, 2e-3)
      for row in 1...Int(duration * rate) {
        let t = Double(row) * interval
        let enuFromBody = attitude(t)
        let angularRate = (attitude(t - interval).inverse * enuFromBody).rotationVector / interval
        // Fourth-order difference.
        let sum = (position(t + h) + position(t - h)) * 16 - position(t + 2 * h) - position(t - 2 * h)
        let acceleration = (sum - position(t) * 30) / (12 * h * h)
        let force = enuFromBody.inverse.rotate(acceleration + Vector3(x: 0, y: 0, z: 9.81))
        let field = enuFromBody.inverse.rotate(Vector3(x: 0, y: 20, z: -44)) + random.nextNormalVector() * 0.3
        recording.add(
          angularRate: angularRate + gyroscopeBias + random.nextNormalVector() * 0.002,
          specificForce: force + accelerometerBias + random.nextNormalVector() * 0.02,
          magneticField: hasField ? field : .absent,
          at: Timestamp(nanoseconds: Int64(((t - (isSecond ? clockOffset : 0)) * 1e9).rounded())))
      }
      return recording
    }

    func align(offsetLimit: Double) throws -> JointAlignment {
      try JointAlignment(first: recording(isSecond: false), second: recording(isSecond: true), offsetLimit: offsetLimit)
    }

    /// Errors about a level axis and about the vertical, root mean square in degrees, and in units of their standard deviations.
    func errors(_ alignment: JointAlignment) -> (
      tilt: Double, heading: Double, ofTilt: Double, ofHeading: Double, count: Double
    ) {
      var sums = [0.0, 0, 0, 0]
      var count = 0.0
      for row in 0..<alignment.rowCount {
        guard let motion = alignment.motion(atRow: row) else { continue }
        let t = Double(motion.timestamp.nanoseconds) * 1e-9
        // In level axes.
        let enuFromFirst = enuFromFirst(t)
        let error = enuFromFirst.rotate((motion.outputFromBody * firstFromSecond(t).inverse).rotationVector)
        let tilt = 0.5 * (error.x * error.x + error.y * error.y)
        sums[0] += tilt
        sums[1] += error.z * error.z
        sums[2] += tilt / (motion.tiltStandardDeviation * motion.tiltStandardDeviation)
        sums[3] += error.z * error.z / (motion.headingStandardDeviation * motion.headingStandardDeviation)
        count += 1
      }
      let means = sums.map { ($0 / count).squareRoot() }
      return (means[0] * 180 / .pi, means[1] * 180 / .pi, means[2], means[3], count)
    }
  }

  /// Without magnetometers and with one clock: tilt and heading within their standard deviations; the joint within 2 cm.
  @Test(arguments: [UInt64(1), 2])
  func theJointGivesTheHeading(_ seed: UInt64) throws {
    var bodies = Bodies()
    bodies.seed = seed
    let alignment = try bodies.align(offsetLimit: 0)
    let errors = bodies.errors(alignment)
    #expect(errors.count > 5900)
    #expect(errors.tilt < 0.6 && errors.heading < 1, "\(errors)")
    #expect(errors.ofTilt < 1.5 && errors.ofHeading < 1.5, "\(errors)")
    // Standard deviations that are far too large say nothing.
    #expect(errors.ofTilt > 0.15 && errors.ofHeading > 0.15, "\(errors)")
    #expect((alignment.firstArm - bodies.arms.0).length < 0.02 && (alignment.secondArm - bodies.arms.1).length < 0.02)
    #expect(!alignment.usesMagneticHeading && alignment.clockOffset == 0 && alignment.clockOffsetDeviation == 0)
  }

  /// Two clocks and two sampling rates.
  @Test(arguments: [0.3137, 1.7e9])
  func theJointGivesTheClock(_ offset: Double) throws {
    var bodies = Bodies()
    (bodies.clockOffset, bodies.rates) = (offset, (100, 85))
    let alignment = try bodies.align(offsetLimit: 6)
    #expect(abs(alignment.clockOffset - offset) < 1e-3, "\(alignment.clockOffset - offset)")
    #expect(alignment.clockOffsetDeviation > 0 && alignment.clockOffsetDeviation < 1e-3)
    let errors = bodies.errors(alignment)
    #expect(errors.tilt < 0.6 && errors.heading < 1, "\(errors)")
  }

  /// With magnetometers the heading is known while the joint rests.
  @Test func magnetometersGiveTheHeadingOfAJointAtRest() throws {
    var bodies = Bodies()
    (bodies.jointMotion, bodies.firstMotion, bodies.hasField) = (0, 0, true)
    let alignment = try bodies.align(offsetLimit: 0)
    #expect(alignment.usesMagneticHeading)
    let errors = bodies.errors(alignment)
    #expect(errors.tilt < 0.6 && errors.heading < 1.5, "\(errors)")
    #expect(errors.ofTilt < 1.5 && errors.ofHeading < 1.5, "\(errors)")
  }

  /// Without magnetometer a joint at rest gives no heading, and says so; the tilt is known.
  @Test func aJointAtRestGivesNoHeading() throws {
    var bodies = Bodies()
    (bodies.jointMotion, bodies.firstMotion, bodies.duration) = (0, 0, 30)
    let alignment = try bodies.align(offsetLimit: 0)
    let motions = (0..<alignment.rowCount).compactMap { alignment.motion(atRow: $0) }
    #expect(!motions.isEmpty)
    let unknown = motions.count { $0.headingStandardDeviation.isNaN && $0.flags.intersects(.headingUnknown) }
    #expect(unknown == motions.count)
  }

  @Test func aRecordingOverCenturiesIsRefused() throws {
    var bodies = Bodies()
    bodies.duration = 20
    var (first, second) = (bodies.recording(isSecond: false), bodies.recording(isSecond: true))
    second.add(
      angularRate: .zero, specificForce: Vector3(x: 0, y: 0, z: 9.81), magneticField: .absent,
      at: Timestamp(nanoseconds: 9_000_000_000_000_000_000))
    #expect {
      try JointAlignment(first: first, second: second, offsetLimit: 3)
    } throws: { error in
      if case .tooLong(let duration, limit: 86_400) = error as? JointError { duration > 8.9e9 } else { false }
    }
    first = second
    #expect(throws: JointError.self) { try JointAlignment(first: first, second: second, offsetLimit: 0) }
  }

  @Test func whatIsMissingIsNamed() throws {
    var still = Bodies()
    (still.jointMotion, still.firstMotion, still.secondMotion, still.duration) = (0, 0, 0, 20)
    #expect(throws: JointError.offsetUndetermined) { try still.align(offsetLimit: 3) }
    var apart = Bodies()
    (apart.clockOffset, apart.duration) = (100, 20)
    #expect(throws: JointError.tooShort(common: 0, needed: 5)) { try apart.align(offsetLimit: 0) }
    #expect(throws: JointError.tooShort(common: 0, needed: 5)) {
      try JointAlignment(first: JointRecording(), second: apart.recording(isSecond: true))
    }
  }
}
