import AttitudeFilters
import MotionSamples
import MotionSimulation
import Rotations
import Testing

/// The straight path against its stages, one by one.
@Suite struct MotionStreamTests {
  private let samples: [TimedSample<Double>] = {
    let scenario = SimulationScenario.named("hand-held", seed: 9, duration: 20, rate: 100)
    return scenario?.recording().map {
      TimedSample(timestamp: Timestamp(nanoseconds: $0.timestamp), sample: $0.motionSample(as: Double.self))
    } ?? []
  }()

  /// A body that turns about up by a constant rate from the first sample on, in a field to the north, as raw samples.
  static func turning(rate: Double, seconds: Double, pose: Rotation<Double>) -> [TimedSample<Double>] {
    (0..<Int(seconds * 100)).map { index in
      let enuFromBody = pose * Rotation(aboutZ: rate * Double(index) / 100)
      return TimedSample(
        timestamp: Timestamp(nanoseconds: Int64(index) * 10_000_000),
        sample: MotionSample(
          interval: index == 0 ? 0 : 0.01, angularRate: .unitZ * rate,
          specificForce: enuFromBody.inverse.rotate(Vector3(x: 0, y: 0, z: 9.81)),
          magneticField: enuFromBody.inverse.rotate(Vector3(x: 0, y: 20, z: -40))))
    }
  }

  /// A stream in a frame with a mounting and a calibration does what its stages do one after the other, bit by bit.
  @Test func isItsStages() throws {
    var settings = StreamSettings<Double>()
    settings.frame = .ned
    settings.declination = 0.1
    settings.conditioner.axes = try AxisMapping("y,-x,z")
    settings.conditioner.calibration.gyroscope.bias = Vector3(x: 0.01, y: 0, z: -0.02)
    settings.gravityMagnitude = 9.81
    var stream = MotionStream<VQFFilter<Double>>(parameters: VQFParameters(), settings: settings)
    var (filter, clock) = (VQFFilter<Double>(), SampleClock())
    for stamped in samples {
      let motion = stream.updated(stamped.sample, at: stamped.timestamp)
      var sample = settings.conditioner.calibration.apply(to: settings.conditioner.axes.apply(to: stamped.sample))
      sample.interval = clock.read(stamped.timestamp).interval
      let flags = filter.updated(sample).flags
      let outputFromENU = ReferenceFrame.ned.outputFromENU(startingAt: Rotation<Double>.identity, declination: 0.1)
      #expect(motion.outputFromBody.quaternion == (outputFromENU * filter.enuFromBody).quaternion)
      #expect(motion.gravity == Motion.gravity(inBodyOf: filter.enuFromBody, magnitude: 9.81))
      #expect(motion.userAcceleration == sample.specificForce + motion.gravity)
      #expect(motion.angularRate == filter.correctedAngularRate && motion.gyroscopeBias == filter.gyroscopeBias)
      #expect(motion.flags == flags && motion.timestamp == stamped.timestamp)
      #expect(motion.tiltStandardDeviation.isNaN && motion.headingStandardDeviation.isNaN)
    }
  }

  @Test func aCopyIsASnapshotAndResetBeginsAgain() {
    var stream = MotionStream()
    let first = samples.map { stream.updated($0.sample, at: $0.timestamp).outputFromBody.quaternion }
    let snapshot = stream
    stream.updated(MotionSample(interval: 1, angularRate: .unitX))
    #expect(stream.outputFromBody.quaternion != snapshot.outputFromBody.quaternion)
    stream.reset()
    let again = samples.map { stream.updated($0.sample, at: $0.timestamp).outputFromBody.quaternion }
    #expect(first == again)
    #expect(snapshot.outputFromBody.quaternion == again.last)
  }

  /// Without a magnetometer its readings change nothing, whether the settings or the frame leave it out.
  @Test func leavesTheMagnetometerOut() {
    var (byFrame, bySettings) = (StreamSettings<Double>(), StreamSettings<Double>())
    byFrame.frame = .xArbitraryZVertical
    bySettings.conditioner.usesMagnetometer = false
    var streams = [byFrame, bySettings].map { MotionStream(settings: $0) }
    var blind = MotionStream()
    for stamped in samples {
      for index in streams.indices { streams[index].updated(stamped.sample, at: stamped.timestamp) }
      var sample = stamped.sample
      sample.magneticField = .absent
      blind.updated(sample, at: stamped.timestamp)
    }
    #expect(streams.allSatisfy { $0.filter.enuFromBody.quaternion == blind.filter.enuFromBody.quaternion })
  }

  /// A body that turns by 34 degrees/s while the filter looks for north: its heading in the frame of the start is the angle
  /// that it has turned by, from the first sample on, and does not step when north is found.
  @Test(arguments: FilterKind.allCases, [ReferenceFrame.xArbitraryZVertical, .xArbitraryCorrectedZVertical])
  func theFrameOfTheStartShowsTheTurn(kind: FilterKind, frame: ReferenceFrame) {
    var operation = RunInFrame(frame: frame)
    let motions = kind.perform(&operation)
    for (index, motion) in motions.enumerated() {
      let turned = Rotation<Double>(aboutZ: 0.6 * Double(index) / 100)
      let error = motion.outputFromBody.angle(to: turned) * 180 / .pi
      #expect(error < 0.5, "\(kind.name) at \(Double(index) / 100) s")
    }
    #expect(motions[0].outputFromBody.angle(to: .identity) < 1e-6)
  }

  private struct RunInFrame: FilterOperation {
    typealias Scalar = Double
    let frame: ReferenceFrame

    mutating func perform<Filter: AttitudeFilter>(
      for type: Filter.Type
    ) -> [Motion<Double>] where Filter.Scalar == Double {
      var settings = StreamSettings<Double>()
      settings.frame = frame
      var stream = MotionStream<Filter>(parameters: Filter.Parameters(), settings: settings)
      return MotionStreamTests.turning(rate: 0.6, seconds: 15, pose: Rotation(aboutZ: 1.9)).map {
        stream.updated($0.sample, at: $0.timestamp)
      }
    }
  }
}
